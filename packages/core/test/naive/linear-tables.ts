/** Random tables on which kernels of linear policies live through the same decisions as their naive forms. */
import type { ContextForm } from '../../src/definitions/contextual.ts';
import type { Random } from '../../src/portable/random/generator.ts';
import { normal } from '../../src/portable/random/normal.ts';
import { randomStream, restoreRandom, saveRandom } from '../../src/random/source.ts';
import {
  type NaiveAction,
  type NaiveBlock,
  type NaiveLinearId,
  type NaiveLinearSettings,
  naiveBlock,
  naiveIndex,
  naiveLeader,
  naiveScore,
  naiveWeight,
} from './linear-family.ts';
import type { LinearRun } from './linear-run.ts';

interface TableSlot {
  readonly actions: readonly NaiveAction[];
  readonly reward: number;
  /** Slots until the reward comes. */
  readonly delay: number;
  readonly event: 'played' | 'lost' | 'empty';
}

export interface LinearTable {
  readonly form: ContextForm;
  readonly blocks: number;
  readonly settings: NaiveLinearSettings;
  readonly slots: readonly TableSlot[];
  /** Whether decisions whose reward is late count in widths. */
  readonly held: boolean;
}

const SLOTS = 12;

function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)];
}

/** A vector of eighths from −1 to 1, which are exact, often 0, and often equal. */
function vector(random: Random, dimension: number): number[] {
  return Array.from({ length: dimension }, () => (random.below(17) - 8) / 8);
}

function slotOf(random: Random, form: ContextForm, count: number, dimension: number): TableSlot {
  const context = vector(random, dimension);
  const actions = Array.from({ length: count }, (_, place) =>
    form === 'arms'
      ? { block: place, features: context }
      : { block: 0, features: vector(random, dimension) },
  );
  return {
    actions,
    reward: (random.below(5001) - 2000) / 1000,
    delay: oneOf(random, [0, 0, 0, 1, 3]),
    event: oneOf(random, ['played', 'played', 'played', 'played', 'played', 'lost', 'empty']),
  };
}

export function randomTable(random: Random): LinearTable {
  const form = oneOf<ContextForm>(random, ['arms', 'actions']);
  const count = 1 + random.below(4);
  const dimension = 1 + random.below(3);
  return {
    form,
    blocks: form === 'arms' ? count : 1,
    settings: {
      dimension,
      noise: oneOf(random, [1, 0.5, 0.1]),
      bound: oneOf(random, [1, 3]),
      norm: oneOf(random, [1, 1.7]),
      ridge: oneOf(random, [0.1, 0.05, 1, 7]),
      delta: oneOf(random, [0.01, 0.3]),
      width: oneOf(random, [1, 0.15]),
      window: 1 + random.below(8),
      discount: oneOf(random, [0.5, 0.9, 0.99, 1]),
    },
    slots: Array.from({ length: SLOTS }, () => slotOf(random, form, count, dimension)),
    held: random.below(2) === 1,
  };
}

/**
 * Features are at most 1 in size, a table has 12 slots and at most 3 columns, and the ridge is at least 0.05, so the
 * condition of V is below 1 + 36/0.05 < 1000. Both sides then differ by less than about 1000 · 12 · 2⁻⁵² < 10⁻¹¹ of
 * their numbers, which are below 100.
 */
const TOLERANCE = 1e-9;

function isClose(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
}

/** Draws the numbers of a pick from the stream of a run, which stays as it is. */
function peek(random: Random, count: number): number[] {
  const before = saveRandom(random);
  const drawn = Array.from({ length: count }, () => normal(random));
  restoreRandom(random, before);
  return drawn;
}

/** The scores by which the naive form picks, with the draws that come next in the stream of the run. */
function naiveScores(
  random: Random,
  naive: readonly NaiveBlock[],
  actions: readonly NaiveAction[],
): number[] {
  const { id, settings } = naive[0];
  const { dimension } = settings;
  const isShared = id === 'd-rand-linucb';
  const drawn = peek(random, isShared ? 1 : naive.length * dimension);
  // Each block has draws of its own, in the order of blocks.
  return actions.map(({ block, features }) => {
    const own = drawn.slice(block * dimension, (block + 1) * dimension);
    return naiveScore(naive[block], features, isShared ? drawn : own);
  });
}

/** Settles the rewards that come after a slot. Returns what is wrong, if anything is. */
function settle(id: NaiveLinearId, run: LinearRun, { slots, settings }: LinearTable): string {
  const faults: string[] = [];
  slots.slice(0, run.slot).forEach(({ event, delay, reward }, slot) => {
    if (event === 'empty' || slot + delay !== run.slot - 1) return;
    if (event === 'lost') {
      run.expire(slot);
      return;
    }
    const weight = naiveWeight(id, slot, run.slot, settings);
    if (!isClose(run.kernel.weight(slot), weight)) faults.push(`weight of slot ${slot}`);
    if (run.learn(slot, reward) !== weight > 0) faults.push(`acceptance of slot ${slot}`);
  });
  return faults[0] ?? '';
}

/** Estimates, widths and the pick of a slot. Returns what is wrong, if anything is, and the pick. */
function compareSlot(
  id: NaiveLinearId,
  run: LinearRun,
  table: LinearTable,
  actions: readonly NaiveAction[],
): { fault: string; pick: number } {
  const faults: string[] = [];
  const blocks = Array.from({ length: table.blocks }, (_, block) =>
    naiveBlock(id, run.history, block, table.settings),
  );
  for (const action of actions) {
    const naive = naiveIndex(blocks[action.block], action.features);
    const { value, width } = run.index(action);
    if (!isClose(value, naive.value)) faults.push(`estimate ${value}, naively ${naive.value}`);
    if (!isClose(width, naive.width)) faults.push(`width ${width}, naively ${naive.width}`);
  }
  const { place, lead } = naiveLeader(naiveScores(run.random, blocks, actions));
  const pick = run.pick(actions);
  if (lead > TOLERANCE && pick !== place) faults.push(`pick ${pick}, naively ${place}`);
  return { fault: faults[0] ?? '', pick };
}

/** Plays a table. Returns the first difference between a kernel and the naive form, or an empty text. */
export function firstDifference(
  id: NaiveLinearId,
  table: LinearTable,
  make: (table: LinearTable, random: Random) => LinearRun,
): string {
  const run = make(table, randomStream(5));
  for (const [slot, { actions, delay, event }] of table.slots.entries()) {
    if (event === 'empty') run.skip();
    else {
      const { fault, pick } = compareSlot(id, run, table, actions);
      if (fault !== '') return `slot ${slot}: ${fault}`;
      run.begin(actions[pick], table.held && delay > 0);
    }
    const fault = settle(id, run, table);
    if (fault !== '') return `after slot ${slot}: ${fault}`;
  }
  return '';
}
