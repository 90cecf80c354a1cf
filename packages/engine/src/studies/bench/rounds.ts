/**
 * Costs measured side by side. A machine is never quite quiet, and its clock rate changes: so what is
 * to be compared takes turns, and the median over rounds is what counts.
 */
import { quantile } from '../../play/statistics.ts';

/** Something whose cost is measured. */
export interface Subject {
  /** Works until costs no longer fall: compilers need some time to do their best. */
  warmUp(): void;
  /** Works for at least this many milliseconds; returns nanoseconds per slot. */
  round(leastMilliseconds: number): number;
}

/** How long and how often is measured. */
interface RoundOptions {
  /** An odd number has a median that was measured. */
  readonly rounds: number;
  readonly leastMilliseconds: number;
  /** Called before each turn of a subject; round 0 is its warm-up. */
  readonly onTurn?: (subject: number, round: number) => void;
}

/** Enough for a median that one or two disturbed rounds do not move. */
export const DEFAULT_ROUNDS = { rounds: 7, leastMilliseconds: 50 } as const;

/** Of subjects that take longer than this for the least that they can do, fewer rounds must do. */
const LONG_ROUND_MILLISECONDS = 2000;
const ROUNDS_OF_LONG = 3;

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).toSorted(), 0.5);
}

/**
 * Warms up every subject, then lets them take turns, round by round.
 *
 * @param now - a clock in milliseconds
 * @returns for each subject, its nanoseconds per slot in each round
 */
export function measureInTurns(
  subjects: readonly Subject[],
  { rounds, leastMilliseconds, onTurn }: RoundOptions,
  now: () => number,
): number[][] {
  subjects.forEach((subject, i) => {
    onTurn?.(i, 0);
    subject.warmUp();
  });
  const measured = subjects.map((): number[] => []);
  const wanted = subjects.map(() => rounds);
  for (let round = 1; round <= rounds; round++) {
    subjects.forEach((subject, i) => {
      if (round > wanted[i]) return;
      onTurn?.(i, round);
      const start = now();
      measured[i].push(subject.round(leastMilliseconds));
      if (now() - start > LONG_ROUND_MILLISECONDS) wanted[i] = Math.min(rounds, ROUNDS_OF_LONG);
    });
  }
  return measured;
}
