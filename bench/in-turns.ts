/** Subjects with names that take turns, for sections that compare costs per slot. */
import { measureInTurns, type Subject } from '@driftline/engine/studies';
import type { BenchContext } from './section.ts';

/** A clock in milliseconds. */
export const now = (): number => performance.now();

/** Measures subjects; returns the rounds of each by its name. */
export function inTurns(
  subjects: ReadonlyMap<string, Subject>,
  { rounds, leastMilliseconds, status }: BenchContext,
): Map<string, number[]> {
  const names = [...subjects.keys()];
  const onTurn = (subject: number, round: number) =>
    status(`${names[subject]}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}`);
  const measured = measureInTurns(
    [...subjects.values()],
    { rounds, leastMilliseconds, onTurn },
    now,
  );
  return new Map(names.map((name, i) => [name, measured[i]]));
}

/** The rounds of a subject that was measured. */
export function roundsOf(measured: ReadonlyMap<string, number[]>, name: string): number[] {
  const rounds = measured.get(name);
  if (rounds === undefined) throw new Error(`nothing was measured under the name ${name}`);
  return rounds;
}
