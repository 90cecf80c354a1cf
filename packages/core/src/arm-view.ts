import type { ExploringKernel, IndexedKernel, Kernel } from './kernel.ts';

/** What a policy holds of one arm; undefined where the policy has no such thing. */
export interface ArmView {
  readonly arm: number;
  /** Rewards remembered, discounted where the policy discounts. */
  readonly count: number | undefined;
  readonly mean: number | undefined;
  /** The index less the mean. */
  readonly width: number | undefined;
  /** +∞ where nothing is remembered. */
  readonly index: number | undefined;
  /** The probability of being picked next. */
  readonly probability: number | undefined;
  /** The Beta law that a mean is drawn from. */
  readonly posterior: { readonly alpha: number; readonly beta: number } | undefined;
  /** Decisions without a reward yet. */
  readonly pending: number;
}

/** Whether a kernel picks by an index. */
export function isIndexed(kernel: Kernel): kernel is IndexedKernel {
  return 'indexWithExtra' in kernel;
}

/** Whether a kernel gives some slots to exploration, whatever its indices say. */
export function isExploring(kernel: Kernel): kernel is ExploringKernel {
  return 'explorationShare' in kernel;
}

/** How often a kernel restarted after an alarm; undefined where it has no detector. */
export function restartsOf(kernel: Kernel): number | undefined {
  return 'restarts' in kernel && typeof kernel.restarts === 'number' ? kernel.restarts : undefined;
}

function hasProbability(kernel: Kernel): kernel is Kernel & { probability(arm: number): number } {
  return 'probability' in kernel;
}

function hasPosterior(
  kernel: Kernel,
): kernel is Kernel & { successes(arm: number): number; failures(arm: number): number } {
  if (!('successes' in kernel && 'failures' in kernel)) return false;
  // Only some draw from another law.
  return !('drawsBeta' in kernel && typeof kernel.drawsBeta === 'function') || kernel.drawsBeta();
}

/** Everything that a kernel can show of an arm. */
export function viewArm(kernel: Kernel, arm: number, pending: number): ArmView {
  const indexed = isIndexed(kernel) ? kernel : undefined;
  const index = indexed?.index(arm);
  const mean = index === Number.POSITIVE_INFINITY ? undefined : indexed?.mean(arm);
  return {
    arm,
    count: indexed?.count(arm),
    mean,
    width: index === undefined || mean === undefined ? undefined : index - mean,
    index,
    probability: hasProbability(kernel) ? kernel.probability(arm) : undefined,
    posterior: hasPosterior(kernel)
      ? { alpha: 1 + kernel.successes(arm), beta: 1 + kernel.failures(arm) }
      : undefined,
    pending,
  };
}
