/**
 * The number of single-letter insertions, deletions, replacements and swaps of neighbours that turn
 * one word into another (the "optimal string alignment" distance).
 */
export function editDistance(from: string, to: string): number {
  const width = to.length + 1;
  const table = new Int32Array((from.length + 1) * width);
  for (let j = 0; j < width; j++) table[j] = j;
  for (let i = 1; i <= from.length; i++) {
    table[i * width] = i;
    for (let j = 1; j < width; j++) {
      const replaced = table[(i - 1) * width + j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      const deleted = table[(i - 1) * width + j] + 1;
      const inserted = table[i * width + j - 1] + 1;
      let best = Math.min(replaced, deleted, inserted);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        best = Math.min(best, table[(i - 2) * width + j - 2] + 1);
      }
      table[i * width + j] = best;
    }
  }
  return table[from.length * width + width - 1];
}

/**
 * The known word that a mistyped one seems to mean: one that it begins, or else the one with the
 * fewest edits, if these are no more than a third of its letters (and one at least). Undefined where
 * none is that near. Case does not count; of equally near words the first in the list is taken.
 */
export function nearest(word: string, list: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const begun = list.find((known) => typed.length > 1 && known.toLowerCase().startsWith(typed));
  if (begun !== undefined) return begun;
  let best: string | undefined;
  let fewest = Math.max(1, Math.round(word.length / 3)) + 1;
  for (const known of list) {
    const distance = editDistance(typed, known.toLowerCase());
    if (distance < fewest) {
      best = known;
      fewest = distance;
    }
  }
  return best;
}

/** Longer lists are left out of a message that suggests a word. */
const LONGEST_LIST = 20;

/** The tail of an error about an unknown word: the nearest accepted one, then all of them if they are few. */
export function suggestion(word: unknown, list: readonly string[]): string {
  if (list.length === 0) return 'no name is accepted here';
  const guess = nearest(String(word), list);
  const names = list.join(', ');
  if (guess === undefined) return `accepted: ${names}`;
  const question = `did you mean '${guess}'?`;
  return list.length > LONGEST_LIST ? question : `${question} Accepted: ${names}`;
}
