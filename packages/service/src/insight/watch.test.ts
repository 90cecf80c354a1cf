import type { Experiment } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import type { ExperimentMeasures, Measures } from '../writer/measures.ts';
import { Watch } from './watch.ts';

const EXPERIMENT: Experiment = {
  key: 'checkout',
  status: 'running',
  revision: 1,
  created: '2026-01-01T00:00:00.000Z',
  arms: [],
  policy: { type: 'sw-ucb' },
  memory: { decisions: 1000 },
  reward: { min: 0, max: 1, timeout: '10s' },
  explore: 0.02,
  defaultArm: 'blue',
  sticky: null,
  retain: '90d',
  warnings: [],
};

function measures(more: Partial<ExperimentMeasures>, others: Partial<Measures> = {}): Measures {
  const ours = {
    experiment: 'checkout',
    decisions: {},
    rewards: {},
    cancels: 0,
    delayDecisions: [],
    delaySeconds: [],
    swept: 0,
    restarts: 0,
    folded: 0,
    tail: 0,
    tailDecisions: 0,
    tailRewards: 0,
    pending: 0,
    ...more,
  };
  return {
    experiments: [ours],
    arms: [],
    gone: [],
    commitSeconds: [],
    batchOperations: [],
    snapshotSeconds: [],
    shed: {},
    queued: 0,
    damaged: 0,
    busy: 0,
    storeUp: true,
    storeFull: false,
    clockOffset: undefined,
    logClocks: [],
    ...others,
  };
}

function codes(watch: Watch, now: number, experiment = EXPERIMENT): string[] {
  return watch.ofExperiment(experiment, now).map(({ code }) => code);
}

test('decisions without rewards are silence after three timeouts; a reward ends it', () => {
  const watch = new Watch();
  watch.take(measures({ decisions: { policy: 100 } }), 1000);
  expect(codes(watch, 31_000)).toEqual([]);
  expect(codes(watch, 31_001)).toEqual(['no-rewards']);
  expect(codes(watch, 31_001, { ...EXPERIMENT, status: 'paused' })).toEqual([]);
  watch.take(measures({ rewards: { counted: 1 } }), 31_002);
  expect(codes(watch, 90_000)).toEqual([]);
});

test('rewards that another process took end the silence, and its decisions begin it', () => {
  const watch = new Watch();
  watch.take(measures({ decisions: { policy: 100 } }), 1000);
  watch.take(measures({ decisions: { policy: 100 }, tailRewards: 90 }), 20_000);
  expect(codes(watch, 40_000)).toEqual([]);
  watch.take(measures({ tailDecisions: 100 }), 41_000);
  expect(codes(watch, 90_000)).toEqual(['no-rewards']);
});

test('the 95th of 100 delays is compared with the memory, as long as it is recent', () => {
  const watch = new Watch();
  const delays = [...Array<number>(94).fill(1), ...Array<number>(6).fill(600)];
  watch.take(measures({ delayDecisions: delays, rewards: { counted: 100 } }), 0);
  expect(codes(watch, 1)).toEqual(['delay-beyond-memory']);
  expect(codes(watch, 300_001)).toEqual([]);
  watch.take(measures({ delayDecisions: Array<number>(30).fill(1) }), 2);
  expect(codes(watch, 3)).toEqual([]);
});

test('sticky answers are counted over five minutes', () => {
  const watch = new Watch();
  watch.take(measures({ decisions: { policy: 60, sticky: 61 }, rewards: { counted: 1 } }), 0);
  expect(codes(watch, 1000)).toEqual(['mostly-sticky']);
  expect(codes(watch, 311_000)).toEqual([]);
});

test('where rewards are held, the pace makes decisions of the timeout', () => {
  const watch = new Watch();
  const held = { ...EXPERIMENT, reward: { ...EXPERIMENT.reward, missing: 0 } };
  for (let second = 0; second <= 60; second++)
    watch.take(measures({ decisions: { policy: 21 }, rewards: { held: 1 } }), 1000 * second);
  expect(codes(watch, 60_000, held)).toEqual(['timeout-near-memory']);
  expect(codes(watch, 60_000)).toEqual([]);
});

test('an arm that takes all is compared with what was explored', () => {
  const watch = new Watch();
  const arms = [
    { key: 'blue', share: 1, mean: 0.5 },
    { key: 'green', share: 0, mean: null },
  ];
  watch.take(measures({}, { arms: [{ experiment: 'checkout', arms }] }), 0);
  expect(watch.oneArmed()).toEqual(['checkout']);
  expect(codes(watch, 1)).toEqual([]);
  const interval = (low: number, high: number) => ({ value: low, low, high, rewards: 50 });
  watch.explored(
    'checkout',
    new Map([
      ['blue', interval(0.1, 0.2)],
      ['green', interval(0.3, 0.4)],
    ]),
  );
  expect(codes(watch, 1)).toEqual(['one-arm-unsupported']);
  watch.take(measures({}, { gone: ['checkout'] }), 2);
  expect(watch.oneArmed()).toEqual([]);
});

test('slow commits and sheds are seen for five minutes', () => {
  const watch = new Watch();
  watch.take(measures({}, { commitSeconds: [0.2], shed: { 'queue-full': 2 } }), 0);
  watch.take(measures({}, { shed: { 'waited-too-long': 3 } }), 1000);
  const found = watch.ofService(2000);
  expect(found.map(({ code }) => code)).toEqual(['commits-slow', 'shedding']);
  expect(found[1].message).toContain('5 operations');
  expect(watch.ofService(400_000)).toEqual([]);
});

test('operations that a full or absent store turned away are not blamed on load', () => {
  const watch = new Watch();
  watch.take(measures({}, { shed: { 'disk-full': 5, unavailable: 3 }, storeFull: true }), 0);
  expect(watch.ofService(1000).map(({ code }) => code)).toEqual(['disk-full']);
  watch.take(measures({}), 2000);
  expect(watch.ofService(3000)).toEqual([]);
});
