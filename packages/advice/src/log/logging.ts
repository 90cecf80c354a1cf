/** How the choices of a log were made. */
import { chiSquareTail } from '../base/chi-square.ts';
import { Contingency } from '../base/contingency.ts';
import type { Log } from '../contract/log.ts';
import type { ChiSquare, Logging, LoggingKind } from '../contract/logging.ts';

/** Time is divided into so many stretches of equally many rows. */
const STRETCHES = 20;
/** Chance alone says otherwise in one log of a thousand. */
const LEAST_P = 0.001;
/** One arm with more is as good as all. */
const FIXED_SHARE = 0.99;
/** Rows of one time and arm that have to differ in propensity, and as a share, to show a context. */
const LEAST_DIFFERING = 20;
const DIFFERING_SHARE = 0.05;
const SAME = 1e-9;
/** Propensities that are rounded are the same. */
const SAME_SHARE = 0.01;

function sharesOf(log: Log): number[] {
  const counts = log.arms.map(() => 0);
  for (const arm of log.arm) counts[arm] += 1;
  return counts.map((count) => count / log.rows);
}

/** Tables of counts, one for each set of eligible arms and whatever else must not be mixed. */
class Tables {
  readonly #columns: number;
  readonly #rows: number;
  readonly #tables = new Map<number, Float64Array>();

  constructor(rows: number, columns: number) {
    this.#rows = rows;
    this.#columns = columns;
  }

