import { expect, test } from 'vitest';
import { configOf, KeptLog, START } from '../../test/kept-log.ts';
import { ProblemError } from '../model/problems.ts';
import { history } from './history.ts';

const at = (event: number) => new Date(START + 1000 * event).toISOString();

test('bins hold equally many decisions, and the means of what their own decisions earned', async () => {
  const log = new KeptLog();
  for (let i = 0; i < 10; i++) log.decide(i % 2);
  // The last decision's reward comes first: it counts in the bin of its decision.
  for (let i = 9; i >= 0; i--) log.settle(i, i / 10);
  const { from, to, bins } = await history(log, 'checkout', 3);
  expect([from, to]).toEqual([0, 10]);
  expect(bins.map((bin) => [bin.from, bin.to])).toEqual([
    [0, 4],
    [4, 8],
    [8, 10],
  ]);
  expect(bins[1]).toEqual({
    from: 4,
    to: 8,
    start: at(6),
    end: at(9),
    rewarded: 4,
    arms: [
      { decisions: 2, rewards: 2, mean: expect.closeTo(0.5, 12) },
      { decisions: 2, rewards: 2, mean: expect.closeTo(0.6, 12) },
    ],
  });
});

test('an arm without rewards has no mean; cancelled and late ones are none', async () => {
  const log = new KeptLog();
  log.settle(log.decide(0), null, 'cancel');
  log.settle(log.decide(0), 1, 'late');
  log.decide(0);
  const { bins } = await history(log, 'checkout', 1);
  expect(bins[0].arms[0]).toEqual({ decisions: 3, rewards: 0, mean: null });
  // The late one came all the same.
  expect(bins[0].rewarded).toBe(1);
});

test('where silence is worth something it counts, of closed decisions alone', async () => {
  const reward = { values: { min: 0, max: 1 }, timeout: 1000, missing: 0, early: false };
  const log = new KeptLog(configOf({ reward }));
  for (let i = 0; i < 8; i++) log.decide(0);
  log.settle(1, 1);
  log.settle(2, null, 'cancel');
  log.sweep(5);
  log.settle(6, 1);
  const { bins } = await history(log, 'checkout', 1);
  expect(bins[0].arms[0]).toEqual({ decisions: 8, rewards: 4, mean: 0.25 });
  expect(bins[0].rewarded).toBe(2);
});

test('changes are marks at the first decision after them, restarts too; sweeps and erasures are none', async () => {
  const log = new KeptLog();
  log.decide(0);
  log.decide(1);
  log.change('restart', { restarts: 1, number: 2 });
  log.sweep(1);
  log.decide(1);
  const config = configOf({ policy: { type: 'ucb1', params: {} } });
  log.change('config', config);
  log.change('revise', {
    policy: config.policy,
    memory: null,
    arms: [0, 1],
    from: 1,
    cause: 'policy',
  });
  log.change('erase', { tombstone: 'erased', decisions: 4 });
  log.decide(0);
  log.change('arm', { place: 1, arm: { key: 'green', payload: null, state: 'retired' } });
  log.change('status', { status: 'paused' });
  const { marks } = await history(log, 'checkout', 10);
  expect(marks.map(({ number, kind, text }) => [number, kind, text])).toEqual([
    [0, 'created', 'created with 2 arms, policy auto'],
    [2, 'restart', 'the policy detected a change and restarted'],
    [3, 'changed', 'changed to policy ucb1'],
    [3, 'revised', 'policy rebuilt from decision 1: a new policy or memory'],
    [4, 'arm', 'arm green is retired'],
    [4, 'status', 'paused'],
  ]);
  expect(marks[1].at).toBe(at(4));
});

test('what retention deleted is not there: bins begin with what is kept', async () => {
  const log = new KeptLog();
  for (let i = 0; i < 100; i++) log.play(0, 1);
  log.prune(60);
  const { from, to, bins } = await history(log, 'checkout', 4);
  expect([from, to, bins.length]).toEqual([60, 100, 4]);
});

test('an experiment without decisions has no bins, and one mark', async () => {
  const { from, to, bins, marks } = await history(new KeptLog(), 'checkout', 200);
  expect([from, to, bins.length, marks.length]).toEqual([0, 0, 0, 1]);
});

test('rows are read in pages of at most 10 000', async () => {
  const log = new KeptLog();
  for (let i = 0; i < 12_345; i++) log.decide(i % 2);
  const { bins } = await history(log, 'checkout', 50);
  const decided = bins.flatMap(({ arms }) => arms).reduce((sum, arm) => sum + arm.decisions, 0);
  expect(decided).toBe(12_345);
  expect(log.largestPage).toBeLessThanOrEqual(10_000);
});

test('an unknown experiment is not found', async () => {
  const asked = history(new KeptLog(), 'nobody', 10);
  await expect(asked).rejects.toBeInstanceOf(ProblemError);
  await expect(asked).rejects.toMatchObject({ kind: 'not-found' });
});
