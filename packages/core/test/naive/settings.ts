/**
 * What the naive policies are given, and how it determines the memory of each.
 *
 * A window w given directly is tau itself and stands for the discount 1 - 1/w. A discount d given
 * directly stands for tau = ceil(1/(1 - d)) inside ln(tau). Otherwise both follow from the horizon
 * and the variation budget. A budget of 0 forgets nothing, and T stands for tau in every logarithm.
 */
import { discountFactor, windowLength, windowLengthOfDiscount } from './tuning.ts';

/** The settings of a naive policy; each policy reads only those that its formula names. */
export interface NaiveSettings {
  /** T. */
  readonly horizon?: number;
  /** V, the variation budget. */
  readonly variation?: number;
  /** The number of changes. */
  readonly changes?: number;
  /** tau, given directly. */
  readonly window?: number;
  /** gamma, given directly. */
  readonly discount?: number;
  /** SW-MOSS's eta; 1 unless given. */
  readonly eta?: number;
  /** The xi of D-UCB and SW-UCB; 0.6 unless given. */
  readonly xi?: number;
  /** Robust MOSS's zeta; 2.2 unless given. */
  readonly zeta?: number;
  /** Robust MOSS's a; 1.1 unless given. */
  readonly a?: number;
  /** 1: D-RMOSS's width is UCB's; MOSS's unless given. */
  readonly ucb?: number;
  /** SW-UCB's B; 1 unless given. */
  readonly b?: number;
  /** kl-UCB's c; 0 unless given. */
  readonly c?: number;
  /** SW-UCB#'s alpha, given directly; RAW-UCB's, 1.4 unless given; FEWA's, 0.06 unless given. */
  readonly alpha?: number;
  /** FEWA's delta; 1 unless given. */
  readonly delta?: number;
  /** SW-UCB#'s lambda, given directly. */
  readonly lambda?: number;
  /** The sigma of RAW-UCB and FEWA; 1/2 unless given. */
  readonly sigma?: number;
  /** The m of RAW-UCB and FEWA; 1.1 unless given. */
  readonly grid?: number;
  /** There are T^nu changes. */
  readonly nu?: number;
  /** Means drift by T^(-kappa) per slot. */
  readonly kappa?: number;
  /** Index policies act on reward/scale; 1 unless given. */
  readonly scale?: number;
  /** Robust policies act on (reward - center)/scale; 0 unless given. */
  readonly center?: number;
}

/** How many slots a resetting or window policy remembers, and the tau inside its logarithms. */
export interface MemoryLength {
  /** Epoch or window length in slots; Infinity when nothing is ever forgotten. */
  readonly slots: number;
  /** What stands for tau in a logarithm. */
  readonly logarithmLength: number;
}

/** How fast a discounting policy forgets, and the tau inside its logarithm. */
export interface DiscountedMemory {
  readonly discount: number;
  /** What stands for tau in a logarithm. */
  readonly logarithmLength: number;
}

/** Returns a setting that the formula cannot do without. */
export function required(value: number | undefined, name: string): number {
  if (value === undefined) throw new RangeError(`${name} is needed by this policy`);
  return value;
}

/** The memory of R-MOSS, SW-MOSS, SW-UCB and the robust forms. */
export function memoryLength(armCount: number, settings: NaiveSettings): MemoryLength {
  if (settings.window !== undefined) {
    return { slots: settings.window, logarithmLength: settings.window };
  }
  const horizon = required(settings.horizon, 'horizon');
  const variation = required(settings.variation, 'variation');
  if (variation === 0) return { slots: Number.POSITIVE_INFINITY, logarithmLength: horizon };
  const tau = windowLength(armCount, horizon, variation);
  return { slots: tau, logarithmLength: tau };
}

/** The discount of D-UCB and discounted Thompson sampling. */
export function naiveDiscount(armCount: number, settings: NaiveSettings): number {
  if (settings.discount !== undefined) return settings.discount;
  if (settings.window !== undefined) return 1 - 1 / settings.window;
  const horizon = required(settings.horizon, 'horizon');
  return discountFactor(armCount, horizon, required(settings.variation, 'variation'));
}

/** The discount of D-UCB together with the tau of its ln(tau). */
export function discountedMemory(armCount: number, settings: NaiveSettings): DiscountedMemory {
  const discount = naiveDiscount(armCount, settings);
  if (settings.discount === undefined) {
    return { discount, logarithmLength: memoryLength(armCount, settings).logarithmLength };
  }
  const logarithmLength =
    discount === 1 ? required(settings.horizon, 'horizon') : windowLengthOfDiscount(discount);
  return { discount, logarithmLength };
}

/** The memory of SW-klUCB and SW-IMED, which may be given a number of changes. */
export function memoryForChanges(armCount: number, settings: NaiveSettings): MemoryLength {
  if (settings.window !== undefined || settings.changes === undefined) {
    return memoryLength(armCount, settings);
  }
  const horizon = required(settings.horizon, 'horizon');
  const raw = 2 * Math.sqrt((horizon * Math.log(horizon)) / settings.changes);
  // 0/0, for no change in a single slot, is as good as no change at all.
  const slots = Number.isNaN(raw) ? horizon : Math.min(horizon, Math.max(1, Math.floor(raw)));
  return { slots, logarithmLength: slots };
}

/** The discount of D-klUCB and D-IMED, which may be given a number of changes. */
export function naiveDiscountForChanges(armCount: number, settings: NaiveSettings): number {
  const { changes, window, discount } = settings;
  if (changes === undefined || window !== undefined || discount !== undefined) {
    return naiveDiscount(armCount, settings);
  }
  return Math.max(0, 1 - Math.sqrt(changes / required(settings.horizon, 'horizon')) / 4);
}
