/**
 * What an operator should look at, as pure functions of what was seen lately. The page shows these warnings, and
 * `examples/service/prometheus-rules.yaml` alerts on the same ones.
 */
import type { ServiceWarning } from '@driftline/client/wire';
import type { Millis } from '../model/rows.ts';
import type { Interval } from './intervals.ts';

/** Every warning that there is; the first four are the writer's own. */
export const warningCodes = [
  'damaged',
  'no-active-arm',
  'clock-ahead',
  'clock-step',
  'delay-near-memory',
  'delay-beyond-memory',
  'no-rewards',
  'one-arm-unsupported',
  'mostly-sticky',
  'timeout-near-memory',
  'commits-slow',
  'shedding',
  'disk-full',
] as const;
type WarningCode = (typeof warningCodes)[number];

interface Warned extends ServiceWarning {
  readonly code: WarningCode;
}

/** What is known of an arm beside the policy. */
export interface ArmSigns {
  readonly key: string;
  /** Of the last decisions. */
  readonly share: number;
  /** Its mean in the explored slice, where it is known. */
  readonly explored: Interval | null;
}

/** What was seen of one experiment lately. */
export interface ExperimentSigns {
  /** Decisions that the policy remembers; null where it has no fixed memory. */
  readonly memory: number | null;
  readonly timeout: Millis;
  /** Whether all rewards count at the timeout. */
  readonly held: boolean;
  /** From decision to reward, in decisions: of 100 rewards 95 were faster; null where none came. */
  readonly delay95: number | null;
  /** Decisions per millisecond; null where there were too few. */
  readonly pace: number | null;
  /** How long decisions have been made without any reward coming, and how many. */
  readonly silent: Millis;
  readonly unrewarded: number;
  /** Rewards per decision, since the service started; 0 where none came. */
  readonly rewardRate: number;
  readonly answers: number;
  readonly sticky: number;
  readonly arms: readonly ArmSigns[];
}

/** What was seen of the whole service lately. */
interface ServiceSigns {
  /** Of 100 commits 99 were faster; null where there were none. */
  readonly commit99Seconds: number | null;
  /** Operations that were turned away because there were too many. */
  readonly shed: number;
  /** Whether the store has no room. */
  readonly isFull: boolean;
}

/** Fewer answers say nothing of shares. */
const FEWEST_ANSWERS = 100;
const SLOW_COMMIT_SECONDS = 0.1;

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function delayAlarm({ delay95, memory }: ExperimentSigns): Warned | undefined {
  if (delay95 === null || memory === null || delay95 <= memory / 5) return undefined;
  const seen = `95% of rewards arrive within ${rounded(delay95)} decisions, and the memory has ${memory}`;
  return delay95 > memory / 2
    ? {
        code: 'delay-beyond-memory',
        message: `${seen}; most decisions are forgotten before their reward arrives, so the policy can learn little; increase memory.decisions`,
      }
    : {
        code: 'delay-near-memory',
        message: `${seen}; more than a fifth of the memory passes before rewards arrive; increase memory.decisions, or send rewards sooner`,
      };
}

/** Where rewards are held, each is as late as the timeout, whenever it came. */
function timeoutAlarm({ held, memory, timeout, pace }: ExperimentSigns): Warned | undefined {
  if (!held || memory === null || pace === null || timeout * pace <= memory / 5) return undefined;
  return {
    code: 'timeout-near-memory',
    message: `with reward.missing, every reward counts at the timeout, which is ${rounded(timeout * pace)} decisions away, more than a fifth of the memory of ${memory}; shorten reward.timeout, increase memory.decisions, or set reward.early`,
  };
}

/** Where rewards are rare, silence must last until ten of them were due: by chance that is less than once in 20 000 times. */
function silenceAlarm(signs: ExperimentSigns): Warned | undefined {
  const { silent, timeout, unrewarded, rewardRate } = signs;
  const due = rewardRate > 0 ? 10 / rewardRate : FEWEST_ANSWERS;
  if (silent <= 3 * timeout || unrewarded < due) return undefined;
  return {
    code: 'no-rewards',
    message: `${unrewarded} decisions were made, but no reward has arrived for ${rounded(silent / timeout)} timeouts; check the program that sends rewards`,
  };
}

function stickyAlarm({ answers, sticky }: ExperimentSigns): Warned | undefined {
  if (answers < FEWEST_ANSWERS || sticky <= answers / 2) return undefined;
  return {
    code: 'mostly-sticky',
    message: `${Math.round((100 * sticky) / answers)}% of responses repeat an earlier decision (sticky), so the policy learns little; shorten sticky`,
  };
}

/** An arm that takes all, although another does better in the explored slice beyond doubt. */
function oneArmAlarm({ arms }: ExperimentSigns): Warned | undefined {
  const taking = arms.find(({ share }) => share > 0.99);
  if (taking?.explored === null || taking?.explored === undefined) return undefined;
  const { high } = taking.explored;
  const better = arms.find(({ explored }) => explored !== null && explored.low > high);
  if (better === undefined) return undefined;
  return {
    code: 'one-arm-unsupported',
    message: `${taking.key} gets more than 99% of decisions, but in explored decisions ${better.key} earned more; shorten the memory, or use a policy that detects changes`,
  };
}

export function experimentAlarms(signs: ExperimentSigns): ServiceWarning[] {
  const alarms = [delayAlarm, timeoutAlarm, silenceAlarm, stickyAlarm, oneArmAlarm];
  return alarms.flatMap((alarm) => alarm(signs) ?? []);
}

export function serviceAlarms({ commit99Seconds, shed, isFull }: ServiceSigns): ServiceWarning[] {
  const found: Warned[] = [];
  if (isFull)
    found.push({
      code: 'disk-full',
      message:
        'the disk of the store is full, and nothing is stored; free some space, and the service continues within seconds',
    });
  if (commit99Seconds !== null && commit99Seconds > SLOW_COMMIT_SECONDS)
    found.push({
      code: 'commits-slow',
      message: `the p99 commit time is above ${rounded(1000 * commit99Seconds)} ms; the disk is slow or busy`,
    });
  if (shed > 0)
    found.push({
      code: 'shedding',
      message: `${shed} operations were rejected in the last five minutes because of load; send less at once, or use a faster disk`,
    });
  return found;
}
