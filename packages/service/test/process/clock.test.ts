/** A clock that was ahead and is right again; `npm run test:faults -- clock` plays it with libfaketime, and longer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type ClockFindings, clockTrial } from './clock-trial.ts';
import { type MutantName, makeMutant } from './mutant.ts';

const folder = mkdtempSync(join(tmpdir(), 'driftline-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY = 86_400_000;
const PRELOADED = fileURLToPath(new URL('./shifted-clock.cjs', import.meta.url));
const DECISIONS = 4;

function environment(ahead: number): Record<string, string> {
  return { NODE_OPTIONS: `--require "${PRELOADED}"`, DRIFTLINE_TEST_CLOCK_AHEAD: String(ahead) };
}

function trial(name: string, patience: number, program?: string): Promise<ClockFindings> {
  const env = { ahead: environment(DAY), right: environment(0) };
  const data = join(folder, `${name}.db`);
  return clockTrial({ data, env, decisions: DECISIONS, patience, ...(program ? { program } : {}) });
}

const SETTLED = {
  refused: 0,
  waiting: 0,
  // Silence counts as 0, so all are counted: with the one that was made when the clock was right again.
  counted: DECISIONS + 1,
  slow: ['counted'],
  codes: ['clock-ahead'],
  note: expect.stringContaining('see driftline store clock'),
  inOrder: true,
};

test('rewards and timeouts settle after a start with the clock a day ahead', async () => {
  expect(await trial('right', 60)).toEqual(SETTLED);
});

test.each<MutantName>(['do not record the offset', 'let the log go back'])(
  'notices a mutant: %s',
  async (name) => {
    const { program, remove } = makeMutant(name);
    const found = await trial(name, 8, program);
    remove();
    expect(found).not.toEqual(SETTLED);
  },
);
