/** The table of metrics: names (after `driftline_`), labels, and what they say. The documentation shows the same. */

export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper ends of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

/** 1, 2, 5, 10, … up to a power of ten. */
function oneTwoFive(from: number, to: number): number[] {
  const ends: number[] = [];
  for (let power = from; power < to; power++)
    ends.push(...[1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  return [...ends, Number(`1e${to}`)];
}

export const metricTable = {
  decisions_total: {
    kind: 'counter',
    help: 'Decisions returned, by reason.',
    labels: ['experiment', 'reason'],
  },
  rewards_total: {
    kind: 'counter',
    help: 'Rewards received, by status.',
    labels: ['experiment', 'status'],
  },
  cancels_total: {
    kind: 'counter',
    help: 'Cancelled decisions.',
    labels: ['experiment'],
  },
  sweeps_closed_total: {
    kind: 'counter',
    help: 'Decisions closed at their timeout.',
    labels: ['experiment'],
  },
  pending: {
    kind: 'gauge',
    help: 'Pending decisions: neither a reward nor the timeout has come yet.',
    labels: ['experiment'],
  },
  reward_delay_decisions: {
    kind: 'histogram',
    help: 'Delay of rewards, in decisions.',
    labels: ['experiment'],
    buckets: oneTwoFive(0, 6),
  },
  reward_delay_seconds: {
    kind: 'histogram',
    help: 'Delay of rewards, in seconds.',
    labels: ['experiment'],
    buckets: oneTwoFive(-2, 6),
  },
  arm_share: {
    kind: 'gauge',
    help: 'Share of an arm in the last 1000 decisions.',
    labels: ['experiment', 'arm'],
  },
  arm_mean: {
    kind: 'gauge',
    help: "Mean reward of an arm in the policy's memory.",
    labels: ['experiment', 'arm'],
  },
  restarts_total: {
    kind: 'counter',
    help: 'Changes that the policy detected and that made it forget.',
    labels: ['experiment'],
  },
  warning: {
    kind: 'gauge',
    help: '1 while a warning is active. An empty experiment label means the whole service.',
    labels: ['experiment', 'code'],
  },
  commit_seconds: {
    kind: 'histogram',
    help: 'Duration of commits.',
    labels: [],
    buckets: oneTwoFive(-4, 1),
  },
  batch_operations: {
    kind: 'histogram',
    help: 'Operations per commit.',
    labels: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  },
  queue_operations: { kind: 'gauge', help: 'Operations waiting for the writer.', labels: [] },
  shed_total: {
    kind: 'counter',
    help: 'Operations rejected because of load, by cause. A request rejected unread counts as one.',
    labels: ['why'],
  },
  fold_events_total: {
    kind: 'counter',
    help: 'Events applied to the state, live and during recovery.',
    labels: ['experiment'],
  },
  tail_events_total: {
    kind: 'counter',
    help: 'Events of other processes that this process read and applied.',
    labels: ['experiment'],
  },
  busy_batches_total: {
    kind: 'counter',
    help: 'Batches that found their experiment locked by another process.',
    labels: [],
  },
  snapshot_seconds: {
    kind: 'histogram',
    help: 'Duration of snapshots.',
    labels: [],
    buckets: oneTwoFive(-3, 2),
  },
  damaged_experiments: {
    kind: 'gauge',
    help: 'Experiments that the service refuses because their log is damaged.',
    labels: [],
  },
  ready: { kind: 'gauge', help: '1 while the service is ready.', labels: [] },
  store_up: { kind: 'gauge', help: '1 while the store answers and accepts writes.', labels: [] },
  clock_offset_seconds: {
    kind: 'gauge',
    help: "Seconds by which the service's clock is ahead of the database's. Absent with SQLite.",
    labels: [],
  },
  log_ahead_seconds: {
    kind: 'gauge',
    help: "Seconds by which an experiment's log is ahead of the machine's clock. Absent if it is not.",
    labels: ['experiment'],
  },
  clock_holds: {
    kind: 'gauge',
    help: 'Experiments that keep overdue decisions open for 10 minutes after a large step in time.',
    labels: [],
  },
  http_seconds: {
    kind: 'histogram',
    help: 'Duration of requests, by route and status.',
    labels: ['route', 'status'],
    buckets: oneTwoFive(-4, 1),
  },
  loop_delay_seconds: {
    kind: 'gauge',
    help: 'Event loop delay, as quantiles since the last scrape.',
    labels: ['quantile'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;
export const METRIC_PREFIX = 'driftline_';
