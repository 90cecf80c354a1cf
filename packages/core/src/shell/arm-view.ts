import { type KnownArm, SHOWS_NOTHING, type Showing } from '../definitions/showing.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

/** What a policy holds of one arm; undefined where the policy has no such thing. */
export interface ArmView {
  readonly arm: number;
  /** Rewards remembered, discounted where the policy discounts. */
  readonly count: number | undefined;
  readonly mean: number | undefined;
  /** The index less the mean; of a policy without an index, how far its tests let a mean stray. */
  readonly width: number | undefined;
  /** The arm that is picked next has the largest; +∞ where nothing is remembered. */
  readonly index: number | undefined;
  /** The probability of being picked next. */
  readonly probability: number | undefined;
  /** The Beta law that a mean is drawn from. */
  readonly posterior: { readonly alpha: number; readonly beta: number } | undefined;
  /** The standard deviation of the law that a mean is drawn from, where that is not a Beta law. */
  readonly deviation: number | undefined;
  /** What the policy shows beside: whether an arm is evicted, how many samples it is owed. */
  readonly facts: Readonly<Record<string, number>>;
  /** Decisions without a reward yet. */
  readonly pending: number;
}

/** A number, or undefined where there is none. */
function present(value: number | undefined): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** What a policy's definition shows of its kernel; nothing where there is no definition. */
export function showingOf(definition: { readonly shows?: Showing } | undefined): Showing {
  return definition?.shows ?? SHOWS_NOTHING;
}

const NO_FACTS: ArmView['facts'] = {};

function factsOf(shows: Showing, kernel: Kernel, arm: number): ArmView['facts'] {
  if (shows.armFacts === undefined) return NO_FACTS;
  const facts: Record<string, number> = {};
  for (const [name, fact] of Object.entries(shows.armFacts)) {
    const value = fact.of(kernel, arm);
    if (!Number.isNaN(value)) facts[name] = value;
  }
  return facts;
}

const UNKNOWN: KnownArm = {};

/** Everything that can be shown of an arm. */
export function viewArm(shows: Showing, kernel: Kernel, arm: number, pending: number): ArmView {
  const known = shows.arm?.(kernel, arm) ?? UNKNOWN;
  const mean = present(known.mean);
  const index = present(known.index);
  const width = known.width ?? (index ?? Number.NaN) - (mean ?? Number.NaN);
  // Of an arm that nothing is known of there is no mean, and any width would do.
  return {
    arm,
    count: present(known.count),
    mean,
    width: mean === undefined ? undefined : present(width),
    index,
    probability: known.probability,
    posterior: known.posterior,
    deviation: mean === undefined ? undefined : present(known.deviation),
    facts: factsOf(shows, kernel, arm),
    pending,
  };
}
