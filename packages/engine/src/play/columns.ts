/** The columns of a comparison's rows: what is kept of the replications of each policy. */
import { type Environment, jainIndex, Replay } from '@driftline/core/play';
import type { Chunk, Comparison } from './comparison.ts';
import type { Cuts } from './cuts.ts';
import type { Outcome, Player } from './player.ts';

/** The numbers of a column. */
export type Values = Float64Array<ArrayBuffer>;

/** The setting that the length of a column depends on. */
export interface RowSetting {
  readonly chunk: Chunk;
  readonly armCount: number;
  readonly horizon: number;
  readonly cuts: Cuts;
  /** Parameters whose estimates are kept over time, in an environment with contexts. */
  readonly coordinates: number;
}

/** A replication that was just played. */
interface Played {
  readonly outcome: Outcome;
  /** Its row in the chunk. */
  readonly row: number;
  readonly environment: Environment;
  readonly cuts: Cuts;
}

/** One column. It takes its numbers from each replication, or from the player at the end of a chunk. */
interface Column {
  /**
   * The way in which chunks of a comparison combine. `appended` has the same number of values for each replication, `summed`
   * has whole numbers that add up, and `first` is kept of the first replication alone.
   */
  readonly combine: 'appended' | 'summed' | 'first';
  length(setting: RowSetting): number;
  keep?(values: Values, played: Played): void;
  finish?(values: Values, player: Player, setting: RowSetting): void;
}

function replications({ chunk }: RowSetting): number {
  return chunk.to - chunk.from;
}

/** Regret at each checkpoint: replications × checkpoints. */
const regret: Column = {
  combine: 'appended',
  length: (setting) => replications(setting) * setting.cuts.checkpoints.length,
  keep: (values, { outcome, row, cuts: { checkpointPlaces } }) => {
    checkpointPlaces.forEach((place, i) => {
      values[row * checkpointPlaces.length + i] = outcome.regret[place];
    });
  },
};

/** The number of slots on a best arm. Equal rewards do not identify arms, so on a replay arms are compared. */
function slotsOnBest({ arms, onBest }: Outcome, { means }: Environment): number {
  if (!(means instanceof Replay)) return onBest;
  return arms.reduce((sum, arm, slot) => sum + (arm === means.bestArm(slot) ? 1 : 0), 0);
}

/** Share of slots on a best arm, one per replication. */
const onBest: Column = {
  combine: 'appended',
  length: replications,
  keep: (values, { outcome, row, environment }) => {
    values[row] = slotsOnBest(outcome, environment) / outcome.arms.length;
  },
};

/** The plays of each arm since the checkpoint before, summed: checkpoints × arms. */
const armCounts: Column = {
  combine: 'summed',
  length: ({ cuts, armCount }) => cuts.checkpoints.length * armCount,
  // A checkpoint may end several stretches.
  finish: (values, player, { cuts, armCount }) => {
    const counts = player.armCounts();
    let checkpoint = 0;
    cuts.ends.forEach((end, stretch) => {
      if (end > cuts.checkpoints[checkpoint]) checkpoint += 1;
      for (let arm = 0; arm < armCount; arm++) {
        values[checkpoint * armCount + arm] += counts[stretch * armCount + arm];
      }
    });
  },
};

/** Regret within each stretch of one best arm: replications × epochs. */
const epochRegret: Column = {
  combine: 'appended',
  length: (setting) => replications(setting) * setting.cuts.epochEnds.length,
  keep: (values, { outcome, row, cuts: { epochPlaces } }) => {
    epochPlaces.forEach((place, i) => {
      const before = i === 0 ? 0 : outcome.regret[epochPlaces[i - 1]];
      values[row * epochPlaces.length + i] = outcome.regret[place] - before;
    });
  },
};

const RIBBON_BINS = 400;

/** The arms of a policy that plays alone, or of the first of several players. */
function firstArms({ arms, fleet }: Outcome): Int32Array {
  const players = fleet?.earned.length ?? 1;
  return players === 1 ? arms : arms.filter((_, place) => place % players === 0);
}

/** The arm played most in each of some equal bins of slots, the lowest among equals, in the first replication. */
const ribbon: Column = {
  combine: 'first',
  length: ({ chunk, horizon }) => (chunk.from === 0 ? Math.min(RIBBON_BINS, horizon) : 0),
  keep: (values, { outcome, row, environment }) => {
    if (row > 0) return;
    const arms = firstArms(outcome);
    const counts = new Int32Array(environment.means.armCount);
    for (let bin = 0; bin < values.length; bin++) {
      const from = Math.floor((bin * arms.length) / values.length);
      const played = arms.subarray(from, Math.floor(((bin + 1) * arms.length) / values.length));
      for (const arm of played) counts[arm] += 1;
      values[bin] = played.reduce((most, arm) =>
        counts[arm] > counts[most] || (counts[arm] === counts[most] && arm < most) ? arm : most,
      );
      // Not all of them: there may be a million arms.
      for (const arm of played) counts[arm] = 0;
    }
  },
};

/** Sum of the rewards as drawn, one per replication. */
const reward: Column = {
  combine: 'appended',
  length: replications,
  keep: (values, { outcome, row }) => {
    values[row] = outcome.earned;
  },
};

/** Squares are kept as multiples of this number and a rest, so that sums of either stay whole numbers below 2⁵³. */
export const SQUARE_UNIT = 2 ** 26;

