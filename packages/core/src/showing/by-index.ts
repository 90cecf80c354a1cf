/** What policies that pick by the largest index show. */
import type { KnownArm, Showing } from '../definitions/showing.ts';
import type {
  BoundingKernel,
  ExploringKernel,
  IndexedKernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';

function arm(kernel: IndexedKernel, of: number): KnownArm {
  return { count: kernel.count(of), mean: kernel.mean(of), index: kernel.index(of) };
}

function mayReach(kernel: BoundingKernel, of: number, extra: number, top: number): boolean {
  return kernel.mayReach(of, extra, top);
}

function same<K>(kernel: K): K {
  return kernel;
}

/** Of a kernel that has nothing but its index. */
export const byIndex: Showing<IndexedKernel> = { choice: 'index', arm, indexed: same };

/** Of a kernel whose memory may have no room for every arm, so that arms take turns. */
export const byIndexInTurn: Showing<WaitingKernel> = {
  choice: 'index',
  arm,
  indexed: same,
  waiting: same,
};

/** Of such a kernel whose index takes a search. */
export const byBoundInTurn: Showing<WaitingKernel & BoundingKernel> = {
  ...byIndexInTurn,
  mayReach,
};

/** A kernel that forgets after an alarm, and gives some slots to exploration. */
export interface AlarmedKernel extends ExploringKernel, WaitingKernel, BoundingKernel {
  readonly restarts: number;
  /** The first slot of each arm that is not forgotten. */
  readonly since: ArrayLike<number>;
}

/** Of a kernel that explores and forgets after an alarm, too. */
export const byIndexUntilAlarm: Showing<AlarmedKernel> = {
  choice: 'index',
  arm,
  indexed: same,
  mayReach,
  waiting: same,
  exploring: same,
  countsSince: ({ since }, of) => since[of],
  restarts: (kernel) => kernel.restarts,
};
