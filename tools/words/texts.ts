/** The texts that the words test reads. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Finding,
  longSentencesIn,
  namelessLinksIn,
  phrasesIn,
  questionStartsIn,
} from './findings.ts';
import { markdownPassages } from './markdown.ts';
import type { Passage } from './passage.ts';
import { stringPassages } from './strings.ts';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Pages whose rates of words count. */
const GUIDES = ['README.md', 'docs/*.md', 'experiments/**/*.md', 'examples/**/*.md'];

/** Pages that users or contributors read. */
const PAGES = [
  ...GUIDES,
  '*.md',
  '.github/**/*.md',
  'docs/studies/advise.md',
  'packages/*/README.md',
];

/** Sources whose strings people read. */
const SOURCES = ['packages/*/src/**/*.{ts,tsx}'];

/** Installed packages, tests, and tables of glyphs. */
const PASSED_OVER = ['**/node_modules/**', '**/*.test.{ts,tsx}', 'packages/*/src/**/glyphs-*.ts'];

function filesOf(globs: readonly string[]): string[] {
  const found = globSync([...globs], { cwd: workspace, exclude: PASSED_OVER });
  return [...new Set(found)].sort();
}

export const guides: readonly string[] = filesOf(GUIDES);
export const pages: readonly string[] = filesOf(PAGES);
export const sources: readonly string[] = filesOf(SOURCES);

function read(file: string): string {
  return readFileSync(join(workspace, file), 'utf8');
}

/** The prose of a page, or the strings of a source. */
export function passagesOf(file: string): Passage[] {
  const passages = file.endsWith('.md') ? markdownPassages : stringPassages;
  return passages(file, read(file));
}

/** Every place of a page or source that breaks a rule, from top to bottom. */
export function findingsIn(file: string): Finding[] {
  const passages = passagesOf(file);
  const found = [...passages.flatMap(phrasesIn), ...passages.flatMap(questionStartsIn)];
  if (file.endsWith('.md')) {
    found.push(...passages.flatMap(longSentencesIn), ...namelessLinksIn(file, read(file)));
  }
  return found.sort((a, b) => a.line - b.line);
}
