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
import { mutant, place } from './place.ts';
import { count, note } from './record.ts';

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
    late.push(`${name}: ${count(found.late)} acknowledged afterwards`);
  }
  const all: ReplacingFigures[] = [];
  for (const way of ways) all.push(...(await trialsOf(way)));
  const sum = (name: 'decisions' | 'rewards') =>
    count(all.reduce((total, figures) => total + figures[name], 0));
  note(
    'the files of the store are taken away under load',
    `${TRIALS} times each: ${ways.map(({ name }) => name).join('; ')}. ${sum('decisions')} acknowledged decisions and ${sum('rewards')} rewards, 0 in neither the store nor the rescued copy, 0 acknowledged for requests sent afterwards; exit 74 and one whole copy each time`,
    late.join('; '),
  );
});
