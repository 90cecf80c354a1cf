/** What an arm is called where there is room for a few letters only. */
import { armLetter } from '@driftline/engine/display';

const MOST_LETTERS = 4;

/** Its name where that is short, else its letter. */
export function armLabel(arm: number, names: readonly string[] | undefined): string {
  const name = names?.[arm];
  return name !== undefined && name.length <= MOST_LETTERS ? name : armLetter(arm);
}
