/**
 * Whether arms drift, where choices depended on rewards: an e-value.
 *
 * What is held: whenever an arm is taken, its reward is drawn from one law of that arm, whatever came before (in full: a
 * bit z made of it has the same probability θ given all that came before). An e-value is not negative and has a mean of
 * at most 1 if that is so; hence it is 20 or more with a probability of at most 1/20.
 *
 * For one arm, whose bits are z₁ … zₙ, let qᵢ be a forecast of zᵢ made of earlier rows alone. Then
 *
 *     E[ (q/θ)^z ((1 − q)/(1 − θ))^(1−z) | earlier ] = θ·q/θ + (1 − θ)(1 − q)/(1 − θ) = 1,
 *
 * so that the product M of these ratios is a martingale from 1, and so is any mixture of several forecasters' products with
 * weights that are set in advance. Where z is not a bit but lies in [0, 1] with a mean of θ, the ratio is a convex function
 * of z (an exponential of a linear one) and lies below its chord from 0 to 1, whose mean is 1: M is a supermartingale. θ is
 * not known; but the largest likelihood over all θ is at least that of the true one, so that
 *
 *     Eₐ = Σⱼ wⱼ Πᵢ qⱼᵢ^zᵢ (1 − qⱼᵢ)^(1−zᵢ) / max_θ Πᵢ θ^zᵢ (1 − θ)^(1−zᵢ)  ≤  M
 *
 * at all times (universal inference: Wasserman, Ramdas and Balakrishnan, PNAS 2020). Forecasters are discounted
 * Beta(½, ½) ones. Their memories are powers of two of the log's rows, each with the same weight whatever the length of the
 * log; those that are too short or too long for it are left out, which only makes E smaller. So all lengths belong to one
 * process, and a log may be judged again and again as it grows: 20 is ever reached with a probability of at most 1/20.
 * A forecaster that never forgets is not among them: its product is an average of likelihoods and never above the largest.
 *
 * For several arms, let time be that of the log. A row changes the M of the arm taken alone, and by a factor whose mean is
 * at most 1 given all earlier rows and the choice, whatever made the choice. So the product of the arms' M is a
 * supermartingale, too, however choices depended on rewards, and so is the product over any set of arms that is named in
 * advance, and any average of such products:
 *
 *     E = ½ ( avgₐ Eₐ + Πₐ ½(1 + Eₐ) ),
 *
 * where the second part is the average of the products over all sets of arms. (The product over all arms alone would be
 * valid, but each arm that stands still costs it ½ ln n + ln 19 nats; here it costs ln 2.)
 *
 * Ranks among an arm's own earlier rewards are no substitute for bits: given the rewards themselves, which the choices may
 * depend on, a rank's mean is not ½. So rewards that are not bits are cut in two at a place that the arm's first rewards
 * set; from then on the place is fixed, and what is said above holds from there.
 */
import { exp, ln } from '@driftline/core/play';
import type { TestedDrift } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';
import { ArmCut } from './cut.ts';
import { ForecastProducts, memoriesFor } from './forecasts.ts';

/** An arm with fewer rows has no verdict of its own; it counts in that of all. */
const LEAST_ROWS = 100;

/** The largest that is said, so that it can be written as a number. */
const MOST_LN_E = 690;

function expBelowMost(lnE: number): number {
  return exp(Math.min(MOST_LN_E, lnE));
}

/** ln(e^a + e^b), also where neither power is a number; −∞ is ln 0. */
export function lnSum(a: number, b: number): number {
  const [less, more] = a < b ? [a, b] : [b, a];
  return less === Number.NEGATIVE_INFINITY ? more : more + ln(1 + exp(less - more));
}

/** ln of ½(avgₐ Eₐ + Πₐ ½(1 + Eₐ)), from the logarithms of the Eₐ. */
export function lnCombined(lnEs: readonly number[]): number {
  const sum = lnEs.reduce(lnSum, Number.NEGATIVE_INFINITY);
  const product = lnEs.reduce((total, lnE) => total + lnSum(0, lnE) - ln(2), 0);
  return lnSum(sum - ln(lnEs.length), product) - ln(2);
}

/** The logarithm of each arm's e-value, and how many rewards it is from. */
export interface ArmEvidence {
  readonly lnE: number;
  readonly rows: number;
}

/** What each arm shows against having stood still, over the rows up to `rows`. */
export function evidenceOf(log: Log, rows: number = log.rows): ArmEvidence[] {
  const armCount = armCountOf(log);
  const memories = memoriesFor(rows);
  const cut = log.rewards.kind === 'binary' ? undefined : new ArmCut(armCount);
  const bits = new ForecastProducts(armCount, memories);
  const means = log.rewards.kind === 'unit' ? new ForecastProducts(armCount, memories) : undefined;
  const counts = new Int32Array(armCount);
  for (let row = 0; row < rows; row++) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    if (arm >= armCount || Number.isNaN(reward)) continue;
    counts[arm] += 1;
    means?.add(arm, reward, row);
    const bit = cut === undefined ? reward : cut.bitOf(arm, reward);
    if (bit !== undefined) bits.add(arm, bit, row);
  }
  return Array.from(counts, (count, arm) => {
    const ofBits = bits.lnE(arm);
    const lnE = means === undefined ? ofBits : lnSum(ofBits, means.lnE(arm)) - ln(2);
    return { lnE, rows: count };
  });
}

/**
 * The test. Each arm's e is corrected for the number of arms, and not above that of all: where one is large enough to be
 * told, both are.
 */
export function eValueTest(log: Log): TestedDrift {
  const arms = evidenceOf(log);
  const all = arms.length > 0 ? lnCombined(arms.map(({ lnE }) => lnE)) : 0;
  const own = arms.map(({ lnE, rows }) =>
    rows < LEAST_ROWS ? undefined : expBelowMost(Math.min(all, lnE - ln(arms.length))),
  );
  return { test: { kind: 'e-value', e: expBelowMost(all) }, arms: own };
}
