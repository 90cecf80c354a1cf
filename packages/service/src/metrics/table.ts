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
    help: 'Decisions that were answered, by reason.',
    labels: ['experiment', 'reason'],
  },
  rewards_total: {
    kind: 'counter',
    help: 'Rewards that came, by what became of them.',
    labels: ['experiment', 'status'],
  },
  cancels_total: {
    kind: 'counter',
    help: 'Decisions that were cancelled.',
    labels: ['experiment'],
  },
  sweeps_closed_total: {
    kind: 'counter',
    help: 'Decisions that were closed at their timeout.',
    labels: ['experiment'],
  },
  pending: {
    kind: 'gauge',
    help: 'Decisions that wait for their reward or timeout.',
    labels: ['experiment'],
  },
  reward_delay_decisions: {
    kind: 'histogram',
    help: 'How many decisions later a reward came.',
    labels: ['experiment'],
    buckets: oneTwoFive(0, 6),
  },
  reward_delay_seconds: {
    kind: 'histogram',
    help: 'How much later a reward came.',
    labels: ['experiment'],
    buckets: oneTwoFive(-2, 6),
  },
  arm_share: {
    kind: 'gauge',
    help: 'The share of an arm in the last 1000 decisions.',
    labels: ['experiment', 'arm'],
  },
  arm_mean: {
    kind: 'gauge',
    help: "An arm's mean reward, as the policy remembers it.",
    labels: ['experiment', 'arm'],
  },
  restarts_total: {
    kind: 'counter',
    help: 'Alarms of the policy, each of which made it forget.',
    labels: ['experiment'],
  },
  warning: {
    kind: 'gauge',
    help: '1 while a warning is given; without an experiment, one of the whole service.',
    labels: ['experiment', 'code'],
  },
  commit_seconds: {
    kind: 'histogram',
    help: 'How long commits take.',
    labels: [],
    buckets: oneTwoFive(-4, 1),
  },
  batch_operations: {
    kind: 'histogram',
    help: 'Operations per commit.',
    labels: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  },
  queue_operations: { kind: 'gauge', help: 'Operations that wait for the writer.', labels: [] },
  shed_total: {
    kind: 'counter',
    help: 'Operations that were turned away, by why. A request turned away unread counts as one.',
    labels: ['why'],
  },
  fold_events_total: {
    kind: 'counter',
    help: 'Events that were folded, live and at recovery.',
    labels: ['experiment'],
  },
  tail_events_total: {
    kind: 'counter',
    help: 'Events of other processes that were read and folded.',
    labels: ['experiment'],
  },
  busy_batches_total: {
    kind: 'counter',
    help: 'Batches that found their experiment taken by another process.',
    labels: [],
  },
  snapshot_seconds: {
    kind: 'histogram',
    help: 'How long snapshots take.',
    labels: [],
    buckets: oneTwoFive(-3, 2),
  },
  damaged_experiments: {
    kind: 'gauge',
    help: 'Experiments that are refused because their log is damaged.',
    labels: [],
  },
  ready: { kind: 'gauge', help: '1 while the service is ready.', labels: [] },
  store_up: { kind: 'gauge', help: '1 while the store answers and takes writes.', labels: [] },
  clock_offset_seconds: {
    kind: 'gauge',
    help: "How far the service's clock is ahead of the store's; absent where that has none of its own.",
    labels: [],
  },
  log_ahead_seconds: {
    kind: 'gauge',
    help: "How far the log of an experiment is ahead of the machine's clock; absent while it is not.",
    labels: ['experiment'],
  },
  clock_holds: {
    kind: 'gauge',
    help: 'Experiments whose overdue decisions stay open for a while, because time moved on by more than the timeout and an hour.',
    labels: [],
  },
  http_seconds: {
    kind: 'histogram',
    help: 'How long requests take, by route and status.',
    labels: ['route', 'status'],
    buckets: oneTwoFive(-4, 1),
  },
  loop_delay_seconds: {
    kind: 'gauge',
    help: 'How much later than due the main thread gets to its work: quantiles since the last scrape.',
    labels: ['quantile'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;
export const METRIC_PREFIX = 'driftline_';
