/** Advice for many logs whose truth is known, and ways to choose compared over ten laws. */
import { describe, expect, test } from 'vitest';
import {
  adviceFor,
  advisedFor,
  type Compared,
  compareWays,
  Deployed,
  isTooLong,
  lawOf,
  logOfTogether,
} from '../choice-trial.ts';
import { keepFigures } from '../figures.ts';
import { laws } from '../laws.ts';

const ARMS = 3;
const LOGS = 20;
const size = { horizon: 20_000, paths: 40 };
const asked = { horizon: size.horizon };

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('where all arms jump every 2 000 slots', () => {
  const deployed = new Deployed(lawOf('jumps 2000'), ARMS, size);

  test.each([
    [10_000, 0.09],
    [1000, 0.15],
  ])('advice from %i rows', async (rows, most) => {
    const choices = await adviceFor('jumps 2000', { armCount: ARMS, rows, logs: LOGS }, asked);
    const score = meanOf(choices.map(({ spec }) => deployed.score(spec)));
    const needing = choices.filter(({ policy }) => policy === 'auto' || policy === 'adr').length;
    keepFigures(
      `advice: jumps 2000, ${rows} rows, ${ARMS} arms, ${LOGS} logs, played on ${size.paths} other paths`,
      `loses ${percent(score)}; a policy that needs nothing in ${needing} of ${LOGS}`,
    );
    expect(score).toBeLessThan(most);
    expect(choices.filter(isTooLong)).toEqual([]);
  });
});

test('no memory is praised where arms move together', async () => {
  const logs = 10;
  let praised = 0;
  for (let seed = 1; seed <= logs; seed++) {
    const { because } = await advisedFor(logOfTogether(seed), asked);
    if (because === 'beats-the-default') praised += 1;
  }
  keepFigures(`advice: arms that move together, 10 000 rows, ${logs} logs`, `praised ${praised}`);
  expect(praised).toBe(0);
});

describe('over ten laws', () => {
  test.each([
    [1000, 0.11],
    [10_000, 0.105],
  ])('advice from %i rows is as good as what needs nothing', async (rows, most) => {
    const compared: Compared[] = [];
    for (const law of laws)
      compared.push(await compareWays(law, { armCount: ARMS, rows, logs: 2 }, size));
    const mean = (way: Exclude<keyof Compared, 'law'>) => meanOf(compared.map((row) => row[way]));
    const ways = (['advised', 'quick', 'swUcb', 'auto', 'adr'] as const).map(
      (way) => `${way} ${percent(mean(way))}`,
    );
    keepFigures(
      `ways to choose: ten laws, ${rows} rows, ${ARMS} arms, 2 logs each`,
      ways.join(', '),
    );
    expect(mean('advised')).toBeLessThan(most);
    expect(mean('advised')).toBeLessThan(mean('auto') + 0.007);
    expect(mean('advised')).toBeLessThan(mean('quick'));
  });
});
