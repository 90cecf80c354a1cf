import { ParameterError } from './errors.ts';

/** Sums of this size over all slots that there can be stay finite. */
const LARGEST_REWARD = 1e280;

/** Refuses what is no finite number. */
export function demandFinite(reward: unknown): asserts reward is number {
  if (typeof reward === 'number' && Number.isFinite(reward)) return;
  const got = typeof reward === 'string' ? `the text '${reward}'` : String(reward);
  throw new ParameterError(`reward must be a finite number; got ${got}`, 'reward-not-finite');
}

/** Refuses a reward that is too large to be summed up as it is `seen`. */
export function demandModest(reward: number, seen: number): void {
  if (Math.abs(seen) <= LARGEST_REWARD) return;
  throw new ParameterError(
    `reward must be at most ${LARGEST_REWARD} in size once it is scaled; got ${reward}, which becomes ${seen}`,
    'reward-out-of-range',
  );
}
