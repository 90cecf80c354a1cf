import type { ExploringKernel, IndexedKernel, Kernel, TellingKernel } from './kernel.ts';

/** What a policy holds of one arm; undefined where the policy has no such thing. */
export interface ArmView {
  readonly arm: number;
  /** Rewards remembered, discounted where the policy discounts. */
  readonly count: number | undefined;
  readonly mean: number | undefined;
  /** The index less the mean; of a policy without an index, how far its tests let a mean stray. */
  readonly width: number | undefined;
  /** What the arm picked next is sure to have the largest of; +∞ where nothing is remembered. */
  readonly index: number | undefined;
  /** The probability of being picked next. */
  readonly probability: number | undefined;
  /** The Beta law that a mean is drawn from. */
  readonly posterior: { readonly alpha: number; readonly beta: number } | undefined;
  /** The standard deviation of the law that a mean is drawn from, where that is a mixture of Beta laws. */
  readonly deviation: number | undefined;
  /** What the policy tells in words of its own: whether an arm is evicted, how many samples it is owed. */
  readonly facts: Readonly<Record<string, number>>;
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

/** Whether a kernel tells more than others have a place for. */
export function isTelling(kernel: Kernel): kernel is TellingKernel {
  return 'tellArm' in kernel && 'tellSlot' in kernel;
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

/** What is known of an arm, by name. */
type Known = Partial<Record<string, number>>;

/** What a kernel with an index knows of an arm. */
function knownByIndex(kernel: IndexedKernel, arm: number): Known {
  const index = kernel.index(arm);
  const count = kernel.count(arm);
  return index === Number.POSITIVE_INFINITY
    ? { count, index }
    : { count, index, mean: kernel.mean(arm) };
}

/** What a kernel tells of an arm, but for what there is not. */
function knownByTelling(kernel: TellingKernel, arm: number): Known {
  const known: Known = {};
  kernel.armWords().forEach((word, place) => {
    const value = kernel.tellArm(arm, place);
    // An arm that nothing is known of may have any width.
    if (!Number.isNaN(value) && !(word === 'width' && value === Infinity)) known[word] = value;
  });
  return known;
}

function knownOf(kernel: Kernel, arm: number): Known {
  if (isIndexed(kernel)) return knownByIndex(kernel, arm);
  return isTelling(kernel) ? knownByTelling(kernel, arm) : {};
}

/** Names that have a place of their own in a view. */
const COMMON: readonly string[] = ['count', 'mean', 'width', 'index', 'deviation'];

const NO_FACTS: Readonly<Record<string, number>> = {};

function factsOf(kernel: Kernel, known: Known): Readonly<Record<string, number>> {
  if (!isTelling(kernel)) return NO_FACTS;
  const facts: Record<string, number> = {};
  for (const [word, value] of Object.entries(known)) {
    if (value !== undefined && !COMMON.includes(word)) facts[word] = value;
  }
  return facts;
}

/** Everything that a kernel can show of an arm. */
export function viewArm(kernel: Kernel, arm: number, pending: number): ArmView {
  const known = knownOf(kernel, arm);
  const { count, mean, index, deviation } = known;
  const above = index === undefined || mean === undefined ? undefined : index - mean;
  return {
    arm,
    count,
    mean,
    width: known.width ?? above,
    index,
    probability: hasProbability(kernel) ? kernel.probability(arm) : undefined,
    posterior: hasPosterior(kernel)
      ? { alpha: 1 + kernel.successes(arm), beta: 1 + kernel.failures(arm) }
      : undefined,
    deviation,
    facts: factsOf(kernel, known),
    pending,
  };
}
