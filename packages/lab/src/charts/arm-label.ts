/** What an arm is called where there is room for a few letters only. */
import { armLetter } from '@driftline/engine/display';

const MOST_LETTERS = 4;

/** Its name where the names of all arms are short, else its letter: never some by name and some by letter. */
export function armLabel(arm: number, names: readonly string[] | undefined): string {
  const name = names?.[arm];
  const areShort = names?.every(({ length }) => length <= MOST_LETTERS) ?? false;
  return areShort && name !== undefined ? name : armLetter(arm);
}
