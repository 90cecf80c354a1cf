/** A policy that the page has never heard of is put in words by its own file. */
import { showingOf } from '@driftline/core/showing';
import { type Comparison, Plugins, watchReplication } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { dropping } from '../../../engine/test/dropping-policy.ts';
import { armAt, nowLines } from './arm-now.ts';
import { asideSentence, hasAside, lacking, outStretches, outWord } from './moment.ts';
import { slotSentence } from './sentences.ts';

const comparison: Comparison = {
  name: 'own',
  environment: { kind: 'named', spec: 'paper-2', horizon: 40 },
  policies: ['dropping'],
  replications: 1,
  seed: 3,
  checkpoints: { count: 2, spacing: 'linear' },
};

const named = {
  watched: watchReplication(comparison, 0, 0, new Plugins([{ policies: [dropping] }])),
  shows: showingOf(dropping),
  policy: 'Dropping',
  isFixed: false,
  isRested: false,
  decimals: 2,
  arm: (arm: number) => `arm ${'ABC'[arm]}`,
};

test('why it picked, and what it is doing', () => {
  const { before, strong, after } = slotSentence(named, 1);
  expect(before + strong + after).toMatch(
    /^Slot 1: Dropping picks arm B, whose turn it is in round 1\./,
  );
  expect(hasAside(named)).toBe(true);
  expect(asideSentence(named, 1, 2)).toBe('Round 1 is played by arm A, arm B and arm C.');
  expect(asideSentence(named, 3, 2)).toMatch(/^Round 2 is played by arm [AB] and arm [BC]\.$/);
});

test('how its arms stand, and what it lacks', () => {
  const worst = [0, 1, 2].find((arm) => outStretches(named, arm)[0]?.[0] === 3) ?? -1;
  expect(outStretches(named, worst)).toEqual([[3, 40]]);
  expect(outWord(named)).toBe('dropped');
  expect(armAt(named, 2, worst).standing).toBe('left');
  expect(nowLines(named, armAt(named, 3, worst), false)[1]).toBe('dropped · 1 sample');
  expect(lacking(named)).toBe('no index: it drops the worst arm after each round');
});

test('one that shows nothing has its picks all the same', () => {
  const silent = { ...named, shows: showingOf(undefined) };
  expect(slotSentence(silent, 1).after).toMatch(/^\. /);
  expect(hasAside(silent)).toBe(false);
  expect(lacking(silent)).toBe('its belief about an arm is not shown');
});
