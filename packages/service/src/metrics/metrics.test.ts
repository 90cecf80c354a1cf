import type { ServiceWarning } from '@driftline/client/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExperimentMeasures, Measures } from '../writer/measures.ts';
import { Metrics } from './metrics.ts';
import { metricTable } from './table.ts';

const EMPTY: Measures = {
  experiments: [],
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
};

function ofExperiment(experiment: string, more: Partial<ExperimentMeasures> = {}) {
  return {
    experiment,
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
}

/** Something of everything. */
const FULL: Measures = {
  experiments: [
    ofExperiment('checkout', {
      decisions: { policy: 5, explored: 1, sticky: 2, paused: 3 },
      rewards: { counted: 4, duplicate: 1 },
      cancels: 2,
      delayDecisions: [3, 700],
      delaySeconds: [0.3, 20],
      swept: 6,
      restarts: 1,
      folded: 17,
      tail: 11,
      tailDecisions: 6,
      tailRewards: 5,
      pending: 9,
    }),
  ],
  arms: [
    {
      experiment: 'checkout',
      arms: [
        { key: 'blue', share: 0.75, mean: 0.5 },
        { key: 'green', share: 0.25, mean: null },
      ],
    },
  ],
  gone: [],
  commitSeconds: [0.003, 0.004],
  batchOperations: [25, 1],
  snapshotSeconds: [0.2],
  shed: { 'queue-full': 3 },
  queued: 12,
  damaged: 1,
  busy: 2,
  storeUp: true,
  storeFull: false,
  clockOffset: -1250,
  logClocks: [
    { experiment: 'checkout', ahead: 90_000, isHolding: false },
    { experiment: 'search', ahead: 0, isHolding: true },
  ],
};

let ready = true;
let warnings = new Map<string, ServiceWarning[]>();
let metrics: Metrics;

beforeEach(() => {
  ready = true;
  warnings = new Map();
  metrics = new Metrics({ ready: () => ready, warnings: () => warnings });
});
afterEach(() => metrics.close());

/** The series of Driftline's own, each with its value. */
async function series(): Promise<Map<string, number>> {
  const lines = (await metrics.render()).split('\n');
  return new Map(
    lines
      .filter((line) => line.startsWith('driftline_'))
      .map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' '))),
      ]),
  );
}

test('every metric of the table moves', async () => {
  const before = await series();
  metrics.take(FULL);
  metrics.observe('/v1/experiments/:key/decisions', 200, 0.002);
  ready = false;
  warnings = new Map([['checkout', [{ code: 'no-rewards', message: '' }]]]);
  const after = await series();
  const moved = new Set<string>();
  for (const [name, value] of after)
    if (before.get(name) !== value) moved.add(name.replace(/\{.*/, ''));
  // It follows what the thread does, and is asked for by itself below.
  moved.add('driftline_loop_delay_seconds');
  for (const [name, { kind }] of Object.entries(metricTable)) {
    const shown = `driftline_${name}${kind === 'histogram' ? '_count' : ''}`;
    expect([...moved]).toContain(shown);
  }
});

test('a store that does not answer is seen, and one without a clock has no offset', async () => {
  metrics.take(FULL);
  metrics.take({ ...FULL, storeUp: false, clockOffset: undefined });
  const now = await series();
  expect(now.get('driftline_store_up')).toBe(0);
  expect(now.has('driftline_clock_offset_seconds')).toBe(false);
});

test('the delay of the main thread is seen', async () => {
  const longest = async () => (await series()).get('driftline_loop_delay_seconds{quantile="1"}');
  await expect.poll(longest).toBeGreaterThan(0);
});

test('values are those of the measures, and counters add up', async () => {
  metrics.take(FULL);
  metrics.take(FULL);
  const now = await series();
  const expected = {
    'driftline_decisions_total{experiment="checkout",reason="sticky"}': 4,
    'driftline_rewards_total{experiment="checkout",status="counted"}': 8,
    'driftline_cancels_total{experiment="checkout"}': 4,
    'driftline_sweeps_closed_total{experiment="checkout"}': 12,
    'driftline_pending{experiment="checkout"}': 9,
    'driftline_tail_events_total{experiment="checkout"}': 22,
    driftline_busy_batches_total: 4,
    driftline_store_up: 1,
    driftline_clock_offset_seconds: -1.25,
    'driftline_reward_delay_decisions_bucket{le="5",experiment="checkout"}': 2,
    'driftline_reward_delay_decisions_bucket{le="1000",experiment="checkout"}': 4,
    'driftline_reward_delay_seconds_sum{experiment="checkout"}': 40.6,
    'driftline_arm_share{experiment="checkout",arm="green"}': 0.25,
    'driftline_arm_mean{experiment="checkout",arm="blue"}': 0.5,
    'driftline_restarts_total{experiment="checkout"}': 2,
    'driftline_fold_events_total{experiment="checkout"}': 34,
    driftline_commit_seconds_count: 4,
    'driftline_batch_operations_bucket{le="16"}': 2,
    driftline_queue_operations: 12,
    'driftline_shed_total{why="queue-full"}': 6,
    driftline_damaged_experiments: 1,
    driftline_ready: 1,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, now.get(name)]))).toEqual(
    expected,
  );
  expect([...now.keys()]).not.toContain('driftline_arm_mean{experiment="checkout",arm="green"}');
});

