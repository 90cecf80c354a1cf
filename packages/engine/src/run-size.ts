/**
 * What playing comparisons would take, known before the first slot is played: a run that no machine can
 * finish is refused with its limit, and a long one announced.
 */
import { environmentShape, ParameterError } from '@driftline/core';
import { type Comparison, checkpointCount, chunkCount } from './comparison.ts';
import { NO_PLUGINS, type Plugins } from './plugins.ts';

/** What a run takes. Memory and time are rough: within a factor of two or so. */
export interface RunSize {
  /** Slots of single policies. */
  readonly slots: number;
  readonly replications: number;
  readonly policies: number;
  readonly chunks: number;
  /** Bytes in memory at the same time. */
  readonly memory: number;
  /** Bytes of chunks on disk, where they are kept. */
  readonly disk: number;
  /** Characters of the record of results. */
  readonly record: number;
  /** Seconds on the workers that there are. */
  readonly seconds: number;
}

/** More than this is refused. */
export const RUN_LIMITS = {
  /** Of one comparison. */
  replications: 10_000_000,
  /** Of one comparison: each is compared with each. */
  policies: 1000,
  memory: 8e9,
  disk: 50e9,
  /** Half of what the longest string holds. */
  record: 256e6,
} as const;

/** A run that takes longer than this, or half the memory that is allowed, is announced. */
const LONG_SECONDS = 600;

const BYTES = 8;
/** Stretches of one best arm, at most, and two numbers that are kept of each replication. */
const NUMBERS_BESIDE_CURVE = 62;
/** Best means, best arms and the arms of two replications, in JavaScript and compiled. */
const BYTES_PER_SLOT = 48;
/** What policies keep of an arm, roughly. */
const BYTES_PER_ARM = 200;
/** A number of a result as text. */
const CHARACTERS = 20;
/** Slots per second and worker of a fast policy. */
const SLOTS_PER_SECOND = 20e6;
/** Slots at which means are drawn, at most, times arms. */
const DRAWN_MEANS = 500;

function shapeOf({ environment }: Comparison, plugins: Plugins) {
  if (environment.kind === 'named') {
    const { spec, armCount, horizon } = environment;
    return environmentShape(spec, { armCount, horizon, definitions: plugins.environments });
  }
  const { armCount, values } = environment;
  return { armCount, horizon: values.length / armCount };
}

function sizeOf(comparison: Comparison, plugins: Plugins, workers: number): RunSize {
  const { armCount, horizon } = shapeOf(comparison, plugins);
  const { replications, policies } = comparison;
  const count = policies.length;
  const checkpoints = checkpointCount(comparison.checkpoints, horizon);
  const chunks = chunkCount(replications, horizon);
  const slots = replications * count * horizon;
  const rows = replications * count * (checkpoints + NUMBERS_BESIDE_CURVE);
  const armCounts = count * checkpoints * armCount;
  const threads = Math.min(workers, chunks);
  const perThread =
    horizon * BYTES_PER_SLOT + count * armCount * BYTES_PER_ARM + 2 * BYTES * armCounts;
  const table = comparison.environment.kind === 'named' ? 0 : 4 * BYTES * armCount * horizon;
  return {
    slots,
    replications,
    policies: count,
    chunks,
    memory: BYTES * (rows + 2 * armCounts) + threads * (perThread + table),
    disk: BYTES * (rows + chunks * armCounts),
    record:
      CHARACTERS *
      (replications * count +
        6 * checkpoints * count +
        armCounts / 2 +
        (armCount * DRAWN_MEANS) / 10),
    seconds: slots / (SLOTS_PER_SECOND * threads),
  };
}

/** 950 MB, 1.7 TB. */
function bytesText(bytes: number): string {
  const units = ['MB', 'GB', 'TB', 'PB'];
  let scaled = bytes / 1e6;
  let unit = 0;
  while (scaled >= 1000 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  return `${Number(scaled.toPrecision(2))} ${units[unit]}`;
}

/** 12 minutes, 3.5 hours, 62 days. */
function durationText(seconds: number): string {
  const [length, unit] =
    seconds < 7200
      ? [seconds / 60, 'minutes']
      : seconds < 2 * 86_400
        ? [seconds / 3600, 'hours']
        : [seconds / 86_400, 'days'];
  return `${Number(length.toPrecision(2))} ${unit}`;
}

function countText(count: number): string {
  return count < 1e6 ? String(count) : count.toExponential(1).replace('e+', 'e');
}

/** What a run takes, in words. */
export function runSizeText({ slots, memory, seconds }: RunSize): string {
  return `${countText(slots)} slots, about ${durationText(seconds)} at the speed of a fast policy and ${bytesText(memory)} of memory`;
}

/** What is too much, and what to do about it; undefined where nothing is. */
function excess(size: RunSize, stored: boolean): string | undefined {
  const { replications, policies, memory, disk, record } = size;
  if (replications > RUN_LIMITS.replications) {
    return `replications must be at most ${RUN_LIMITS.replications}; got ${replications}`;
  }
  if (policies > RUN_LIMITS.policies) {
    return `at most ${RUN_LIMITS.policies} policies can be compared at once; got ${policies}`;
  }
  if (memory > RUN_LIMITS.memory) {
    return `memory must be at most ${bytesText(RUN_LIMITS.memory)}: use fewer replications, checkpoints, policies, arms or workers, or a shorter horizon`;
  }
  if (stored && disk > RUN_LIMITS.disk) {
    return `chunks on disk must take at most ${bytesText(RUN_LIMITS.disk)}, not ${bytesText(disk)}: use fewer checkpoints, arms or replications`;
  }
  if (record > RUN_LIMITS.record) {
    return `the record of a result must take at most ${bytesText(RUN_LIMITS.record)}, not ${bytesText(record)}: use fewer checkpoints, arms or replications`;
  }
  return undefined;
}

/** How a run is played. */
export interface RunSetting {
  readonly plugins?: Plugins;
  readonly workers?: number;
  /** Whether chunks are kept on disk. */
  readonly stored?: boolean;
}

/**
 * Refuses comparisons that take more than is allowed.
 *
 * @returns the size of each
 * @throws ParameterError with what it would take, and the limit
 */
export function checkRunSize(
  comparisons: readonly Comparison[],
  { plugins = NO_PLUGINS, workers = 1, stored = false }: RunSetting = {},
): RunSize[] {
  return comparisons.map((comparison) => {
    const size = sizeOf(comparison, plugins, workers);
    const problem = excess(size, stored);
    if (problem === undefined) return size;
    throw new ParameterError(
      `${comparison.name}: too large, it would take ${runSizeText(size)}; ${problem}`,
      'too-large',
    );
  });
}

/** An announcement of a run that takes long or much; undefined for others. */
export function longRunText(sizes: readonly RunSize[]): string | undefined {
  const sum = (of: (size: RunSize) => number) => sizes.reduce((all, size) => all + of(size), 0);
  const largest = sizes.reduce((most, size) => (size.memory > most.memory ? size : most));
  const whole = { ...largest, slots: sum(({ slots }) => slots), seconds: sum((s) => s.seconds) };
  const isLong = whole.seconds > LONG_SECONDS || largest.memory > RUN_LIMITS.memory / 2;
  return isLong ? `this takes ${runSizeText(whole)}` : undefined;
}

/** Workers that have something to do. */
export function usefulWorkers(workers: number, sizes: readonly RunSize[]): number {
  const chunks = sizes.reduce((sum, size) => sum + size.chunks, 0);
  return Math.max(1, Math.min(workers, chunks));
}
