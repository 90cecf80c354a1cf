/** When a log cannot tell a value, and what log could. */
import type { Log, Note } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import { type Answer, isRefused, type Need, type Refusal } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import { armCountOf } from '../log/part.ts';
import { armSummaries, generalRefusal } from '../log/summary.ts';
import { listed } from '../words/numbers.ts';
import { valueName } from '../words/value-names.ts';
import { KNOWN_ROWS, type Known, leastShare } from './support.ts';

/** Below `LEAST_SUPPORT` there is no value; below `FULL_SUPPORT` it comes with a warning. */
const LEAST_SUPPORT = 0.8;
const FULL_SUPPORT = 0.95;
/** Where less of what a policy would choose is followed, its value is rather too low: it feeds on what it follows. */
const FULLY_FOLLOWED = 0.8;
/** Decisions that have to count in effect. */
const LEAST_SAMPLE = 200;
/** Rewards that have to differ from the usual one, among rows that agree with the policy. */
const LEAST_REWARDS = 20;
/** Shares are asked for in full percents. */
const PERCENT = 0.01;

/** What a value rests on. */
export interface Footing {
  readonly ess: number;
  /** The share of what the policy would choose that was tried at about that time; and that is followed, too. */
  readonly support: number;
  readonly followed: number;
  readonly offMode: number;
}

/** Arms of which the log knows enough moves at this pace; and how often rewards are not the usual one. */
interface NeedFacts {
  readonly rows: number;
  readonly armCount: number;
  /** Of the fastest arm, the variance per slot in units of the noise variance. */
  readonly movement: number;
  /** The share of rewards that are not the usual one. */
  readonly offMode: number;
}

/**
 * What log could tell. Each arm has to be shown so often that its mean is known while it moves: a mean that is followed
 * has the variance √(q/p) in units of the noise variance, where q is how far it moves in a slot, and p its share. With
 * that share, a decision counts at least p in effect. Where equal shares are not enough, decisions have to be denser: as
 * many times more of them in the same time.
 */
export function needFor({ rows, armCount, movement, offMode }: NeedFacts): Need {
  const followed = movement * KNOWN_ROWS ** 2;
  const asked = Math.max(leastShare(armCount), Math.ceil(followed / PERCENT) * PERCENT);
  const share = Math.min(asked, 1 / armCount);
  const rare = offMode > 0 ? LEAST_REWARDS / offMode : 0;
  const denser = followed > share ? (rows * followed) / share : 0;
  return { share, rows: Math.ceil(Math.max(Math.max(LEAST_SAMPLE, rare) / share, denser)) };
}

/** Facts for what is needed, from the log. */
export function needFacts(log: Log, usual: number, known: Pick<Known, 'movement'>): NeedFacts {
  let [rows, offMode] = [0, 0];
  for (let row = 0; row < log.rows; row++) {
    if (Number.isNaN(log.reward[row])) continue;
    rows += 1;
    if (log.reward[row] !== usual) offMode += 1;
  }
  const armCount = armCountOf(log);
  return { rows: log.rows, armCount, movement: known.movement, offMode: offMode / rows };
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
    return { refused: 'mean-undefined', need: {} };
  return undefined;
}

/** Why the value of one policy cannot be told; undefined where it can. */
export function refusalOf(footing: Footing, need: Need): Refusal | undefined {
  const { ess, support, offMode } = footing;
  if (support < LEAST_SUPPORT) return { refused: 'support-too-low', need };
  if (ess < LEAST_SAMPLE) return { refused: 'effective-sample-too-small', need };
  if (offMode < LEAST_REWARDS)
    return { refused: 'too-few-rewards', need: { ...need, rewards: LEAST_REWARDS } };
  return undefined;
}

/** A warning where some of what a policy would choose was hardly tried. */
export function supportNote(policy: string, support: number): Note | undefined {
  if (support >= FULL_SUPPORT) return undefined;
  return {
    code: 'support-partial',
    text: `Only ${Math.floor(100 * support)}% of the choices that ${policy} would make were tried at about that time, so its value is less certain than its interval shows.`,
    isWarning: true,
  };
}

/** A policy, and the share of its choices in which the log can follow its arms. */
export interface Followed {
  readonly policy: string;
  readonly followed: number;
}

/** One warning for all policies whose arms move faster than the log can follow. */
export function movementNote(values: readonly Followed[]): Note | undefined {
  const missed = values.filter(({ followed }) => followed < FULLY_FOLLOWED);
  if (missed.length === 0) return undefined;
  const shares = missed.map(({ policy, followed }, i) => {
    const choices = i === 0 ? 'the choices' : 'those';
    return `${Math.ceil(100 * (1 - followed))}% of ${choices} of ${valueName(policy)}`;
  });
  const higher = missed.length === 1 ? 'Its true value' : 'Their true values';
  return {
    code: 'value-underestimated',
    text: `Arms change faster than this log can follow for ${listed(shares)}. ${higher} may be higher.`,
    isWarning: true,
  };
}