test('an arm that is gone has no series any more', async () => {
  metrics.take(FULL);
  const arms = [{ key: 'blue', share: 1, mean: null }];
  metrics.take({ ...EMPTY, arms: [{ experiment: 'checkout', arms }] });
  const shares = [...(await series()).keys()].filter((name) => name.includes('arm='));
  expect(shares).toEqual(['driftline_arm_share{experiment="checkout",arm="blue"}']);
});

test('an experiment that is gone has no series any more, and others keep theirs', async () => {
  metrics.take(FULL);
  metrics.take({
    ...EMPTY,
    experiments: [ofExperiment('other', { cancels: 1 })],
    gone: ['checkout'],
  });
  const names = [...(await series()).keys()].filter((name) => name.includes('experiment='));
  expect(names.filter((name) => name.includes('checkout'))).toEqual([]);
  expect(names).toContain('driftline_cancels_total{experiment="other"}');
});

test('at most 100 arms are labels', async () => {
  const arms = Array.from({ length: 150 }, (_, i) => ({ key: `a${i}`, share: 0, mean: 0 }));
  metrics.take({ ...EMPTY, arms: [{ experiment: 'wide', arms }] });
  const names = [...(await series()).keys()];
  expect(names.filter((name) => name.startsWith('driftline_arm_share'))).toHaveLength(100);
});

test('beyond 1000 experiments the rest is counted together, and nothing is lost', async () => {
  const experiments = Array.from({ length: 1200 }, (_, i) =>
    ofExperiment(`e${i}`, { decisions: { policy: 1 }, pending: 1 }),
  );
  metrics.take({ ...EMPTY, experiments });
  const now = await series();
  const decided = [...now].filter(([name]) => name.startsWith('driftline_decisions_total'));
  expect(decided).toHaveLength(1001);
  expect(decided.reduce((sum, [, value]) => sum + value, 0)).toBe(1200);
  expect(now.get('driftline_decisions_total{experiment="(others)",reason="policy"}')).toBe(200);
});

test('a warning that is over is no series any more', async () => {
  warnings = new Map([
    ['', [{ code: 'shedding', message: '' }]],
    ['checkout', [{ code: 'no-rewards', message: '' }]],
  ]);
  const shown = async () => [...(await series()).keys()].filter((name) => name.includes('warning'));
  expect(await shown()).toEqual([
    'driftline_warning{experiment="",code="shedding"}',
    'driftline_warning{experiment="checkout",code="no-rewards"}',
  ]);
  warnings = new Map();
  expect(await shown()).toEqual([]);
});

test("Node's own metrics are there, too", async () => {
  expect(await metrics.render()).toContain('process_resident_memory_bytes');
  expect(metrics.contentType).toContain('text/plain');
});
