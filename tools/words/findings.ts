/** Applies the rules to passages. */
import { namelessLinks } from './markdown.ts';
import { lineAt, type Passage, sentencesOf, wordsIn } from './passage.ts';
import { FORBIDDEN_PHRASES, MAX_SENTENCE_WORDS, QUESTION_WORDS, RATE_LIMITS } from './rules.ts';

/** A place that breaks a rule. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

export function findingText({ file, line, rule }: Finding): string {
  return `${file}:${line}: ${rule}`;
}

function excerpt(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length <= 60 ? flat : `${flat.slice(0, 57)}…`;
}

/** Words and phrases with a better one. */
export function phrasesIn(passage: Passage): Finding[] {
  return FORBIDDEN_PHRASES.flatMap(({ pattern, use }) =>
    Array.from(passage.text.matchAll(pattern), ({ index, 0: phrase }) => ({
      file: passage.file,
      line: lineAt(passage, index),
      rule: `"${phrase.trim()}" → ${use}`,
    })),
  );
}

/** Sentences with too many words. */
export function longSentencesIn(passage: Passage): Finding[] {
  return sentencesOf(passage.text)
    .map(({ sentence, at }) => ({ sentence, at, words: wordsIn(sentence) }))
    .filter(({ words }) => words > MAX_SENTENCE_WORDS)
    .map(({ sentence, at, words }) => ({
      file: passage.file,
      line: lineAt(passage, at),
      rule: `sentence of ${words} words, at most ${MAX_SENTENCE_WORDS}: "${excerpt(sentence)}"`,
    }));
}

/** Statements that begin as a question does. */
export function questionStartsIn(passage: Passage): Finding[] {
  return sentencesOf(passage.text)
    .filter(({ sentence }) => QUESTION_WORDS.test(sentence) && !sentence.endsWith('?'))
    .map(({ sentence, at }) => ({
      file: passage.file,
      line: lineAt(passage, at),
      rule: `begins like a question: "${excerpt(sentence)}"`,
    }));
}

/** Links whose text does not name their target. */
export function namelessLinksIn(file: string, page: string): Finding[] {
  return namelessLinks(page).map(({ line, text }) => ({
    file,
    line,
    rule: `link "${text}" does not name its target`,
  }));
}

/** A limited word, and how often a text has it. */
export interface Rate {
  readonly name: string;
  readonly limit: number;
  readonly perThousand: number;
}

export function ratesOf(passages: readonly Passage[]): Rate[] {
  const text = passages.map((passage) => passage.text).join('\n');
  const words = text.match(/\p{L}[\p{L}’'-]*/gu)?.length ?? 0;
  return RATE_LIMITS.map(({ name, pattern, limit }) => ({
    name,
    limit,
    perThousand: (1000 * (text.match(pattern)?.length ?? 0)) / Math.max(words, 1),
  }));
}
