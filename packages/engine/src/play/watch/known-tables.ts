/** What a policy knew of each arm when it picked, in the units of rewards. */
import type { Kernel } from '@driftline/core';
import type { PreparedPolicy } from '@driftline/core/play';
import type { KnownArm, Showing } from '@driftline/core/showing';

type RewardMap = PreparedPolicy['rewardMap'];

/** A Beta law as two numbers, and the rewards that it stands for. */
function betaPosterior({ alpha, beta }: NonNullable<KnownArm['posterior']>) {
  const total = alpha + beta;
  return {
    mean: alpha / total,
    deviation: Math.sqrt((alpha * beta) / (total * total * (total + 1))),
    count: total - 2,
  };
}

const UNKNOWN: KnownArm = {};

/** What is known of each arm in each slot, filled one arm at a time. */
export class KnownTables {
  readonly estimates: Float64Array<ArrayBuffer>;
  readonly widths: Float64Array<ArrayBuffer>;
  readonly indices: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
  readonly probabilities: Float64Array<ArrayBuffer>;
  readonly limits: Float64Array<ArrayBuffer>;
  readonly #shows: Showing;
  readonly #kernel: Kernel;
  readonly #map: RewardMap;

  constructor(size: number, shows: Showing, kernel: Kernel, map: RewardMap) {
    this.#shows = shows;
    this.#kernel = kernel;
    this.#map = map;
    this.estimates = new Float64Array(size);
    this.widths = new Float64Array(size);
    this.indices = new Float64Array(size);
    this.counts = new Float64Array(size);
    this.probabilities = new Float64Array(size);
    this.limits = new Float64Array(shows.limit === undefined ? 0 : size);
  }

  note(place: number, arm: number): void {
    const shows = this.#shows;
    const { center, scale } = this.#map;
    const known = shows.arm?.(this.#kernel, arm) ?? UNKNOWN;
    const { posterior } = known;
    const { mean, deviation, count } = posterior === undefined ? known : betaPosterior(posterior);
    const unknown = Number.NaN;
    // What the largest of decides, be it known before the pick which part of the policy picks or not.
    const index = known.index ?? known.bound;
    const estimate = mean ?? unknown;
    const width =
      known.width ?? (index === undefined ? 2 * (deviation ?? unknown) : index - estimate);
    this.estimates[place] = center + scale * estimate;
    // Of an arm that nothing is known of there is no mean, and any width would do.
    this.widths[place] = Number.isNaN(estimate) ? unknown : scale * width;
    this.indices[place] = center + scale * (index ?? unknown);
    this.counts[place] = count ?? unknown;
    this.probabilities[place] = known.probability ?? unknown;
    if (shows.limit !== undefined) this.limits[place] = scale * shows.limit(this.#kernel, arm);
  }

  /** Of a learner that begins with the slot, to which nothing is known. */
  noteFresh(place: number): void {
    this.estimates[place] = Number.NaN;
    this.widths[place] = Number.NaN;
    this.indices[place] = Number.POSITIVE_INFINITY;
    this.counts[place] = 0;
    this.probabilities[place] = Number.NaN;
  }
}
