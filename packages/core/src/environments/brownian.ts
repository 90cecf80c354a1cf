/**
 * Means that wander: each arm starts at 0.5 and takes independent Gaussian steps, reflected at 0 and
 * 1. The size of the steps is chosen, for the path drawn, so that the total variation is exactly
 * what is asked for.
 *
 * A reflected path is the free path folded into [0, 1], so one draw of standard normal steps serves
 * every step size. Folding shortens distances, hence the variation at step size s is at most s times
 * that of the standard steps: this gives the search its lower end.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable, variationOf } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { fold } from './fold.ts';

const start = 0.5;
// Beyond this step size a folded path is uniform noise, and larger steps add no variation.
const largestStep = 8;
// A few units in the last place: a sum of thousands of terms is not known better.
const closeEnough = 1e-15;

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** A free random walk with standard normal steps, row-major, all arms at 0 first. */
function standardWalk(knotCount: number, armCount: number, random: Random): Floats {
  const walk = new Floats(knotCount * armCount);
  for (let i = armCount; i < walk.length; i++) walk[i] = walk[i - armCount] + normal(random);
  return walk;
}

/** The folded walk at any step size, with straight lines between its knots. */
class ScaledPath {
  readonly #armCount: number;
  readonly #horizon: number;
  readonly #spacing: number;
  readonly #walk: Floats;
  readonly #knots: Floats;
  readonly #means: Floats;

  constructor({ armCount, horizon, values }: EnvironmentSettings, random: Random) {
    this.#armCount = armCount;
    this.#horizon = horizon;
    this.#spacing = Math.max(1, values.number('knots'));
    const knotCount = Math.ceil((horizon - 1) / this.#spacing) + 1;
    this.#walk = standardWalk(knotCount, armCount, random);
    this.#knots = new Floats(this.#walk.length);
    // With a knot at each slot the knots are the means.
    this.#means = this.#spacing === 1 ? this.#knots : new Floats(horizon * armCount);
  }

  /** Sets the step size; returns the total variation of the means it gives. */
  scale(step: number): number {
    const walk = this.#walk;
    const knots = this.#knots;
    for (let i = 0; i < walk.length; i++) knots[i] = fold(start + step * walk[i]);
    if (this.#means !== knots) this.#interpolate();
    return variationOf(this.#means, this.#armCount, this.#horizon);
  }

  #interpolate(): void {
    const armCount = this.#armCount;
    const spacing = this.#spacing;
    const knots = this.#knots;
    const means = this.#means;
    for (let slot = 0; slot < this.#horizon; slot++) {
      const past = slot % spacing;
      const from = ((slot - past) / spacing) * armCount;
      const share = past / spacing;
      for (let arm = 0; arm < armCount; arm++) {
        const knot = knots[from + arm];
        // The last slot may be a knot, which has none after it.
        means[slot * armCount + arm] =
          past === 0 ? knot : between(knot, knots[from + armCount + arm], share);
      }
    }
  }

  /** The means at the step size set last. */
  means(): MeanTable {
    return new MeanTable(this.#means.slice(), this.#armCount);
  }

  /** The variation of the free walk: at step size s the folded one has at most s times as much. */
  freeVariation(): number {
    return variationOf(this.#walk, this.#armCount, this.#walk.length / this.#armCount);
  }
}

function unreachable(variation: number, largest: number, settings: EnvironmentSettings): Error {
  return new ParameterError(
    `variation must be at most about ${Number(largest.toPrecision(3))} on this path of ${settings.horizon} slots and ${settings.armCount} arms; got ${variation}; use more slots, closer knots or a smaller variation`,
  );
}

/**
 * A step size that reaches the variation, and one below that does not, as near as can be found
 * quickly: paths that hardly touch the borders need almost no more than the free walk says.
 */
function bracket(
  path: ScaledPath,
  variation: number,
  settings: EnvironmentSettings,
): [number, number] {
  const free = variation / path.freeVariation();
  // Less than the free walk needs, by more than rounding: surely too small.
  let low = free * (1 - 1e-12);
  let largest = 0;
  // Folding makes the variation level off and waver: there the search goes in smaller strides.
  for (let excess = 1e-12; low <= largestStep; excess *= excess < 0.01 ? 4 : 1.25) {
    const high = free * (1 + excess);
    const reached = path.scale(high);
    if (reached >= variation) return [low, high];
    largest = Math.max(largest, reached);
    low = high;
  }
  throw unreachable(variation, largest, settings);
}

/**
 * The step size with the variation asked for, up to rounding. Between two folds the variation is
 * linear in the step size, so regula falsi (with the Illinois rule against stalling) needs few
 * guesses where bisection would need fifty.
 */
function solve(path: ScaledPath, variation: number, [from, to]: [number, number]): number {
  let [low, high] = [from, to];
  let [below, above] = [path.scale(low) - variation, path.scale(high) - variation];
  let best = -below < above ? low : high;
  let least = Math.min(-below, above);
  for (let lastSide = 0; least > variation * closeEnough; ) {
    let guess = low - (below * (high - low)) / (above - below);
    if (!(guess > low && guess < high)) guess = low + (high - low) / 2;
    if (!(guess > low && guess < high)) break;
    const miss = path.scale(guess) - variation;
    if (Math.abs(miss) < least) [best, least] = [guess, Math.abs(miss)];
    if (miss < 0) {
      [low, below] = [guess, miss];
      if (lastSide < 0) above /= 2;
      lastSide = -1;
    } else {
      [high, above] = [guess, miss];
      if (lastSide > 0) below /= 2;
      lastSide = 1;
    }
  }
  return best;
}

function brownianMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const variation = settings.values.number('variation');
  const path = new ScaledPath(settings, random);
  if (variation > 0) {
    if (settings.horizon === 1) throw unreachable(variation, 0, settings);
    path.scale(solve(path, variation, bracket(path, variation, settings)));
  } else {
    path.scale(0);
  }
  return path.means();
}

/** A reflected random walk with an exact total variation. */
export const brownian: EnvironmentDefinition = {
  id: 'brownian',
  order: 50,
  name: 'Brownian motion',
  pageName: 'Random walk',
  summary: 'Means take Gaussian steps, reflected into [0, 1], with an exact total variation.',
  parameters: [
    {
      kind: 'number',
      id: 'variation',
      summary: 'total variation of the path',
      default: 8.09,
      least: 0,
    },
    {
      kind: 'integer',
      id: 'knots',
      summary: 'slots between knots, with straight lines in between; 0 or 1: a knot in every slot',
      default: 0,
      least: 0,
    },
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  means: brownianMeans,
  statedVariation: ({ values }) => values.number('variation'),
};
