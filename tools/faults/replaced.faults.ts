/** The files of a store are moved, replaced, removed or cut under a service at work, in every way and several times. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkStore } from '../../packages/service/src/manage-store.ts';
import type { MutantName } from '../../packages/service/test/process/mutant.ts';
import {
  lateOf,
  type ReplacingFigures,
  replaceUnderLoad,
  ways,
} from '../../packages/service/test/process/replacing.ts';
import { grouped } from '../records.ts';
import { mutant, place } from './place.ts';
import { note } from './record.ts';

const TRIALS = 5;
const LONG = { clients: 6, batch: 100 };
/** From a log that is in memory as a whole to one that was taken over into the data file several times. */
const REWARDS = [500, 2000, 6000, 12_000, 20_000];
const wrong: readonly MutantName[] = [
  'acknowledge without a look at the files',
  'look at the files after answering',
];

async function trialsOf(way: (typeof ways)[number]): Promise<ReplacingFigures[]> {
  const all: ReplacingFigures[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const data = join(place('replaced'), 'data.db');
    const figures = await replaceUnderLoad({ ...LONG, way, data, rewards: REWARDS[trial] });
    expect(figures).toMatchObject({ exit: { code: 74, signal: null }, lost: 0, late: 0 });
    expect(figures.rescued).toHaveLength(1);
    const [{ damage }] = await checkStore(figures.rescued[0]);
    expect(damage).toBeNull();
    all.push(figures);
  }
  return all;
}

test('the files of the store are taken away', async () => {
  const late: string[] = [];
  for (const name of wrong) {
    const { program } = mutant(name);
    const found = await lateOf(program, () => join(place('mutant'), 'data.db'));
    expect(found.late).toBeGreaterThan(0);
    late.push(`${name}: ${grouped(found.late)} acknowledged afterwards`);
  }
  const all: ReplacingFigures[] = [];
  for (const way of ways) all.push(...(await trialsOf(way)));
  const sum = (name: 'decisions' | 'rewards') =>
    all.reduce((total, figures) => total + figures[name], 0);
  const [decisions, rewards] = [sum('decisions'), sum('rewards')];
  note('the files of the store are removed or replaced under load', {
    result: `${grouped(rewards)} acknowledged rewards over ${all.length} replacements: 0 lost`,
    details: `${TRIALS} times each: ${ways.map(({ name }) => name).join('; ')}. ${grouped(decisions)} acknowledged decisions and ${grouped(rewards)} rewards. 0 were missing from both the store and the rescued copy, and 0 requests sent afterwards were acknowledged. Exit code 74 and one intact copy each time`,
    mutants: late,
  });
});
