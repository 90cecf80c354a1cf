/** The flags of the benchmark. */
import { parseArgs } from 'node:util';
import type { Section } from './section.ts';

/** What was asked for. */
export interface BenchOptions {
  readonly sections: readonly Section[];
  readonly quick: boolean;
  readonly record: boolean;
  readonly json: boolean;
  /** Whether tables are printed as Markdown, to be put into a page. */
  readonly markdown: boolean;
  readonly out: string | undefined;
  readonly help: boolean;
}

/** What is wrong with the flags. */
export class BenchOptionError extends Error {
  override readonly name = 'BenchOptionError';
}

function chosen(only: string | undefined, known: readonly Section[]): readonly Section[] {
  if (only === undefined) return known;
  const names = only.split(',').map((name) => name.trim());
  for (const name of names) {
    if (known.some(({ id }) => id === name)) continue;
    const ids = known.map(({ id }) => id).join(', ');
    throw new BenchOptionError(`--only must name sections (${ids}); got '${name}'`);
  }
  return known.filter(({ id }) => names.includes(id));
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        out: { type: 'string' },
        quick: flag,
        record: flag,
        json: flag,
        markdown: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new BenchOptionError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the flags. A record is of everything, measured well. */
export function readOptions(args: readonly string[], known: readonly Section[]): BenchOptions {
  const { only, out, quick, record, json, markdown, help } = parsed(args);
  if (record && (only !== undefined || quick)) {
    throw new BenchOptionError('--record goes neither with --only nor with --quick');
  }
  if (json && markdown) throw new BenchOptionError('--json goes without --markdown');
  return { sections: chosen(only, known), quick, record, json, markdown, out, help };
}

/** How the benchmark is used. */
export function helpText(known: readonly Section[]): string {
  return [
    'npm run bench -- [--only LIST] [--quick] [--markdown | --json] [--out FILE] [--record]',
    '',
    '  --only LIST   these sections, separated by commas:',
    ...known.map(({ id, title }) => `                  ${id.padEnd(10)} ${title}`),
    '  --quick       fewer and shorter rounds: for trying, not for judging',
    '  --markdown    print tables as Markdown',
    '  --json        print one JSON document instead of tables',
    '  --out FILE    write the JSON document to a file',
    '  --record      write bench/results/latest.json and latest.md',
    '',
  ].join('\n');
}
