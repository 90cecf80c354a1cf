/** When a log cannot tell a value, and what log could. */
import type { Log, Note } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import { type Answer, isRefused, type Need, type Refusal } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import { armCountOf } from '../log/part.ts';
import { armSummaries, generalRefusal } from '../log/summary.ts';
import { KNOWN_ROWS, type Known } from './support.ts';

/** Below `LEAST_SUPPORT` there is no value; below `FULL_SUPPORT` it comes with a warning. */
const LEAST_SUPPORT = 0.8;
const FULL_SUPPORT = 0.95;
/** Decisions that have to count in effect. */
const LEAST_SAMPLE = 200;
/** Rewards that have to differ from the usual one, among rows that agree with the policy. */
const LEAST_REWARDS = 20;
/** The least share of decisions that is asked for, for each arm. */
const USUAL_SHARE = 0.05;
/** Shares are asked for in full percents. */
const PERCENT = 0.01;

/** What a value rests on. */
export interface Footing {
  readonly ess: number;
  readonly support: number;
  readonly offMode: number;
}

/** Arms of which the log knows enough moves at this pace; and how often rewards are not the usual one. */
interface NeedFacts {
  readonly armCount: number;
  /** Of the fastest arm, the variance per slot in units of the noise variance. */
  readonly movement: number;
  /** The share of rewards that are not the usual one. */
  readonly offMode: number;
}

/**
 * What log could tell. Each arm has to be shown so often that its mean is known while it moves: a mean that is followed
 * has the variance √(q/p) in units of the noise variance, where q is how far it moves in a slot, and p its share. With
 * that share, a decision counts at least p in effect.
 */
export function needFor({ armCount, movement, offMode }: NeedFacts): Need {
  const followed = movement * KNOWN_ROWS ** 2;
  const asked = Math.max(USUAL_SHARE, Math.ceil(followed / PERCENT) * PERCENT);
  const share = Math.min(asked, 1 / armCount);
  const rare = offMode > 0 ? LEAST_REWARDS / offMode : 0;
  return { share, rows: Math.ceil(Math.max(LEAST_SAMPLE, rare) / share) };
}

/** Facts for what is needed, from the log. */
export function needFacts(log: Log, usual: number, known: Pick<Known, 'movement'>): NeedFacts {
  let [rows, offMode] = [0, 0];
  for (let row = 0; row < log.rows; row++) {
    if (Number.isNaN(log.reward[row])) continue;
    rows += 1;
    if (log.reward[row] !== usual) offMode += 1;
  }
  return { armCount: armCountOf(log), movement: known.movement, offMode: offMode / rows };
}

/** Why no value can be told of a log, whatever the policy; undefined where some can. */
export function refusalOfAll(
  log: Log,
  logging: Logging,
  tails: Answer<Tails>,
  need: () => Need,
): Refusal | undefined {
  const general = generalRefusal(log, armSummaries(log));
  const isFixed = logging.kind === 'fixed';
  // Arms that are too few are what comes of staying with one: it says more of what is to be done.
  if (general !== undefined && !(isFixed && general.refused === 'too-few-arms')) return general;
  if (isFixed) return { refused: 'logging-fixed', need: need() };
  if (logging.usesContext && log.propensity === undefined)
    return { refused: 'propensities-missing', need: { column: 'propensity' } };
  if (!isRefused(tails) && tails.verdict === 'no-mean')
    return { refused: 'tails-without-mean', need: {} };
  return undefined;
}

/** Why the value of one policy cannot be told; undefined where it can. */
export function refusalOf({ ess, support, offMode }: Footing, need: Need): Refusal | undefined {
  if (support < LEAST_SUPPORT) return { refused: 'support-thin', need };
  if (ess < LEAST_SAMPLE) return { refused: 'effective-sample-small', need };
  if (offMode < LEAST_REWARDS)
    return { refused: 'too-few-rewards', need: { ...need, rewards: LEAST_REWARDS } };
  return undefined;
}

/** A warning where some of what a policy would choose was hardly tried. */
export function supportNote(policy: string, support: number): Note | undefined {
  if (support >= FULL_SUPPORT) return undefined;
  const share = `${Math.floor(100 * support)} %`;
  return {
    code: 'support-some',
    text: `Only ${share} of what ${policy} would choose was tried at about that time; its value is less sure than its interval says.`,
    isWarning: true,
  };
}
