/** Services that are killed under load; `npm run test:faults` does it 200 times. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CycleOptions, killCycles } from './kill-cycles.ts';
import { makeMutant } from './mutant.ts';

const folder = mkdtempSync(join(tmpdir(), 'driftline-kill-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SHORT: Omit<CycleOptions, 'data'> = {
  cycles: 3,
  rewards: 600,
  batch: 50,
  clients: 4,
  seed: 1,
};

test('what was acknowledged is there after kill −9, and counted once', async () => {
  const figures = await killCycles({ ...SHORT, data: join(folder, 'killed.db') });
  expect(figures).toMatchObject({ cycles: 3, lost: 0, wrong: 0 });
  expect(figures.rewards).toBeGreaterThan(3 * 300);
  expect(figures.counted).toBe(figures.rewards);
  expect(figures.decisions).toBe(figures.rewards);
});

test('a service that acknowledges before it commits is found out', async () => {
  const { program, remove } = makeMutant('acknowledge before commit');
  const data = join(folder, 'mutant.db');
  // One client: its next request would let the commit happen, and it is killed before.
  const mutant = { ...SHORT, program, data, cycles: 10, clients: 1, rewards: 100, untilLost: true };
  const figures = await killCycles(mutant);
  remove();
  expect(figures.lost).toBeGreaterThan(0);
});