  add(table: number, row: number, column: number): void {
    const known = this.#tables.get(table) ?? new Float64Array(this.#rows * this.#columns);
    this.#tables.set(table, known);
    known[row * this.#columns + column] += 1;
  }

  test(): ChiSquare | undefined {
    const sum = new Contingency();
    for (const table of this.#tables.values()) sum.add(table, this.#columns);
    return sum.result();
  }
}

function setAt(log: Log, row: number): number {
  return log.eligible === undefined ? 0 : log.eligible[row];
}

/** Whether shares of arms are the same in all stretches of time. */
function overTime(log: Log): ChiSquare | undefined {
  const tables = new Tables(STRETCHES, log.arms.length);
  for (let row = 0; row < log.rows; row++)
    tables.add(setAt(log, row), Math.floor((row * STRETCHES) / log.rows), log.arm[row]);
  return tables.test();
}

/** The first stretch of those that double: what learns does so at its beginning. */
const FIRST_STRETCH = 100;

/** Whether shares are the same in stretches that double in length, from the beginning of the log. */
function fromTheStart(log: Log): ChiSquare | undefined {
  const stretchOf = (row: number) => 32 - Math.clz32(row / FIRST_STRETCH);
  const tables = new Tables(stretchOf(Math.max(FIRST_STRETCH, log.rows)) + 1, log.arms.length);
  for (let row = 0; row < log.rows; row++)
    tables.add(setAt(log, row), stretchOf(row), log.arm[row]);
  return tables.test();
}

const HOUR = 3_600_000;

/** Parts of the calendar that come again: hours of the day, days of the week. */
const CALENDAR = [
  { count: 24, length: HOUR },
  { count: 7, length: 24 * HOUR },
];

/** Stretches of time in which shares are compared at one hour: fewer, as there are fewer rows. */
const FEW_STRETCHES = 4;

/**
 * Whether shares follow the clock and nothing else: they differ between hours of the day or days of the week, and are the
 * same at one hour throughout the log. Of something that learns they would change there, too.
 */
function followClock(log: Log): boolean {
  if (log.clock !== 'milliseconds') return false;
  const span = log.time[log.rows - 1] - log.time[0];
  return CALENDAR.filter(({ count, length }) => span >= 2 * count * length).some(
    ({ count, length }) => {
      const between = new Tables(count, log.arms.length);
      const within = new Tables(FEW_STRETCHES, log.arms.length);
      for (let row = 0; row < log.rows; row++) {
        const at = Math.floor(log.time[row] / length);
        const part = at - count * Math.floor(at / count);
        const stretch = Math.floor((row * FEW_STRETCHES) / log.rows);
        between.add(setAt(log, row), part, log.arm[row]);
        within.add(setAt(log, row) * count + part, stretch, log.arm[row]);
      }
      return isShown(between.test()) && !isShown(within.test());
    },
  );
}

/** So many rewards tell the middle of all. */
const MIDDLE_SAMPLE = 100_000;

/** The middle of rewards: what is above it is high. */
function middleOf({ reward, rows }: Log): number {
  const step = Math.max(1, Math.floor(rows / MIDDLE_SAMPLE));
  const sample: number[] = [];
  for (let row = 0; row < rows; row += step)
    if (!Number.isNaN(reward[row])) sample.push(reward[row]);
  const sorted = Float64Array.from(sample).sort();
  const middle = sorted[Math.floor(sorted.length / 2)];
  // Where the middle is the largest of all, none would be above it.
  return middle === sorted[sorted.length - 1] ? (sorted[0] + middle) / 2 : middle;
}

/** Whether the arm depends on whether the reward before was high, given the arm before. */
function onLastReward(log: Log): ChiSquare | undefined {
  const middle = middleOf(log);
  const arms = log.arms.length;
  const tables = new Tables(2, arms);
  for (let row = 1; row < log.rows; row++) {
    const before = log.reward[row - 1];
    if (Number.isNaN(before) || setAt(log, row) !== setAt(log, row - 1)) continue;
    const table = setAt(log, row) * arms + log.arm[row - 1];
    tables.add(table, before > middle ? 1 : 0, log.arm[row]);
  }
  return tables.test();
}

/** Rows that each arm would have if it were chosen among eligible ones by lot. */
function evenCounts(log: Log): Float64Array {
  const rowsOfSet = new Map<number, number>();
  for (let row = 0; row < log.rows; row++)
    rowsOfSet.set(setAt(log, row), (rowsOfSet.get(setAt(log, row)) ?? 0) + 1);
  const expected = new Float64Array(log.arms.length);
  for (const [number, rows] of rowsOfSet) {
    const set = log.eligible === undefined ? expected.keys() : log.sets[number];
    const arms = [...set];
    for (const arm of arms) expected[arm] += rows / arms.length;
  }
  return expected;
}

/** Whether shares are those of choosing among eligible arms by lot. */
function isEven(log: Log, shares: readonly number[]): boolean {
  const expected = evenCounts(log);
  let statistic = 0;
  shares.forEach((share, arm) => {
    if (expected[arm] > 0) statistic += (share * log.rows - expected[arm]) ** 2 / expected[arm];
  });
  return chiSquareTail(statistic, log.arms.length - 1) > LEAST_P;
}

/** Whether propensities of one arm differ at one time: then choices used more than time. */
function usesContext({ propensity, time, arm, rows, clock, arms }: Log): boolean {
  if (propensity === undefined || clock === 'rows') return false;
  const last = new Int32Array(arms.length).fill(-1);
  let [pairs, differing] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const before = last[arm[row]];
    last[arm[row]] = row;
    if (before < 0 || time[before] !== time[row]) continue;
    pairs += 1;
    if (Math.abs(propensity[before] - propensity[row]) > SAME) differing += 1;
  }
  return differing >= LEAST_DIFFERING && differing > DIFFERING_SHARE * pairs;
}

/** Whether an arm's stated probability changes though the same arms are eligible. */
function propensitiesVary(log: Log): boolean {
  const { propensity, arm, rows, arms } = log;
  if (propensity === undefined) return false;
  const first = new Map<number, number>();
  let differing = 0;
  for (let row = 0; row < rows; row++) {
    const key = setAt(log, row) * arms.length + arm[row];
    const known = first.get(key);
    if (known === undefined) first.set(key, propensity[row]);
    else if (Math.abs(known - propensity[row]) > SAME_SHARE * known) differing += 1;
  }
  return differing >= LEAST_DIFFERING;
}

function isShown(test: ChiSquare | undefined): boolean {
  return test !== undefined && test.p <= LEAST_P;
}

function kindOf(log: Log, shares: readonly number[], changes: boolean): LoggingKind {
  if (Math.max(...shares) > FIXED_SHARE) return 'fixed';
  if (changes) return 'adaptive';
  return isEven(log, shares) ? 'uniform' : 'random';
}

/**
 * How choices were made: by chance where arms' shares do not change with time, the hour, nor with the reward before.
 *
 * @param given - what somebody said of it
 */
export function loggingOf(log: Log, given?: LoggingKind): Logging {
  const shares = sharesOf(log);
  const isContext = usesContext(log);
  const [time, reward] = [overTime(log), onLastReward(log)];
  const isStatedToVary = !isContext && propensitiesVary(log);
  // What is shown at night is seen at night, whose rewards are alike.
  const isByClock = !isStatedToVary && followClock(log);
  const isChanging = isStatedToVary || [time, fromTheStart(log), reward].some(isShown);
  const kind = given ?? kindOf(log, shares, isChanging || isByClock);
  const isRandom = kind === 'uniform' || kind === 'random';
  return {
    kind,
    isGiven: given !== undefined,
    shares,
    ...(time === undefined ? {} : { overTime: time }),
    ...(reward === undefined ? {} : { onLastReward: reward }),
    usesContext: isContext || isByClock,
    ...(isRandom && log.eligible === undefined ? { propensities: shares } : {}),
  };
}
