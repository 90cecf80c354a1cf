/** The flags of `npm run bench:against`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchOptionError } from '../options.ts';

/** Parts that can be measured alone. */
export const PARTS = ['kernels', 'decisions', 'service'] as const;
export type Part = (typeof PARTS)[number];

export interface AgainstOptions {
  /** The checkout that serves as the base. */
  readonly base: string;
  readonly parts: readonly Part[];
  /** Policies whose kernels are measured. Undefined stands for all of them. */
  readonly policies: readonly string[] | undefined;
  readonly rounds: number;
}

const isPart = (name: string): name is Part => PARTS.some((part) => part === name);

function partsOf(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  return only.split(',').map((name) => {
    if (isPart(name)) return name;
    throw new BenchOptionError(`--only must name parts (${PARTS.join(', ')}); got '${name}'`);
  });
}

function roundsOf(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1) return rounds;
  throw new BenchOptionError(`--rounds must be an integer >= 1; got '${text}'`);
}

function baseOf(positionals: readonly string[]): string {
  if (positionals.length !== 1) {
    throw new BenchOptionError(`name one folder to compare with; got ${positionals.length}`);
  }
  const base = resolve(positionals[0]);
  if (existsSync(join(base, 'packages', 'cli', 'dist'))) return base;
  throw new BenchOptionError(`${base} is not a built checkout of Driftline; run npm ci in it`);
}

/** Reads the flags. */
export function readAgainstOptions(args: readonly string[]): AgainstOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      policies: { type: 'string' },
      rounds: { type: 'string', default: '7' },
    },
  });
  return {
    base: baseOf(positionals),
    parts: partsOf(values.only),
    policies: values.policies?.split(','),
    rounds: roundsOf(values.rounds),
  };
}
