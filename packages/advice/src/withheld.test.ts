import { randomStream } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { expect, test } from 'vitest';
import { exponentialDelays, withDelays } from '../test/late-logs.ts';
import { madeLog, stationary } from '../test/synthetic.ts';
import { advise } from './advise.ts';
import type { Advice } from './contract/advice.ts';
import type { Drift } from './contract/drift.ts';
import type { Log } from './contract/log.ts';
import { isRefused } from './contract/refusal.ts';
import type { Tails } from './contract/tails.ts';
import { meansWithheld, undecided, withoutSquares } from './withheld.ts';
import { InlineWorkers } from './work/inline-workers.ts';

const made = madeLog({ rows: 4000, armCount: 2, means: stationary(0.3, 0.25), seed: 5 });
const late = { ...withDelays(made, exponentialDelays(500), 5), arrival: undefined };
const reading = {
  ...{ format: 'csv', isCompressed: false, columns: {}, rows: 4000, dropped: [], notes: [] },
};

/** Worlds are short: what is withheld does not depend on how long they are. */
async function advised(
  log: Log,
  more: { attribution?: number; values?: readonly string[] } = {},
): Promise<Advice> {
  const request = { name: 'log.csv', log, reading, software: '0', seed: 1, horizon: 300, ...more };
  const work = { workers: new InlineWorkers(), kernels: loadKernels() };
  const { advice } = await advise({ ...request, isQuick: true }, work);
  return advice;
}

test('where rewards may be late and nobody says when they came, nothing is said of means', async () => {
  const { drift, advice, values, gain, notes } = await advised(late);
  const why = { refused: 'arrivals-missing', need: { column: 'arrival' } };
  expect(drift.verdict).toBe('unknown');
  expect(drift.why).toEqual(why);
  expect(advice).toEqual(why);
  expect(values).toEqual([{ policy: 'auto', ...why }]);
  expect(gain).toEqual(why);
  expect(notes.map(({ code }) => code)).toContain('rewards-late');
});

test('where tails leave no mean, nothing is said of means', async () => {
  const reward = made.reward.map(
    (_, row) => Math.tan(Math.PI * (((row * 0.6180339887) % 1) - 0.5)) ** 3,
  );
  const heavy = { ...made, reward, rewards: { ...made.rewards, kind: 'real' as const } };
  const { advice, values, gain } = await advised(heavy);
  expect(advice).toMatchObject({ refused: 'mean-undefined' });
  expect(values).toMatchObject([{ refused: 'mean-undefined' }]);
  expect(gain).toMatchObject({ refused: 'mean-undefined' });
});

test('where somebody says how long to wait, all is answered without the end', async () => {
  const { advice, values, gain, log } = await advised(late, {
    attribution: 2300,
    values: ['advice'],
  });
  expect(log.pending).toBe(2300);
  expect([advice, values[0], gain].some(isRefused)).toBe(false);
});

const WHY = { refused: 'arrivals-missing', need: { column: 'arrival' } } as const;

test('where one arm has all decisions, that is the reason', () => {
  const signs = { isPoor: true, isSuspected: true, fall: [], error: [] };
  const tails = { refused: 'rewards-discrete', need: {} } as const;
  const logging = { shares: [1, 0], isGiven: false, usesContext: false };
  const before = (kind: 'fixed' | 'uniform') => ({
    ...{ late: signs, tails, logging: { ...logging, kind } },
  });
  expect(meansWithheld(before('fixed'))).toBeUndefined();
  expect(meansWithheld(before('uniform'))).toEqual(WHY);
});

test('that no drift was seen stays true', () => {
  const drift = (verdict: Drift['verdict']): Drift => ({
    ...{ verdict, sharing: 'unknown', arms: [] },
  });
  expect(undecided(drift('none-detected'), WHY)).toEqual(drift('none-detected'));
  expect(undecided(drift('drifting'), undefined)).toEqual(drift('drifting'));
  expect(undecided(drift('signs'), WHY)).toEqual({ ...drift('unknown'), why: WHY });
});

test('where rewards have no variance, neither speed nor form is told', () => {
  const rate = { L: 1000, value: 1, low: 0.5, high: 2, detectable: 1 };
  const kind = { kind: 'smooth', fits: [], steps: [] } as const;
  const drift = (verdict: Drift['verdict']): Drift => ({
    ...{ verdict, sharing: 'unknown', arms: [], rate, kind },
  });
  const tails = (verdict: Tails['verdict']) => ({
    ...{ verdict, tails: [], isPower: true, largestSquare: 0.5, topTen: 0.5 },
  });
  const left = withoutSquares(drift('drifting'), tails('no-variance'));
  expect([left.verdict, left.rate, left.kind?.kind]).toEqual(['drifting', undefined, 'unknown']);
  expect(withoutSquares(drift('none-detected'), tails('no-variance')).rate).toEqual(rate);
  expect(withoutSquares(drift('drifting'), tails('heavy'))).toEqual(drift('drifting'));
});

test('only those values are left open that were asked for', async () => {
  const policies = async (values: readonly string[]) =>
    (await advised(late, { values })).values.map(({ policy }) => policy);
  expect(await policies([])).toEqual([]);
  expect(await policies(['ucb1', 'advice'])).toEqual(['ucb1', 'auto']);
});

test('where rows near each other are alike, neither a memory nor a gain follows from that', async () => {
  const random = randomStream(3, 1);
  const users = Array.from({ length: 1000 }, () => (random.uniform() < 0.5 ? 0.2 : 0.8));
  const means = (slot: number) => users[Math.floor(slot / 5)];
  const log = madeLog({ rows: 5000, armCount: 2, means, seed: 1 });
  const { drift, advice, gain, notes } = await advised(log, { values: [] });
  const why = { refused: 'rows-autocorrelated', need: {} };
  expect(drift.why).toEqual(why);
  expect(gain).toEqual(why);
  expect(advice).toMatchObject({ policy: 'auto', because: 'unknown' });
  expect(advice).not.toHaveProperty('quick');
  expect(notes.map(({ code }) => code)).toContain('rows-autocorrelated');
});
