/**
 * `npm run bench:against -- FOLDER`: the CPU cost of this checkout compared with another one.
 * The two take turns, so that a machine that slows down slows both. The order changes from round to round.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { policyCatalogue } from '@driftline/core';
import { median } from '@driftline/engine/studies';
import { medianRatio } from '../aims.ts';
import { shortNumber } from '../format.ts';
import { BenchOptionError } from '../options.ts';
import { textTable } from '../render.ts';
import type { Costs } from './costs.ts';
import { type AgainstOptions, type Part, readAgainstOptions } from './options.ts';
import { serviceCost } from './service-cost.ts';

const THIS_CHECKOUT = resolve(import.meta.dirname, '..', '..');

const UNITS: Readonly<Record<Part, string>> = {
  kernels: 'Compiled kernels, ns of CPU per slot',
  decisions: 'Decide and update in JavaScript, ns of CPU per decision',
  service: 'Service on SQLite, ns of CPU per request',
};

async function measure(checkout: string, part: Part, options: AgainstOptions): Promise<Costs> {
  if (part === 'service') return await serviceCost(checkout);
  const policies = options.policies ?? policyCatalogue.list.map(({ id }) => id);
  const program = join(import.meta.dirname, 'costs.ts');
  const args = [program, checkout, part, policies.join(',')];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

interface Rounds {
  readonly ours: readonly Costs[];
  readonly base: readonly Costs[];
}

async function takeTurns(part: Part, options: AgainstOptions): Promise<Rounds> {
  const [ours, base]: [Costs[], Costs[]] = [[], []];
  for (let round = 0; round < options.rounds; round++) {
    process.stderr.write(`${part}: round ${round + 1} of ${options.rounds}\n`);
    const ourTurn = async () => ours.push(await measure(THIS_CHECKOUT, part, options));
    const baseTurn = async () => base.push(await measure(options.base, part, options));
    for (const turn of round % 2 === 0 ? [ourTurn, baseTurn] : [baseTurn, ourTurn]) await turn();
  }
  return { ours, base };
}

/** The median ratio with the lowest and the highest ratio of a round. */
function rowOf(name: string, { ours, base }: Rounds): string[] {
  const [our, their] = [ours, base].map((rounds) => rounds.map((costs) => costs[name]));
  const ratios = our.map((cost, round) => cost / their[round]).sort((a, b) => a - b);
  const spread = `${ratios[0].toFixed(3)} to ${ratios[ratios.length - 1].toFixed(3)}`;
  const ratio = medianRatio(our, their).toFixed(3);
  return [name, shortNumber(median(their)), shortNumber(median(our)), ratio, spread];
}

/** The geometric mean over all names of their median ratios. */
function meanRatio(names: readonly string[], { ours, base }: Rounds): number {
  const logarithms = names.map((name) =>
    Math.log(
      medianRatio(
        ours.map((costs) => costs[name]),
        base.map((costs) => costs[name]),
      ),
    ),
  );
  return Math.exp(logarithms.reduce((sum, each) => sum + each, 0) / names.length);
}

async function comparePart(part: Part, options: AgainstOptions): Promise<void> {
  const rounds = await takeTurns(part, options);
  const names = Object.keys(rounds.base[0]).filter((name) => name in rounds.ours[0]);
  const titles = ['', 'base', 'this', 'ratio', 'lowest to highest'];
  const caption = `${UNITS[part]}; medians of ${options.rounds} rounds`;
  const rows = [titles, ...names.map((name) => rowOf(name, rounds))];
  const mean = `Geometric mean of the ratios: ${meanRatio(names, rounds).toFixed(3)}`;
  process.stdout.write(`${[...textTable({ caption, rows }), mean, ''].join('\n')}\n`);
}

try {
  const options = readAgainstOptions(process.argv.slice(2));
  for (const part of options.parts) await comparePart(part, options);
} catch (error) {
  if (!(error instanceof BenchOptionError)) throw error;
  process.stderr.write(
    `error: ${error.message}\n\nnpm run bench:against -- FOLDER [--only kernels,decisions,service] [--policies IDS] [--rounds 7]\n`,
  );
  process.exitCode = 2;
}
