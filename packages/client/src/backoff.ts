import type { Surroundings } from './surroundings.ts';

const FIRST = 500;
const LONGEST = 60_000;

/**
 * How long to wait before another try: twice as long each time, up to a minute, and not for two clients the same, so
 * that a service that comes back is not met by all of them at once.
 *
 * @param failures - tries that failed in a row, at least 1
 * @param asked - milliseconds that the service asked for, which is the least
 */
export function waitBeforeRetry(
  failures: number,
  asked: number | undefined,
  { random }: Pick<Surroundings, 'random'>,
): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 30));
  return (asked ?? 0) + longest * (0.5 + random() / 2);
}
