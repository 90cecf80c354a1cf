import type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  TellingKernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';

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

/** Whether a kernel knows who has waited longest. */
export function isWaiting(kernel: Kernel): kernel is WaitingKernel {
  return isIndexed(kernel) && 'turnOf' in kernel;
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

/** What kernels of any kind may know of an arm. */
type Known = Pick<ArmView, 'count' | 'mean' | 'width' | 'index' | 'deviation' | 'facts'>;

const NO_FACTS: ArmView['facts'] = {};

/** Every field is written out, so that all views are of one shape: many are made where slots are watched. */
function knownNothing(facts: ArmView['facts']): { -readonly [Name in keyof Known]: Known[Name] } {
  return {
    count: undefined,
    mean: undefined,
    width: undefined,
    index: undefined,
    deviation: undefined,
    facts,
  };
}

/** What a kernel with an index knows of an arm. */
function knownByIndex(kernel: IndexedKernel, arm: number): Known {
  const known = knownNothing(NO_FACTS);
  known.count = kernel.count(arm);
  known.index = kernel.index(arm);
  if (known.index === Number.POSITIVE_INFINITY) return known;
  known.mean = kernel.mean(arm);
  known.width = known.index - known.mean;
  return known;
}

/** What a kernel tells of an arm, but for what there is not. */
function knownByTelling(kernel: TellingKernel, arm: number): Known {
  const facts: Record<string, number> = {};
  const known = knownNothing(facts);
  const words = kernel.armWords();
  for (let place = 0; place < words.length; place++) {
    const word = words[place];
    const value = kernel.tellArm(arm, place);
    if (Number.isNaN(value)) continue;
    switch (word) {
      case 'count':
      case 'mean':
      case 'width':
      case 'index':
      case 'deviation':
        known[word] = value;
        break;
      default:
        facts[word] = value;
    }
  }
  // Of an arm that nothing is known of there is no mean, and any width would do.
  if (known.mean === undefined) known.width = undefined;
  else if (known.index !== undefined) known.width ??= known.index - known.mean;
  return known;
}

function knownOf(kernel: Kernel, arm: number): Known {
  if (isIndexed(kernel)) return knownByIndex(kernel, arm);
  return isTelling(kernel) ? knownByTelling(kernel, arm) : knownNothing(NO_FACTS);
}

/** Everything that a kernel can show of an arm. */
export function viewArm(kernel: Kernel, arm: number, pending: number): ArmView {
  const { count, mean, width, index, deviation, facts } = knownOf(kernel, arm);
  return {
    arm,
    count,
    mean,
    width,
    index,
    probability: hasProbability(kernel) ? kernel.probability(arm) : undefined,
    posterior: hasPosterior(kernel)
      ? { alpha: 1 + kernel.successes(arm), beta: 1 + kernel.failures(arm) }
      : undefined,
    deviation,
    facts,
    pending,
  };
}
