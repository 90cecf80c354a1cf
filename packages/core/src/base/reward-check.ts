import { ParameterError } from './errors.ts';
import { isBounded, LARGEST_MAGNITUDE } from './magnitude.ts';
import { textOf } from './shown.ts';

/** Refuses anything but a finite number. */
export function demandFinite(reward: unknown): asserts reward is number {
  if (typeof reward === 'number' && Number.isFinite(reward)) return;
  const got = typeof reward === 'string' ? `the text '${reward}'` : textOf(reward);
  throw new ParameterError(`reward must be a finite number; got ${got}`, 'reward-not-finite');
}

/** Refuses a reward that is too large to be summed up as it is `seen`. */
export function demandModest(reward: number, seen: number): void {
  if (isBounded(seen)) return;
  throw new ParameterError(
    `reward must have a magnitude of at most ${LARGEST_MAGNITUDE} after scaling; got ${reward}, which becomes ${seen}; use smaller rewards, a larger scale or a wider rewardRange`,
    'reward-out-of-range',
  );
}
