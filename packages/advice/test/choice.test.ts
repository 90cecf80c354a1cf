/**
 * Advice for logs whose truth is known. `npm test` tries few logs, `npm run test:advise` as many as are named, and
 * compares ways to choose over ten laws.
 */
import type { Choice } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { advisedFor, type Compared, compareWays, Deployed } from './choice-trial.ts';
import { laws, logOf } from './laws.ts';
import { madeLog, waves } from './synthetic.ts';

const isLong = process.env.DRIFTLINE_ADVISE === 'long';
const ARMS = 3;
const HORIZON = 20_000;
const size = { horizon: HORIZON, paths: isLong ? 40 : 4 };
/** In `npm test` candidates play in few worlds. */
const asked = { horizon: HORIZON, ...(isLong ? {} : { worlds: 4 }) };

function lawOf(name: string) {
  const law = laws.find((each) => each.name === name);
  if (law === undefined) throw new Error(`there is no law ${name}`);
  return law;
}

async function adviceFor(law: string, rows: number, logs: number): Promise<Choice[]> {
  const choices: Choice[] = [];
  for (let seed = 1; seed <= logs; seed++)
    choices.push(await advisedFor(logOf(lawOf(law), ARMS, rows, seed), asked));
  return choices;
}

describe('where all arms jump every 2 000 slots', () => {
  const deployed = new Deployed(lawOf('jumps 2000'), ARMS, size);

  test('a log of 10 000 rows leads to a policy that needs nothing, and at most 9 % of the loss of blind choice', async () => {
    const choices = await adviceFor('jumps 2000', 10_000, isLong ? 20 : 1);
    const scores = choices.map(({ spec }) => deployed.score(spec));
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeLessThan(0.09);
    const needsNothing = choices.filter(({ policy }) => policy === 'auto' || policy === 'adr');
    expect(needsNothing.length / choices.length).toBeGreaterThanOrEqual(0.9);
  });

  test('a log of 1 000 rows never leads to a long memory with a narrow width', async () => {
    const choices = await adviceFor('jumps 2000', 1000, isLong ? 20 : 1);
    for (const { policy, params, spec } of choices) {
      expect(deployed.score(spec)).toBeLessThan(0.15);
      const { window = 0, scale = 1 } = params;
      expect(window >= 6400 && scale <= (policy === 'd-ucb' ? 0.18 : 0.36)).toBe(false);
      if (policy !== 'auto' && policy !== 'adr') expect(window).toBeLessThanOrEqual(1600);
    }
  });
});

describe('where arms move together', () => {
  test('no memory is praised', async () => {
    for (let seed = 1; seed <= (isLong ? 10 : 1); seed++) {
      const wave = waves(5000, 1, 0.2);
      const means = (slot: number, arm: number) => wave(slot, 0) - 0.05 * arm;
      const log = madeLog({ rows: 10_000, armCount: ARMS, means, seed });
      const { policy, because } = await advisedFor(log, asked);
      expect([policy, because]).toEqual(['auto', 'arms-move-together']);
    }
  });
});

function meanOf(rows: readonly Compared[], way: Exclude<keyof Compared, 'law'>): number {
  return rows.reduce((sum, row) => sum + row[way], 0) / rows.length;
}

describe.runIf(isLong)('over ten laws', () => {
  test.each([
    [1000, 0.11],
    [10_000, 0.105],
  ])('advice from %i rows is as good as what needs nothing', async (rows, most) => {
    const compared: Compared[] = [];
    for (const law of laws)
      compared.push(await compareWays(law, { armCount: ARMS, rows, logs: 2 }, size));
    console.table(compared);
    expect(meanOf(compared, 'advised')).toBeLessThan(most);
    expect(meanOf(compared, 'advised')).toBeLessThan(meanOf(compared, 'auto') + 0.007);
    expect(meanOf(compared, 'advised')).toBeLessThan(meanOf(compared, 'quick'));
  });
});
