/** A piece of text that is read in one go: a paragraph, an item of a list, a cell of a table, or a string. */
export interface Passage {
  readonly file: string;
  /** Line in the file at which the text begins, from 1. */
  readonly line: number;
  /** Without markup. Line breaks are those of the file. */
  readonly text: string;
}

/** Stands for inline code, which is a word but not one of ours. */
export const CODE = '◻';

/** The line of the file at which a position of the text is. */
export function lineAt({ line, text }: Passage, position: number): number {
  return line + text.slice(0, position).split('\n').length - 1;
}

/** The sentences of a text, each with its position. */
export function sentencesOf(text: string): { readonly sentence: string; readonly at: number }[] {
  const sentences: { sentence: string; at: number }[] = [];
  const ends = /[.!?…:]["”’)]*(?=\s+["“‘(]*[\p{Lu}\d◻])|$/gu;
  let begin = 0;
  for (const end of text.matchAll(ends)) {
    // A colon ends a sentence only if it also ends a line.
    const next = end.index + end[0].length;
    if (end[0].startsWith(':') && text[next] !== '\n') continue;
    const sentence = text.slice(begin, next);
    if (sentence.trim() !== '') sentences.push({ sentence: sentence.trim(), at: begin });
    begin = next;
  }
  return sentences;
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\d◻][\p{L}\d’'◻.,%-]*/gu)?.length ?? 0;
}