/** The plays of each arm: sums over replications, then the sums of squares in two parts, 3 × arms. */
const plays: Column = {
  combine: 'summed',
  length: ({ armCount }) => 3 * armCount,
  keep: (values, { outcome }) => {
    const { length } = outcome.plays;
    for (let arm = 0; arm < length; arm++) {
      const count = outcome.plays[arm];
      const square = count * count;
      const units = Math.floor(square / SQUARE_UNIT);
      values[arm] += count;
      values[length + arm] += units;
      values[2 * length + arm] += square - units * SQUARE_UNIT;
    }
  },
};

/** The restarts of the policy, one number per replication. NaN if it counts no restarts. */
const restarts: Column = {
  combine: 'appended',
  length: replications,
  keep: (values, { outcome, row }) => {
    values[row] = outcome.restarts;
  },
};

/** Collisions per player up to each checkpoint: replications × checkpoints. */
const collisions: Column = {
  combine: 'appended',
  length: (setting) => replications(setting) * setting.cuts.checkpoints.length,
  keep: (values, { outcome: { fleet }, row, cuts: { checkpointPlaces } }) => {
    if (fleet === undefined) return;
    checkpointPlaces.forEach((place, i) => {
      const share = fleet.collisions[place] / fleet.earned.length;
      values[row * checkpointPlaces.length + i] = share;
    });
  },
};

/** Changes of arm per player, one per replication. */
const switches: Column = {
  combine: 'appended',
  length: replications,
  keep: (values, { outcome: { fleet }, row }) => {
    if (fleet === undefined) return;
    values[row] = fleet.switches.reduce((sum, count) => sum + count, 0) / fleet.switches.length;
  },
};

/** Jain's index of the rewards that players earned, one per replication. */
const fairness: Column = {
  combine: 'appended',
  length: replications,
  keep: (values, { outcome: { fleet }, row }) => {
    if (fleet !== undefined) values[row] = jainIndex(fleet.earned);
  },
};

/** Estimates are kept at this many slots at most. */
const TRACED_SLOTS = 200;

/** The numbers of slots after which estimates are kept. */
export function tracedSlots(horizon: number): number[] {
  const count = Math.min(TRACED_SLOTS, horizon);
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 1) * horizon) / count));
}

/** Estimates of some parameters over time, in the first replication: slots × parameters. */
const coefficients: Column = {
  combine: 'first',
  length: ({ chunk, horizon, coordinates }) =>
    chunk.from === 0 ? tracedSlots(horizon).length * coordinates : 0,
};

const COLUMNS = {
  regret,
  onBest,
  armCounts,
  epochRegret,
  ribbon,
  reward,
  plays,
  restarts,
  collisions,
  switches,
  fairness,
  coefficients,
};

/** The name of a column. */
export type ColumnName = keyof typeof COLUMNS;

/** All names, in the order of chunk files. */
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

/** The rows of some replications of one policy. A column that the comparison does not list is empty. */
export type PolicyRows = Readonly<Record<ColumnName, Values>>;

/** Without a best arm of each slot, as rested arms have none, there is no share of it and no stretch. */
const OF_BEST_ARMS: readonly ColumnName[] = ['onBest', 'epochRegret'];

/** Actions that differ from slot to slot have no identity: their places mean nothing. */
const OF_ARMS: readonly ColumnName[] = ['armCounts', 'ribbon', 'plays'];

const OF_PLAYERS: readonly ColumnName[] = ['collisions', 'switches', 'fairness'];

/** The columns that a comparison on an environment lists. */
export function columnsOf(
  { players }: Pick<Comparison, 'players'>,
  { means }: Environment,
): readonly ColumnName[] {
  const left = [
    ...(means.moves === 'plays' ? OF_BEST_ARMS : []),
    ...(means.contexts?.staysSame === false ? OF_ARMS : []),
    ...(players === undefined ? OF_PLAYERS : []),
    ...(means.contexts === undefined ? (['coefficients'] as const) : []),
  ];
  return COLUMN_NAMES.filter((name) => !left.includes(name));
}

/** The way in which chunks of a column combine. */
export function combineOf(name: ColumnName): Column['combine'] {
  return COLUMNS[name].combine;
}

/** Rows made column by column. */
export function rowsOf(make: (name: ColumnName) => Values): PolicyRows {
  const columns = COLUMN_NAMES.map((name) => [name, make(name)] as const);
  return Object.fromEntries(columns) as Record<ColumnName, Values>;
}

/** Rows of zeros for the listed columns. */
export function emptyRows(listed: readonly ColumnName[], setting: RowSetting): PolicyRows {
  return rowsOf(
    (name) => new Float64Array(listed.includes(name) ? COLUMNS[name].length(setting) : 0),
  );
}

/** Adds a replication to the listed columns. */
export function keepPlayed(listed: readonly ColumnName[], rows: PolicyRows, played: Played): void {
  for (const name of listed) {
    const column: Column = COLUMNS[name];
    column.keep?.(rows[name], played);
  }
}

/** Adds what a player has counted over the replications of a chunk. */
export function keepCounted(
  listed: readonly ColumnName[],
  rows: PolicyRows,
  player: Player,
  setting: RowSetting,
): void {
  for (const name of listed) {
    const column: Column = COLUMNS[name];
    column.finish?.(rows[name], player, setting);
  }
}
