/** The place of each note on a page: next to the answer that it changes. */
import type { Note, NoteCode } from '../contract/log.ts';

/** The number of a question; 0 is the opening. */
type Place = 0 | 1 | 2 | 3;

/** Notes of answers; all others are about reading, and stand in the opening. */
const PLACES: Readonly<Partial<Record<NoteCode, Place>>> = {
  'rewards-late': 1,
  'delays-differ': 2,
  'movement-too-fast': 2,
  'value-underestimated': 3,
  'rows-autocorrelated': 3,
  'support-partial': 3,
  'tails-infinite-variance': 3,
  'model-value': 3,
};

/** The answer of the second question contains it. */
const IN_ANSWER: NoteCode = 'choice-unstable';

function isAt(place: number): (note: Note) => boolean {
  return ({ code }) => code !== IN_ANSWER && (PLACES[code] ?? 0) === place;
}

/** Notes about reading. */
export function openingNotes(notes: readonly Note[]): readonly Note[] {
  return notes.filter(isAt(0));
}

/** Notes of a question, as sentences. */
export function questionNotes(notes: readonly Note[], question: number): string[] {
  return notes
    .filter(isAt(question))
    .map(({ text, isWarning }) => (isWarning ? `Warning: ${text}` : text));
}
