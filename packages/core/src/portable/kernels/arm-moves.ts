import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { NO_ARM } from './exploration.ts';

/** No arm is so sure that its rewards do not vary at all. */
const LEAST_VARIANCE: f64 = 1e-4;

/** The variance of one reward of a coin with a mean that is known as `count` rewards with this sum tell it. */
function varianceOf(sum: f64, count: f64): f64 {
  const mean: f64 = (sum + 0.5) / (count + 1.0);
  return fmax(mean * (1.0 - mean), LEAST_VARIANCE);
}

/**
 * Learns from the alarms so far what the other arms do when one of them has changed: whether they move along
 * with it, and how far their old means then are from what they earn.
 *
 * At an alarm what is remembered of each arm is noted: n rewards with mean p, before anything is forgotten. At
 * the next one each arm that has had N rewards since, with mean P, is reviewed, in order, but for the arm of the
 * first alarm, which had made the step d. The others had moved by e = P − p. Moves are measured in log-odds, where
 * one from 1 to 2 percent is as large as one from 33 to 50: e is about e/v there, with v = u (1 − u), at least 10⁻⁴,
 * u = (N P + n p + ½)/(N + n + 1). Half of that, e/(2 v), is what one reward of a fair coin errs by, so that units are
 * such rewards; chance explains about c = φ (1/N + 1/n)/(4 v) of its square. Everything is kept as sums over all arms
 * and alarms reviewed so far, with weights w = 1/(1 + c usual)²:
 * - Σ w e d / (apart + Σ w d²) is how much of a step the others share; `common` is the same within [0, 1].
 * - (1/usual + Σ w (((e − f)/(2 v))² − c)) / (1 + Σ w), at least 1/most, is one over `keep`, the number of rewards of
 *   a fair coin that an old mean is worth; f is d times the share as it was known before this arm was reviewed.
 */
export class ArmMoves {
  armCount: i32;
  /** How many rewards of a fair coin an old mean is worth: before anything is known, and at most. */
  usual: f64;
  most: f64;
  /** What speaks against a common move, before anything is seen. */
  apart: f64;
  /** What was thought of each arm just before the last alarm. */
  means: Floats;
  counts: Floats;
  /** The arm of the last alarm, and the step of its mean. */
  alarmed: i32 = NO_ARM;
  step: f64 = 0.0;
  /** Sums over the arms and alarms so far: Σ w, Σ w (squares left), Σ w e d, Σ w d². */
  weights: f64 = 0.0;
  squares: f64 = 0.0;
  products: f64 = 0.0;
  steps: f64 = 0.0;

  constructor(armCount: i32, usual: f64, most: f64, apart: f64) {
    this.armCount = armCount;
    this.usual = usual;
    this.most = most;
    this.apart = apart;
    this.means = new Floats(armCount);
    this.counts = new Floats(armCount);
  }

  /** How much of the alarmed arm's step the others make too: from 0, none, to 1, all. */
  common(): f64 {
    return fmax(0.0, fmin(1.0, this.shared()));
  }

  shared(): f64 {
    return this.products / (this.apart + this.steps);
  }

  /** How many rewards of a fair coin an old mean is worth after an alarm. */
  keep(): f64 {
    const spread: f64 = (1.0 / this.usual + this.squares) / (1.0 + this.weights);
    return 1.0 / fmax(spread, 1.0 / this.most);
  }

  /** The same in rewards of an arm of which `count` with this sum are remembered. */
  keepOf(count: f64, sum: f64, dispersion: f64): f64 {
    return (this.keep() * dispersion * 0.25) / varianceOf(sum, count);
  }

  /** Whether an arm that has been played since the last alarm tells something. */
  tells(arm: i32, count: f64): bool {
    return this.alarmed !== NO_ARM && arm !== this.alarmed && count > 0.0 && this.counts[arm] > 0.0;
  }

  /** Takes what an arm earned between the last alarm and this one. */
  review(arm: i32, count: f64, mean: f64, dispersion: f64): void {
    if (!this.tells(arm, count)) return;
    const old: f64 = this.means[arm];
    const oldCount: f64 = this.counts[arm];
    const variance: f64 = varianceOf(count * mean + oldCount * old, count + oldCount);
    const chance: f64 = (dispersion * (1.0 / count + 1.0 / oldCount) * 0.25) / variance;
    const move: f64 = mean - old;
    const left: f64 = (0.5 * (move - this.step * this.shared())) / variance;
    const doubt: f64 = 1.0 + this.usual * chance;
    const weight: f64 = 1.0 / (doubt * doubt);
    this.weights += weight;
    this.squares += weight * (left * left - chance);
    this.products += weight * move * this.step;
    this.steps += weight * this.step * this.step;
  }

  /** Notes what is thought of an arm just before an alarm. */
  note(arm: i32, count: f64, mean: f64): void {
    this.counts[arm] = count;
    this.means[arm] = mean;
  }

  /** An alarm was raised by `arm`, whose mean made this step. */
  begin(arm: i32, step: f64): void {
    this.alarmed = arm;
    this.step = step;
  }

  /** Turns means that were seen as x into `factor` x + `shift`. What is measured in log-odds stays. */
  rescale(factor: f64, shift: f64): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.means[arm] = fmin(1.0, factor * this.means[arm] + shift);
    }
    this.step *= factor;
    this.products *= factor * factor;
    this.steps *= factor * factor;
  }

  reset(): void {
    this.means.fill(0.0);
    this.counts.fill(0.0);
    this.alarmed = NO_ARM;
    this.step = 0.0;
    this.weights = 0.0;
    this.squares = 0.0;
    this.products = 0.0;
    this.steps = 0.0;
  }

  transfer(archive: Archive): void {
    const alarmed: Ints = new Ints(1);
    alarmed[0] = this.alarmed;
    archive.bounded('meansAtAlarm', this.means, this.armCount, 0.0, 1.0);
    archive.counts('countsAtAlarm', this.counts, this.armCount);
    archive.cells('alarmedArm', alarmed, 1, this.armCount);
    this.alarmed = alarmed[0];
    this.step = archive.within('alarmStep', this.step, -1.0, 1.0);
    this.weights = fmax(archive.real('moveWeights', this.weights), 0.0);
    this.squares = archive.real('moveSquares', this.squares);
    this.products = archive.real('moveProducts', this.products);
    this.steps = fmax(archive.real('moveSteps', this.steps), 0.0);
  }
}
