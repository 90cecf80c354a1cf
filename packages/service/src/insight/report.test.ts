import { expect, test } from 'vitest';
import { configOf, KeptLog } from '../../test/kept-log.ts';
import { difference, meanOver, studentQuantile } from './intervals.ts';
import { Moments } from './moments.ts';
import { report } from './report.ts';

const CLICKS = { values: { min: 0, max: 1 }, timeout: 1000, missing: 0, early: false };

function of(...values: number[]): Moments {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
}

test.each([
  [8, 2.306],
  [20, 2.086],
  [100, 1.984],
  [Number.POSITIVE_INFINITY, 1.96],
])("Student's quantile for %d degrees is that of the tables", (degrees, quantile) => {
  expect(studentQuantile(degrees)).toBeCloseTo(quantile, 3);
});

test("Wilson's interval of 10 in 50 is that of the textbook", () => {
  const rewards = of(...Array<number>(10).fill(1), ...Array<number>(40).fill(0));
  const { value, low, high } = meanOver([{ weight: 1, rewards }], { min: 0, max: 1 });
  expect(value).toBeCloseTo(0.2, 12);
  // The sample's variance divides by 49 instead of 50, which is a fifth of a percent.
  expect(low).toBeCloseTo(0.1124, 2);
  expect(high).toBeCloseTo(0.3304, 2);
});

test("Newcombe's difference of 56 in 70 and 48 in 80 is that of his paper", () => {
  const part = (ones: number, all: number) =>
    meanOver(
      [{ weight: 1, rewards: of(...Array.from({ length: all }, (_, i) => (i < ones ? 1 : 0))) }],
      {
        min: 0,
        max: 1,
      },
    );
  const { value, low, high } = difference(part(56, 70), part(48, 80));
  expect(value).toBeCloseTo(0.2, 12);
  expect(low).toBeCloseTo(0.0524, 2);
  expect(high).toBeCloseTo(0.3339, 2);
});

test('no clicks at all still leave room above', () => {
  const rewards = of(...Array<number>(50).fill(0));
  const { low, high } = meanOver([{ weight: 1, rewards }], { min: 0, max: 1 });
  expect(low).toBe(0);
  expect(high).toBeCloseTo(0.0713, 4);
});

/** Explored: blue 0.2, green 0.6. The policy plays green alone. */
function clicks(): KeptLog {
  const log = new KeptLog(configOf({ reward: CLICKS }));
  for (let i = 0; i < 1000; i++) {
    const explored = i % 10 === 0;
    const arm = explored ? (i / 10) % 2 : 1;
    const number = log.decide(arm, { reason: explored ? 'explored' : 'policy' });
    const turn = explored ? Math.floor(i / 20) : i - Math.floor(i / 10) - 1;
    if (turn % 5 < (arm === 0 ? 1 : 3)) log.settle(number, 1);
  }
  log.sweep(1000);
  return log;
}

test('means of arms and of even play come from the explored slice, silence counted', async () => {
  const { arms, uniform, policy, gain, silence } = await report(clicks(), 'checkout');
  expect(silence).toBe('missing');
  expect(arms.map(({ key, explored }) => [key, explored?.value, explored?.rewards])).toEqual([
    ['blue', expect.closeTo(0.2, 12), 50],
    ['green', expect.closeTo(0.6, 12), 50],
  ]);
  expect(uniform?.value).toBeCloseTo(0.4, 2);
  expect(policy?.value).toBeCloseTo(0.6, 2);
  expect(policy?.rewards).toBe(900);
  expect(gain?.value).toBeCloseTo(0.2, 2);
  expect(gain?.low).toBeGreaterThan(0);
  expect(gain?.low).toBeLessThan(0.2);
});

test('what the policy itself plays moves no arm of the explored slice', async () => {
  const log = clicks();
  for (let i = 0; i < 500; i++) log.play(0, 1);
  log.sweep(1500);
  const { arms } = await report(log, 'checkout');
  expect(arms[0].explored?.value).toBeCloseTo(0.2, 12);
});

test('open decisions are not in it, though some have a reward already; the report says how many wait', async () => {
  const log = clicks();
  for (let i = 0; i < 100; i++) {
    const number = log.decide(0, { reason: 'explored' });
    if (i < 30) log.settle(number, 1);
  }
  const { arms, notes } = await report(log, 'checkout');
  expect(arms[0].explored?.value).toBeCloseTo(0.2, 12);
  expect(notes.join(' ')).toContain('70 decisions of the range are pending');
});

test('imported lines are no part of it', async () => {
  const log = new KeptLog(configOf());
  for (let i = 0; i < 100; i++) log.play(0, 1, { reason: 'imported' });
  const { uniform, policy, notes } = await report(log, 'checkout');
  expect([uniform, policy]).toEqual([null, null]);
  expect(notes.join(' ')).toContain('0 rewards of explored decisions, but 10 are needed');
});

test('too little is null, with a note that names the arms', async () => {
  const log = clicks();
  log.configure({
    ...configOf({ reward: CLICKS }),
    arms: [...configOf().arms, { key: 'red', payload: null, state: 'active' }],
  });
  log.play(2, 1, { reason: 'explored' });
  log.sweep(1001);
  const { arms, uniform, notes } = await report(log, 'checkout');
  expect(arms[2]).toEqual({ key: 'red', explored: null });
  expect(uniform).not.toBeNull();
  expect(notes).toContain('Too few explored rewards (fewer than 10) for these arms: red.');
});

test('amounts between the ends need more, and get Student’s interval', async () => {
  const log = new KeptLog(configOf());
  for (let i = 0; i < 60; i++)
    log.play(i % 2, 0.25 + 0.5 * (i % 3 === 0 ? 1 : 0), { reason: 'explored' });
  const { arms, silence, notes } = await report(log, 'checkout');
  expect(silence).toBe('left out');
  expect(arms[0].explored?.rewards).toBe(30);
  const [interval] = arms.map(({ explored }) => explored);
  const half =
    (studentQuantile(29) * Math.sqrt((0.5 ** 2 * (1 / 3) * (2 / 3) * 30) / 29)) / Math.sqrt(30);
  expect(interval?.high).toBeCloseTo(0.25 + 0.5 / 3 + half, 12);
  expect(notes[0]).toContain('Student');
});

test('a range of numbers is reported by itself', async () => {
  const log = clicks();
  const { from, to, policy } = await report(log, 'checkout', { from: 100, to: 300 });
  expect([from, to, policy?.rewards]).toEqual([100, 300, 180]);
});

test('explored decisions among some arms only are said to be so', async () => {
  const log = clicks();
  log.play(0, 1, { reason: 'explored', eligible: '[0]' });
  log.sweep(1001);
  const { notes } = await report(log, 'checkout');
  expect(notes.join(' ')).toContain('1 explored decisions were limited to some arms');
});
