/** Puts what was read in order: missing rewards, rare arms, the order of time, folds, and notes on all of it. */

import type { Dropped, Log, Reading, RewardColumn } from '../contract/log.ts';
import { FOLDS } from '../contract/log.ts';
import { LogError } from '../contract/log-error.ts';
import { streamFor } from '../contract/streams.ts';
import { presenceOf } from '../log/presence.ts';
import { propensityDoubt } from '../log/propensities.ts';
import { type ArmNumbers, groupedArms } from './arm-groups.ts';
import type { Columns } from './columns.ts';
import { endOf, largeGap, withoutLater } from './far-times.ts';
import type { Gathered } from './gathered.ts';
import { ColumnMaker } from './growing.ts';
import { Notes } from './notes.ts';
import type { ReadingOptions } from './options.ts';
import { disorderOf, sortedByTime } from './order.ts';
import type { TimeColumn } from './times.ts';

/** All that reading has left. */
interface Read {
  readonly gathered: Gathered;
  readonly columns: Columns;
  readonly times: TimeColumn | undefined;
  readonly arrivals: TimeColumn | undefined;
  readonly isNegated: boolean;
  readonly options: ReadingOptions;
  readonly format: string;
  readonly isCompressed: boolean;
  /** Rows of the file. */
  readonly rows: number;
  readonly dropped: readonly Dropped[];
  readonly decisionsPerRow: number;
}

/** Above these shares rows are refused rather than left out, or doubted. */
const MOST_DROPPED = 0.01;
const MANY_LATE = 0.05;
const MANY_TIED = 0.5;

function droppedFor(read: Read, why: Dropped['why']): number {
  return read.dropped.find((each) => each.why === why)?.rows ?? 0;
}

function demandRows(read: Read): void {
  if (read.gathered.rows > 0) return;
  const filtered =
    droppedFor(read, 'where') > 0 ? '; no row matches --where' : '; add at least one row';
  throw new LogError(`the log must have rows; got none${filtered}`, 'log-not-accepted');
}

function demandFewDuplicates(read: Read): void {
  const duplicates = droppedFor(read, 'duplicate-id');
  if (duplicates <= MOST_DROPPED * read.rows) return;
  throw new LogError(
    `column '${read.columns.id}' must be different in each row; ${duplicates} of ${read.rows} rows repeat an earlier one; name the column of decision ids with --id`,
    'log-not-accepted',
  );
}

function demandOneClock({ times, arrivals, columns }: Read): void {
  if (arrivals?.form === undefined) return;
  if (times !== undefined && times.clock === arrivals.clock) return;
  throw new LogError(
    times === undefined
      ? `column '${columns.arrival}' holds arrival times of rewards, but there is no time column for decisions; name it with --time`
      : `columns '${columns.time}' and '${columns.arrival}' must use the same clock; one holds slot numbers and the other dates; convert one of them`,
    'log-not-accepted',
  );
}

/** Whether a row has no reward though one should be there: none that may still come. */
function lacksReward({ gathered }: Read, row: number): boolean {
  if (!Number.isNaN(gathered.reward.at(row))) return false;
  return gathered.arrival === undefined || !Number.isNaN(gathered.arrival.at(row));
}

/** Settles rows without a reward; returns whether they are to be left out, and notes it. */
function settleMissing(read: Read, notes: Notes): boolean {
  const { gathered, options, columns } = read;
  let missing = 0;
  for (let row = 0; row < gathered.rows; row++) if (lacksReward(read, row)) missing += 1;
  if (missing === 0) return false;
  const share = missing / gathered.rows;
  if (options.missing === undefined && share >= MOST_DROPPED) {
    throw new LogError(
      `column '${columns.reward}' is empty in ${missing} of ${gathered.rows} rows; state the meaning of an empty reward with --missing zero, drop or pending`,
      'log-not-accepted',
      { column: columns.reward ?? '' },
    );
  }
  const rule = options.missing ?? 'drop';
  notes.missing(missing, rule);
  if (rule === 'drop') return true;
  for (let row = 0; row < gathered.rows; row++) {
    if (!lacksReward(read, row)) continue;
    if (rule === 'zero') gathered.reward.set(row, 0);
    else gathered.arrival?.set(row, Number.NaN);
  }
  return false;
}

/** The rows that stay, as they came; undefined where all do. */
function keptRows(read: Read, dropsMissing: boolean): Uint32Array | undefined {
  if (!dropsMissing) return undefined;
  const kept = new Uint32Array(read.gathered.rows);
  let count = 0;
  for (let row = 0; row < kept.length; row++) if (!lacksReward(read, row)) kept[count++] = row;
  return kept.subarray(0, count);
}

function allRows(rows: number): Uint32Array {
  const all = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) all[row] = row;
  return all;
}

/** The rows that stay, in the order of their times; undefined where all stay as they are. */
function orderOf(read: Read, dropsMissing: boolean, notes: Notes): Uint32Array | undefined {
  const { gathered } = read;
  const kept = keptRows(read, dropsMissing);
  const rows = kept?.length ?? gathered.rows;
  const { time } = gathered;
  if (time === undefined) return kept;
  const { late } = disorderOf(rows, (i) => time.at(kept === undefined ? i : kept[i]));
  if (late === 0) return kept;
  notes.unsorted(late, late > MANY_LATE * rows);
  const values = new Float64Array(gathered.rows);
  for (let row = 0; row < values.length; row++) values[row] = time.at(row);
  return sortedByTime(kept ?? allRows(rows), values);
}

