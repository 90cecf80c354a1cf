/** The advised experiment for the decision service: the body of `PUT /v1/experiments/{key}`. */
import type { Advice } from '../contract/advice.ts';
import type { Choice } from '../contract/choice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { WorldLaw } from './experiment.ts';

/** What the service is sent. */
export interface ServiceBody {
  readonly arms: readonly { readonly key: string; readonly payload?: { readonly arm: string } }[];
  readonly policy: { readonly type: string };
  readonly memory?: { readonly decisions: number };
  readonly reward: {
    readonly min: number;
    readonly max: number;
    readonly timeout: string;
    readonly missing?: number;
  };
}

/** A body, and whether it is the very advice. */
export interface ServiceExperiment {
  readonly body: ServiceBody;
  /** Whether the service can be told all that was advised; else it gets the policy that needs nothing. */
  readonly isExact: boolean;
}

/** Policies that the service offers with nothing to set, and those that it gives a memory. */
const WITHOUT_MEMORY = ['auto', 'adr', 'ucb1', 'kl-ucb', 'ts'];
const WITH_MEMORY = ['sw-klucb', 'sw-ts', 'd-klucb', 'dts'];
const DEFAULT = { type: 'auto' };

const KEY_LENGTH = 64;
const MOST_ARMS = 100;
const LEAST_MEMORY = 10;
const MOST_MEMORY = 1_000_000;

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Where the log does not say how late rewards come. */
const USUAL_TIMEOUT = '1d';
const LONGEST_TIMEOUT = 3650 * DAY;

/** Keys that the service accepts, each its own; arms whose key is another have theirs as payload. */
function armsOf({ log }: Advice): ServiceBody['arms'] {
  const taken = new Set<string>();
  return log.arms.slice(0, MOST_ARMS).map(({ key }) => {
    const plain = key.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
    const stem = plain.slice(0, KEY_LENGTH - 4) || 'arm';
    let own = plain.length <= KEY_LENGTH && plain !== '' ? plain : stem;
    for (let number = 2; taken.has(own); number++) own = `${stem}-${number}`;
    taken.add(own);
    return own === key ? { key } : { key: own, payload: { arm: key } };
  });
}

/** A duration as the service reads it, rounded up. */
function durationText(milliseconds: number): string {
  const length = Math.min(LONGEST_TIMEOUT, Math.max(SECOND, milliseconds));
  if (length > 2 * DAY) return `${Math.ceil(length / DAY)}d`;
  if (length > 7200 * SECOND) return `${Math.ceil(length / (3600 * SECOND))}h`;
  if (length > 120 * SECOND) return `${Math.ceil(length / (60 * SECOND))}m`;
  return `${Math.ceil(length / SECOND)}s`;
}

/** How long rewards are waited for, and what silence is worth. */
function lateness({
  delays,
  units,
  log,
}: Advice): Pick<ServiceBody['reward'], 'timeout' | 'missing'> {
  if (isRefused(delays) || delays.ninetyNine === undefined || units.time !== 'milliseconds') {
    return { timeout: USUAL_TIMEOUT };
  }
  const timeout = durationText(delays.ninetyNine);
  const isSilent = delays.everComes !== undefined && delays.everComes < 0.99;
  return isSilent && log.columns.arrival !== undefined ? { timeout, missing: 0 } : { timeout };
}

/** The advised policy as the service takes it; undefined where it can't be told all of it. */
function policyOf({ policy, params }: Choice): Pick<ServiceBody, 'policy' | 'memory'> | undefined {
  const names = Object.keys(params);
  if (names.length === 0 && WITHOUT_MEMORY.includes(policy)) return { policy: { type: policy } };
  const { window } = params;
  const isMemory = names.length === 1 && window >= LEAST_MEMORY && window <= MOST_MEMORY;
  if (!isMemory || !WITH_MEMORY.includes(policy)) return undefined;
  return { policy: { type: policy }, memory: { decisions: Math.round(window) } };
}

/** The body of an experiment with the advice; undefined where there is no advice. */
export function serviceExperiment(
  advice: Advice,
  { rewardRange: [min, max] }: Pick<WorldLaw, 'rewardRange'>,
): ServiceExperiment | undefined {
  if (isRefused(advice.advice)) return undefined;
  const exact = policyOf(advice.advice);
  return {
    body: {
      arms: armsOf(advice),
      ...(exact ?? { policy: DEFAULT }),
      reward: { min, max, ...lateness(advice) },
    },
    isExact: exact !== undefined,
  };
}
