/**
 * What playing comparisons would take, known before the first slot is played: a run that no machine can
 * finish is refused with its limit, and a long one announced.
 */
import { environmentShape, ParameterError } from '@driftline/core/play';
import { drawnSlots } from './aggregate.ts';
import { type Comparison, checkpointCount, chunkCount } from './comparison.ts';
import { contexts } from './contexts.ts';
import { latePlayOf } from './late-rewards.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';

/** What a run takes. Memory and time are rough: within a factor of two or so. */
interface RunSize {
  /** Slots of single policies. */
  readonly slots: number;
  readonly replications: number;
  readonly policies: number;
  readonly chunks: number;
  /** Bytes in memory at the same time, with one thread. */
  readonly memory: number;
  /** Bytes in memory that each further thread adds. */
  readonly memoryPerThread: number;
  /** Bytes of chunks on disk, where they are kept. */
  readonly disk: number;
  /** Seconds on one thread. */
  readonly seconds: number;
  /** Characters of what is written at the end. */
  readonly written: Readonly<Record<WrittenFile, number>>;
}

/** The files that grow with a run: each is one text. */
type WrittenFile = 'result.json' | 'finals.csv' | 'curves.csv';

/** More than this is refused. */
export const RUN_LIMITS = {
  /** Of one comparison. */
  replications: 10_000_000,
  /** Of one comparison: each is compared with each. */
  policies: 1000,
  memory: 8e9,
  disk: 50e9,
  /** Of all comparisons. A text has at most 2²⁹ characters, and numbers in the record vary in length. */
  written: { 'result.json': 250e6, 'finals.csv': 450e6, 'curves.csv': 450e6 },
} as const;

/** A run that takes longer than this, or half the memory that is allowed, is announced. */
const LONG_SECONDS = 600;

const BYTES = 8;
/** Stretches of one best arm, at most, and two numbers that are kept of each replication. */
const NUMBERS_BESIDE_CURVE = 62;
/** Best means, best arms and the arms of two replications, in JavaScript and compiled. */
const BYTES_PER_SLOT = 48;
/** The arm of a further player in a slot, in JavaScript and compiled, of two replications. */
const BYTES_PER_PLAYER_SLOT = 16;
/** What policies keep of an arm, roughly. */
const BYTES_PER_ARM = 200;
/** A table as it came or was drawn, as means, and compiled; replications are played in pairs. */
const TABLE_COPIES = 4;
/** A number of a result as text. */
const CHARACTERS = 20;
/** The difference of two policies in the record. */
const DIFFERENCE_CHARACTERS = 200;
/** The replication and the regret in a row of finals.csv, with commas and quotes. */
const FINAL_CHARACTERS = 36;
/** Slots per second and worker of a fast policy. */
const SLOTS_PER_SECOND = 20e6;
/** The same through the shell of a policy, in JavaScript. */
const LATE_SLOTS_PER_SECOND = 4e5;

interface Shape {
  readonly armCount: number;
  readonly horizon: number;
  /** Numbers of the table that is made of it. */
  readonly tabled: number;
  /** Numbers of the table that the record repeats. */
  readonly given: number;
  /** The cost of a slot, in units of a fast policy. */
  readonly cost: number;
}

/** What is known of a comparison's environment before it is made. */
export function shapeOf({ environment }: Comparison, plugins: Plugins): Shape {
  if (environment.kind === 'named') {
    const { spec, armCount, horizon } = environment;
    if (contexts?.isEnvironment(spec)) return { ...contexts.size(environment), given: 0 };
    const options = { armCount, horizon, definitions: plugins.environments };
    return { ...environmentShape(spec, options), given: 0, cost: 1 };
  }
  const { armCount, values } = environment;
  const { length } = values;
  return { armCount, horizon: length / armCount, tabled: length, given: length, cost: 1 };
}

/** Characters of what is written of a comparison. */
function writtenOf(comparison: Comparison, shape: Shape): RunSize['written'] {
  const { name, policies, replications } = comparison;
  const { armCount, horizon, given } = shape;
  // Several players have a second curve, and three numbers more of each replication.
  const [curves, finals] = comparison.players === undefined ? [1, 1] : [2, 4];
  const count = policies.length;
  const checkpoints = checkpointCount(comparison.checkpoints, horizon);
  const drawn = Math.min(drawnSlots(armCount) + 1, horizon) * armCount;
  // Most arms of many are never played, and a share of 0 is short.
  const shares = (count * checkpoints * armCount) / 2;
  const numbers =
    (finals * replications + curves * 6 * checkpoints) * count + shares + drawn + given;
  const names = policies.reduce((sum, spec) => sum + name.length + spec.length, 0);
  return {
    'result.json': CHARACTERS * numbers + (DIFFERENCE_CHARACTERS * count * (count - 1)) / 2,
    'finals.csv': replications * (names + (FINAL_CHARACTERS + (finals - 1) * CHARACTERS) * count),
    'curves.csv': checkpoints * (names + curves * 6 * CHARACTERS * count),
  };
}