function rewardColumn(reward: Float64Array, { columns, isNegated }: Read): RewardColumn {
  let isBinary = true;
  let isUnit = true;
  for (const value of reward) {
    if (Number.isNaN(value)) continue;
    if (value !== 0 && value !== 1) isBinary = false;
    if (!(value >= 0 && value <= 1)) isUnit = false;
  }
  const kind = isBinary ? 'binary' : isUnit ? 'unit' : 'real';
  return { name: columns.reward ?? '', isNegated, kind };
}

/** Which part each row is in, drawn in the order of rows. */
function foldsOf(rows: number, maker: ColumnMaker, seed: number): Uint8Array {
  const folds = maker.bytes(rows);
  const random = streamFor(seed, 'folds');
  for (let row = 0; row < rows; row++) folds[row] = Math.floor(random.uniform() * FOLDS);
  return folds;
}

function timesOf(read: Read, order: Uint32Array | undefined, rows: number, maker: ColumnMaker) {
  if (read.gathered.time !== undefined) return read.gathered.time.taken(order);
  const time = maker.floats(rows);
  for (let row = 0; row < rows; row++) time[row] = row;
  return time;
}

function renumbered(column: Uint16Array, numbers: Uint16Array): Uint16Array {
  for (let row = 0; row < column.length; row++) column[row] = numbers[column[row]];
  return column;
}

/** Who could have been taken: as the log says, else whoever came and went with it. */
function eligibleOf(
  read: Read,
  order: Uint32Array | undefined,
  arm: Uint16Array,
  arms: ArmNumbers,
  maker: ColumnMaker,
  notes: Notes,
): Pick<Log, 'eligible' | 'sets'> {
  const { eligible, sets } = read.gathered;
  if (eligible === undefined) {
    const presence = presenceOf(arm, arms.keys.length, arms.other, () => maker.words(arm.length));
    if (presence.gone.length > 0) notes.comeAndGo(presence.gone.map((each) => arms.keys[each]));
    return presence;
  }
  const renamed = sets.map((set) => {
    const members = new Set(set.map((each) => arms.numbers[each]));
    return Uint16Array.from(members).sort();
  });
  const isWhole = renamed.every(({ length }) => length === arms.keys.length);
  const column = eligible.taken(order);
  return isWhole ? { eligible: undefined, sets: [] } : { eligible: column, sets: renamed };
}

function propensitiesOf(
  read: Read,
  order: Uint32Array | undefined,
  notes: Notes,
): Float64Array | undefined {
  const { propensity, arms, eligible, sets, arm } = read.gathered;
  if (propensity === undefined) return undefined;
  const doubt = propensityDoubt(
    propensity.length,
    (row) => propensity.at(row),
    (row) => (eligible === undefined ? arms.size : sets[eligible.at(row)].length),
  );
  if (doubt.missing > 0 && doubt.missing < arm.length) notes.partial(doubt.missing, arm.length);
  if (doubt.missing > 0) return undefined;
  if (doubt.isOff) {
    notes.doubtful(doubt.mean);
    return undefined;
  }
  return propensity.taken(order);
}

function noteTimes(read: Read, time: Float64Array, notes: Notes): void {
  notes.times(read.times, read.columns.time);
  if (read.times === undefined) return;
  const { tied } = disorderOf(time.length, (row) => time[row]);
  if (tied > MANY_TIED * time.length) notes.tied(tied, time.length);
  const gap = largeGap(time);
  if (gap !== undefined) notes.gap(gap, time.length, read.times.clock);
}

/** A log from all that was read, and what was done to it. */
export function finishLog(read: Read): { readonly log: Log; readonly reading: Reading } {
  const { gathered, options, columns, decisionsPerRow } = read;
  const notes = new Notes();
  demandRows(read);
  demandFewDuplicates(read);
  demandOneClock(read);
  const dropsMissing = settleMissing(read, notes);
  const order = orderOf(read, dropsMissing, notes);
  const before = gathered.rows;
  const rows = order?.length ?? before;
  const maker = new ColumnMaker(options.isShared ?? false);
  const propensity = propensitiesOf(read, order, notes);
  const arms = groupedArms(gathered, options.top, columns.arm ?? '', notes);
  const arm = renumbered(gathered.arm.taken(order), arms.numbers);
  const { eligible, sets } = eligibleOf(read, order, arm, arms, maker, notes);
  const time = timesOf(read, order, rows, maker);
  noteTimes(read, time, notes);
  const arrival = gathered.arrival?.taken(order);
  const end = endOf(time, arrival);
  const later = withoutLater(arrival, end);
  if (later > 0) notes.later(later, columns.arrival ?? '');
  const reward = gathered.reward.taken(order);
  const rewards = rewardColumn(reward, read);
  if (rewards.isNegated) notes.negated(rewards.name);
  notes.dropped(read.dropped, columns, decisionsPerRow);
  const left: Dropped[] = dropsMissing ? [{ why: 'missing-reward', rows: before - rows }] : [];
  return {
    log: {
      rows,
      decisionsPerRow,
      arms: arms.keys,
      other: arms.other,
      clock: read.times?.clock ?? 'rows',
      time,
      arm,
      rewards,
      reward,
      propensity,
      arrival,
      eligible,
      sets,
      fold: foldsOf(rows, maker, options.seed ?? 1),
      end,
    },
    reading: {
      format: read.format,
      isCompressed: read.isCompressed,
      columns,
      rows: read.rows,
      dropped: [...read.dropped, ...left],
      notes: notes.list,
    },
  };
}
