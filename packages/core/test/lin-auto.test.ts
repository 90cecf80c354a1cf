/** Lin-auto compared with its naive form, which works everything out from the whole history. */
import { describe, expect, test } from 'vitest';
import { linAuto } from '../src/contextual-policies/lin-auto.ts';
import { LinAutoKernel } from '../src/portable/kernels/lin-auto-kernel.ts';
import { ExpertWeights } from '../src/portable/linear/expert-weights.ts';
import { LinearSplitTest } from '../src/portable/linear/linear-split-test.ts';
import type { RewardSegments } from '../src/portable/linear/reward-segments.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream } from '../src/random/source.ts';
import { RestoringArchive, savedState } from '../src/shell/kernel-state.ts';
import { linAutoConstants, NaiveLinAuto, type NaiveLinAutoSettings } from './naive/lin-auto.ts';
import { type NaiveAction, naiveLeader } from './naive/linear-family.ts';
import { LinearRun } from './naive/linear-run.ts';
import { dot, scaledIdentity, solved } from './naive/matrices.ts';
import { linAutoTraces } from './traces/lin-auto-traces.ts';

/** Numbers of 100 rewards below 10 with conditions below 1000 differ by less than 10⁵ · 10³ · 2⁻⁵² < 10⁻⁷. */
const TOLERANCE = 1e-7;

interface Table {
  readonly settings: NaiveLinAutoSettings;
  readonly seed: number;
  readonly slots: number;
}

function kernelOf({
  blocks,
  dimension,
  intercept,
  memories,
  ridges,
  base,
  level,
}: NaiveLinAutoSettings): LinAutoKernel {
  return new LinAutoKernel(
    blocks,
    dimension,
    intercept,
    Float64Array.from(memories),
    Float64Array.from(ridges),
    base,
    level,
  );
}

function settingsOf(rest: Partial<NaiveLinAutoSettings>): NaiveLinAutoSettings {
  const intercept = rest.intercept ?? false;
  const ridges = intercept ? [2, 32, Number.POSITIVE_INFINITY] : [1];
  return { blocks: 1, dimension: 2, intercept, ridges, ...linAutoConstants, ...rest };
}

/** Features of eighths, which are often equal. */
function vector(random: Random, { dimension, intercept }: NaiveLinAutoSettings): number[] {
  return Array.from({ length: dimension }, (_, i) =>
    i === 0 && intercept ? 1 : (random.below(17) - 8) / 8,
  );
}

function offer(random: Random, settings: NaiveLinAutoSettings): NaiveAction[] {
  const context = vector(random, settings);
  if (settings.blocks > 1) {
    return Array.from({ length: settings.blocks }, (_, block) => ({ block, features: context }));
  }
  return Array.from({ length: 3 }, () => ({ block: 0, features: vector(random, settings) }));
}

function isClose(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
}

/** One play of a table: the first difference, empty if there is none, and the alarms. */
class Play {
  readonly run: LinearRun;
  readonly kernel: LinAutoKernel;
  readonly naive: NaiveLinAuto;
  readonly random: Random;
  readonly #settings: NaiveLinAutoSettings;
  readonly #slots: number;
  readonly #theta: number[][];
  readonly #due = new Map<number, number>();

  constructor({ settings, seed, slots }: Table, kernel: LinAutoKernel) {
    this.kernel = kernel;
    this.run = new LinearRun(kernel);
    this.naive = new NaiveLinAuto(settings);
    this.random = randomStream(seed);
    this.#settings = settings;
    this.#slots = slots;
    const theta = () =>
      Array.from({ length: settings.dimension }, () => 2 * this.random.uniform() - 1);
    this.#theta = Array.from({ length: 2 * settings.blocks }, theta);
  }

  firstDifference(): string {
    for (let slot = 0; slot < this.#slots; slot++) {
      const fault = slot % 13 === 12 ? this.#skip() : this.#decide(slot);
      if (fault !== '') return `slot ${slot}: ${fault}`;
      const late = this.#settle(slot);
      if (late !== '') return `after slot ${slot}: ${late}`;
    }
    return '';
  }