function sizeOf(comparison: Comparison, plugins: Plugins): RunSize {
  const shape = shapeOf(comparison, plugins);
  const { armCount, horizon, tabled, cost } = shape;
  const { replications, policies, players = 1 } = comparison;
  const count = policies.length;
  const checkpoints = checkpointCount(comparison.checkpoints, horizon);
  const chunks = chunkCount(replications, horizon, cost);
  const slots = replications * count * horizon * players;
  const curves = comparison.players === undefined ? 1 : 2;
  const rows = replications * count * (curves * checkpoints + NUMBERS_BESIDE_CURVE);
  const armCounts = count * checkpoints * armCount;
  const memoryPerThread =
    horizon * (BYTES_PER_SLOT + (players - 1) * BYTES_PER_PLAYER_SLOT) +
    count * players * armCount * BYTES_PER_ARM +
    BYTES * (2 * armCounts + TABLE_COPIES * tabled);
  return {
    slots,
    replications,
    policies: count,
    chunks,
    memory: BYTES * (rows + 2 * armCounts) + memoryPerThread,
    memoryPerThread,
    disk: BYTES * (rows + chunks * armCounts),
    seconds:
      (slots * cost) /
      (latePlayOf(comparison) === undefined ? SLOTS_PER_SECOND : LATE_SLOTS_PER_SECOND),
    written: writtenOf(comparison, shape),
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

/** About 40 seconds, 12 minutes, 3.5 hours, 62 days. */
function durationText(seconds: number): string {
  if (seconds <= 1) return 'less than a second';
  const [length, unit] =
    seconds < 120
      ? [seconds, 'seconds']
      : seconds < 7200
        ? [seconds / 60, 'minutes']
        : seconds < 2 * 86_400
          ? [seconds / 3600, 'hours']
          : [seconds / 86_400, 'days'];
  return `about ${Number(length.toPrecision(2))} ${unit}`;
}

function countText(count: number): string {
  return count < 1e6 ? String(count) : count.toExponential(1).replace('e+', 'e');
}

/** What a run takes, in words. */
function runSizeText({ slots, memory, seconds }: RunSize): string {
  return `${countText(slots)} slots, ${durationText(seconds)} at the speed of a fast policy and ${bytesText(memory)} of memory`;
}

/** What is too much, and what to do about it; undefined where nothing is. */
function excess(size: RunSize, stored: boolean): string | undefined {
  const { replications, policies, memory, disk } = size;
  if (replications > RUN_LIMITS.replications) {
    return `replications must be at most ${RUN_LIMITS.replications}; got ${replications}`;
  }
  if (policies > RUN_LIMITS.policies) {
    return `at most ${RUN_LIMITS.policies} policies can be compared at once; got ${policies}`;
  }
  if (memory > RUN_LIMITS.memory) {
    return `memory must be at most ${bytesText(RUN_LIMITS.memory)}: use fewer replications, checkpoints, policies or arms, or a shorter horizon`;
  }
  if (stored && disk > RUN_LIMITS.disk) {
    return `chunks on disk must take at most ${bytesText(RUN_LIMITS.disk)}, not ${bytesText(disk)}: use fewer checkpoints, arms or replications`;
  }
  return undefined;
}

/** The first file that would be longer than a text can be; undefined where none would. */
function excessWritten(sizes: readonly RunSize[]): string | undefined {
  for (const file of ['result.json', 'finals.csv', 'curves.csv'] as const) {
    const most = RUN_LIMITS.written[file];
    const length = sizes.reduce((sum, { written }) => sum + written[file], 0);
    if (length <= most) continue;
    const all = sizes.length === 1 ? '' : ` with all ${sizes.length} comparisons`;
    return `${file}${all} must take at most ${bytesText(most)}, not ${bytesText(length)}: use fewer replications, checkpoints, policies or arms, or split the experiment`;
  }
  return undefined;
}

/** How a run is played. */
interface RunSetting {
  readonly plugins?: Plugins | undefined;
  /** Whether chunks are kept on disk. */
  readonly stored?: boolean;
  /** Whether the result of all comparisons is written to a folder. */
  readonly written?: boolean;
}

/**
 * Refuses comparisons that take more than is allowed, even with one thread: what is accepted does not
 * depend on the machine. {@link usefulWorkers} says how many threads fit.
 *
 * @returns the size of each
 * @throws ParameterError with what it would take, and the limit
 */
export function checkRunSize(
  comparisons: readonly Comparison[],
  { plugins = NO_PLUGINS, stored = false, written = false }: RunSetting = {},
): RunSize[] {
  const sizes = comparisons.map((comparison) => {
    const size = sizeOf(comparison, plugins);
    const problem = excess(size, stored);
    if (problem === undefined) return size;
    throw new ParameterError(
      `${comparison.name}: too large, it would take ${runSizeText(size)}; ${problem}`,
      'too-large',
    );
  });
  const problem = written ? excessWritten(sizes) : undefined;
  if (problem !== undefined) throw new ParameterError(`too large: ${problem}`, 'too-large');
  return sizes;
}

/** What a comparison takes on some threads, of which each has a chunk at least. */
function onThreads(size: RunSize, workers: number): RunSize {
  const threads = Math.min(workers, size.chunks);
  const memory = size.memory + (threads - 1) * size.memoryPerThread;
  return { ...size, memory, seconds: size.seconds / threads };
}

/** An announcement of a run that takes long or much; undefined for others. */
export function longRunText(sizes: readonly RunSize[], threads: number): string | undefined {
  const played = sizes.map((size) => onThreads(size, threads));
  const sum = (of: (size: RunSize) => number) => played.reduce((all, size) => all + of(size), 0);
  const largest = played.reduce((most, size) => (size.memory > most.memory ? size : most));
  const whole = { ...largest, slots: sum(({ slots }) => slots), seconds: sum((s) => s.seconds) };
  const isLong = whole.seconds > LONG_SECONDS || largest.memory > RUN_LIMITS.memory / 2;
  return isLong ? `this takes ${runSizeText(whole)}` : undefined;
}

/** Workers that have something to do, and whose memory together is not more than is allowed. */
export function usefulWorkers(workers: number, sizes: readonly RunSize[]): number {
  const chunks = sizes.reduce((sum, size) => sum + size.chunks, 0);
  const fitting = sizes.map(
    ({ memory, memoryPerThread }) => 1 + Math.floor((RUN_LIMITS.memory - memory) / memoryPerThread),
  );
  return Math.max(1, Math.min(workers, chunks, ...fitting));
}