  #skip(): string {
    this.run.skip();
    return '';
  }

  #decide(slot: number): string {
    const actions = offer(this.random, this.#settings);
    const pending = this.run.history.filter((each) => each.pending === true);
    const indices = actions.map((action) => this.naive.index(action, pending));
    for (const [place, action] of actions.entries()) {
      const { value, width } = this.run.index(action);
      const naive = indices[place];
      if (!isClose(value, naive.value)) return `mean ${value}, naively ${naive.value}`;
      if (!isClose(width, naive.width)) return `width ${width}, naively ${naive.width}`;
    }
    const { place, lead } = naiveLeader(indices.map(({ value, width }) => value + width));
    const pick = this.run.pick(actions);
    if (lead > TOLERANCE && pick !== place) return `pick ${pick}, naively ${place}`;
    const delay = this.random.below(4) === 0 ? 1 + this.random.below(6) : 0;
    this.run.begin(actions[pick], delay > 0);
    this.#due.set(slot, slot + delay);
    return '';
  }

  #settle(now: number): string {
    for (const [slot, due] of this.#due) {
      if (due !== now) continue;
      const { block, features } = this.run.history[slot];
      const theta = this.#theta[2 * block + (slot < this.#slots / 2 ? 0 : 1)];
      const reward = dot(features, theta) + 0.2 * normal(this.random);
      this.run.learn(slot, reward);
      this.naive.learn({ block, features }, reward);
      const { restarts, experts } = this.kernel;
      if (restarts !== this.naive.restarts) {
        return `${restarts} alarms, naively ${this.naive.restarts}`;
      }
      const expert = this.naive.weights.findIndex(
        (weight, e) => !isClose(experts.weights[e], weight),
      );
      if (expert >= 0) return `weight of expert ${expert}`;
      if (slot % 8 > 0) continue;
      const column = (slot / 8) % this.#settings.dimension;
      const estimate = this.naive.coefficient(block, column);
      if (!isClose(this.kernel.coefficient(block, column), estimate)) return `column ${column}`;
    }
    return '';
  }
}

const SHORT = [5, 20, Number.POSITIVE_INFINITY];

/** Both forms with and without an intercept, and up to three columns. Rewards change halfway. */
const TABLES: readonly Table[] = [
  { settings: settingsOf({}), seed: 1, slots: 90 },
  { settings: settingsOf({ dimension: 1, intercept: true }), seed: 2, slots: 70 },
  { settings: settingsOf({ intercept: true }), seed: 3, slots: 80 },
  { settings: settingsOf({ dimension: 3, memories: SHORT }), seed: 4, slots: 70 },
  { settings: settingsOf({ blocks: 2, intercept: true, memories: SHORT }), seed: 5, slots: 100 },
  { settings: settingsOf({ blocks: 3, intercept: true, memories: SHORT }), seed: 6, slots: 90 },
  { settings: settingsOf({ blocks: 2, memories: SHORT }), seed: 7, slots: 90 },
  { settings: settingsOf({ blocks: 3, intercept: true, base: 1 }), seed: 8, slots: 60 },
];

describe('lin-auto', () => {
  test('plays tables as its naive form, alarms included', () => {
    let alarms = 0;
    for (const table of TABLES) {
      const play = new Play(table, kernelOf(table.settings));
      expect(play.firstDifference()).toBe('');
      alarms += play.kernel.restarts;
    }
    expect(alarms).toBeGreaterThan(TABLES.length / 2);
  });
});

test.each(linAutoTraces)('has the indices worked by hand: $name', (trace) => {
  const { blocks, dimension, intercept, actions, rewards } = trace;
  const settings = settingsOf({ blocks, dimension, intercept });
  const run = new LinearRun(kernelOf(settings));
  const naive = new NaiveLinAuto(settings);
  trace.picks.forEach((pick, slot) => {
    actions.forEach((action, place) => {
      for (const { value, width } of [run.index(action), naive.index(action, [])]) {
        expect(value + width).toBeCloseTo(trace.indices[slot][place], 12);
      }
    });
    expect(run.pick(actions)).toBe(pick);
    run.play(actions[pick], rewards[slot][pick]);
    naive.learn(actions[pick], rewards[slot][pick]);
  });
});

/** The share is taken before the likelihood. */
class ShareFirst extends ExpertWeights {
  override weigh(reward: number, variance: number): void {
    super.share(1 / (this.rewards + 2));
    super.weigh(reward, variance);
  }

  override share(): void {}
}

/** Keeps the side before the split after an alarm. */
class WrongSide extends LinearSplitTest {
  override collectAfter(segments: RewardSegments, from: number): void {
    this.clear();
    for (let segment = 0; segment < from; segment++) this.include(segments, segment);
  }
}

/** Splits are tested however few rewards are on one side. */
class Unguarded extends LinearSplitTest {
  override leastSide(): number {
    return 0;
  }
}

const mutants: Readonly<Record<string, (kernel: LinAutoKernel) => void>> = {
  'a share that is taken before the likelihood': (kernel) => {
    const { experts, start } = kernel.experts;
    kernel.experts = new ShareFirst(experts, start);
  },
  'sums of the wrong side after an alarm': (kernel) => {
    kernel.test = new WrongSide(kernel.blocks, kernel.dimension, kernel.base, kernel.prior);
  },
  'a test without the guard of the kurtosis': (kernel) => {
    kernel.test = new Unguarded(kernel.blocks, kernel.dimension, kernel.base, kernel.prior);
  },
};

test.each(Object.entries(mutants))('the tables find %s', (_, change) => {
  const found = TABLES.some((table) => {
    const kernel = kernelOf(table.settings);
    change(kernel);
    return new Play(table, kernel).firstDifference() !== '';
  });
  expect(found).toBe(true);
});

test('with one memory, one ridge and no alarms it is a ridge index', () => {
  const dimension = 3;
  const settings = settingsOf({
    dimension,
    memories: [Number.POSITIVE_INFINITY],
    base: Number.POSITIVE_INFINITY,
  });
  const run = new LinearRun(kernelOf(settings));
  const random = randomStream(9);
  const matrix = scaledIdentity(dimension, 1);
  const target = [0, 0, 0];
  let squares = 1;
  for (let slot = 0; slot < 60; slot++) {
    const actions = offer(random, settings);
    const theta = solved(matrix, target);
    const variance = squares / (1 + slot);
    const indices = actions.map(({ features: x }) => {
      const length = dot(x, solved(matrix, x));
      return dot(x, theta) + Math.sqrt(0.3 * Math.log(1 + slot) * variance * length);
    });
    const { place, lead } = naiveLeader(indices);
    if (lead > TOLERANCE) expect(run.pick(actions)).toBe(place);
    const { features: x } = actions[place];
    const { value, width } = run.index(actions[place]);
    expect(value + width).toBeCloseTo(indices[place], 9);
    const reward = (slot < 30 ? 1 : -1) * x[0] + 0.3 * normal(random);
    squares += (reward - dot(x, theta)) ** 2 / (1 + dot(x, solved(matrix, x)));
    for (let i = 0; i < dimension; i++) {
      target[i] += reward * x[i];
      for (let j = 0; j < dimension; j++) matrix[i][j] += x[i] * x[j];
    }
    run.play(actions[place], reward);
  }
});

test.each([
  ['rewards of 10¹⁰⁰', 1, 1e100],
  ['features of a million', 1e6, 1],
  ['features that are nearly 0', 1e-160, 1],
  ['rewards of 10⁻¹⁰⁰', 1, 1e-100],
])('has finite numbers with %s', (_, size, scale) => {
  for (const intercept of [true, false]) {
    const run = new LinearRun(kernelOf(settingsOf({ intercept, dimension: 3 })));
    const random = randomStream(10);
    for (let slot = 0; slot < 150; slot++) {
      const x = intercept ? 1 : size * random.uniform();
      const y = size * (random.uniform() - 0.5);
      // Columns that are nearly alike.
      const action = { block: 0, features: [x, y, y * (1 + 1e-8)] };
      const { value, width } = run.index(action);
      expect(Number.isFinite(value) && Number.isFinite(width) && width >= 0).toBe(true);
      run.play(action, scale * (slot < 75 ? 1 : -1) * random.uniform());
    }
    const state = Object.values(savedState(run.kernel)).flat();
    expect(state.every(Number.isFinite)).toBe(true);
  }
});

test('an arm that joins begins with the mean of all rewards', () => {
  const [few, more] = [2, 3].map((blocks) => kernelOf(settingsOf({ blocks, intercept: true })));
  const run = new LinearRun(few);
  const random = randomStream(11);
  let total = 0;
  for (let slot = 0; slot < 40; slot++) {
    const reward = random.uniform();
    run.play({ block: slot % 2, features: [1, random.uniform()] }, reward);
    total += reward;
  }
  more.transfer(new RestoringArchive(savedState(few), 40, true));
  more.welcome(2);
  const [x, known] = [Float64Array.of(1, 0), [0, 1].map((block) => [block, 2] as const)];
  expect(more.value(2, x, 0)).toBeCloseTo((0.5 + total) / 41, 12);
  for (const [block, joined] of known) {
    expect(more.value(block, x, 0)).toBe(few.value(block, x, 0));
    expect(more.widthOf(joined, x, 0)).toBeGreaterThan(more.widthOf(block, x, 0));
  }
});

test('the catalogue has the constants of the rule', () => {
  const shape = { form: 'arms', dimension: 2, blocks: 3, startBlocks: 3, norm: 1 } as const;
  const made = [true, false].map((intercept) =>
    linAuto.kernel({ ...shape, intercept, horizon: undefined, values: {} }),
  );
  const expected = [true, false].map((intercept) => kernelOf(settingsOf({ blocks: 3, intercept })));
  expect(made).toEqual(expected);
});
