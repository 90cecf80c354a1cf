/**
 * Identities that linear policies have to satisfy, and numbers that are hard for them.
 *
 * Both sides of an identity do the same sums in another order or in other coordinates. With features of size 1, a few
 * hundred slots and a ridge of 0.1, they differ by less than 10⁻¹⁰.
 */
import { describe, expect, test } from 'vitest';
import { AllTime } from '../src/portable/memory/all-time.ts';
import { Discounted } from '../src/portable/memory/discounted.ts';
import type { Memory } from '../src/portable/memory/memory.ts';
import { Resetting } from '../src/portable/memory/resetting.ts';
import { Window } from '../src/portable/memory/window.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream } from '../src/random/source.ts';
import {
  type NaiveAction,
  type NaiveLinearId,
  type NaiveLinearSettings,
  naiveLeader,
  naiveLinearDefaults,
  naiveRadius,
} from './naive/linear-family.ts';
import { linearKernel } from './naive/linear-kernels.ts';
import { LinearRun } from './naive/linear-run.ts';
import { dot, scaledIdentity, solved } from './naive/matrices.ts';

const TOLERANCE = 1e-9;

function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(
    TOLERANCE * Math.max(1, Math.abs(expected)),
  );
}

/** The sum of the squared weights of `count` rewards in as many slots, all of one block. */
function squaredWeights(
  id: NaiveLinearId,
  count: number,
  { window = Infinity, discount = 1 }: NaiveLinearSettings,
) {
  if (id === 'linucb') return count;
  if (id === 'restart-linucb') return count % window;
  if (id === 'sw-linucb') return Math.min(count, window);
  return Array.from({ length: count }, (_, age) => discount ** (2 * age)).reduce(
    (a, b) => a + b,
    0,
  );
}

const INDEX_IDS = ['linucb', 'restart-linucb', 'sw-linucb', 'd-linucb', 'weight-linucb'] as const;
type IndexId = (typeof INDEX_IDS)[number];

function settingsOf(
  dimension: number,
  rest: Partial<NaiveLinearSettings> = {},
): NaiveLinearSettings {
  return { ...naiveLinearDefaults, dimension, window: 37, discount: 0.95, ...rest };
}

function unit(dimension: number, column: number): number[] {
  return scaledIdentity(dimension, 1)[column];
}

function randomActions(random: Random, count: number, dimension: number): NaiveAction[] {
  return Array.from({ length: count }, () => ({
    block: 0,
    features: Array.from({ length: dimension }, () => 2 * random.uniform() - 1),
  }));
}

/** Actions whose features are a matrix times those of others. */
function turned(
  actions: readonly NaiveAction[],
  rows: readonly (readonly number[])[],
): NaiveAction[] {
  return actions.map(({ block, features }) => ({
    block,
    features: rows.map((row) => dot(row, features)),
  }));
}

const SLOTS = 150;

interface Side {
  readonly run: LinearRun;
  /** Actions of this side in place of those of the first side. */
  readonly see: (actions: readonly NaiveAction[]) => readonly NaiveAction[];
}

/** Plays both sides with the picks of the first, and compares them in every slot. */
function playBoth(
  first: LinearRun,
  second: Side,
  offer: (random: Random) => readonly NaiveAction[],
  compare: (seen: { actions: readonly NaiveAction[]; others: readonly NaiveAction[] }) => void,
): void {
  const random = randomStream(28, 0, 7);
  for (let slot = 0; slot < SLOTS; slot++) {
    const actions = offer(random);
    const others = second.see(actions);
    compare({ actions, others });
    const pick = first.pick(actions);
    const reward = actions[pick].features[0] + 0.3 * normal(random);
    first.play(actions[pick], reward);
    second.run.play(others[pick], reward);
  }
}

function indexOf(run: LinearRun, action: NaiveAction): number {
  const { value, width } = run.index(action);
  return value + width;
}

/** Estimates, widths and picks are the same on both sides. */
function expectEqualSides(
  first: LinearRun,
  second: Side,
  offer: (random: Random) => readonly NaiveAction[],
  widthRatio = 1,
): void {
  playBoth(first, second, offer, ({ actions, others }) => {
    actions.forEach((action, place) => {
      const [one, other] = [first.index(action), second.run.index(others[place])];
      expectClose(other.value, one.value);
      expectClose(other.width * widthRatio, one.width);
    });
    const { place, lead } = naiveLeader(actions.map((action) => indexOf(first, action)));
    if (lead > 1e-6 && widthRatio === 1) expect(second.run.pick(others)).toBe(place);
  });
}

describe('actions that are unit vectors', () => {
  const armCount = 3;
  const settings = settingsOf(armCount);
  const { window = 1, discount = 1, ridge } = settings;
  const memories: Record<IndexId, (gamma: number) => Memory> = {
    linucb: () => new AllTime(armCount),
    'restart-linucb': () => new Resetting(armCount, window),
    'sw-linucb': () => new Window(armCount, window),
    'd-linucb': (gamma) => new Discounted(armCount, gamma),
    'weight-linucb': (gamma) => new Discounted(armCount, gamma),
  };

  test.each(INDEX_IDS)('%s is a K-armed index with a ridge over the memory of rewards', (id) => {
    const run = new LinearRun(linearKernel(id, settings));
    const [memory, squares] = [discount, discount ** 2].map(memories[id]);
    const random = randomStream(4);
    const actions = Array.from({ length: armCount }, (_, k) => ({
      block: 0,
      features: unit(armCount, k),
    }));
    for (let slot = 0; slot < SLOTS; slot++) {
      const all = actions.reduce((sum, _, k) => sum + squares.mass(k) / squares.unit(), 0);
      const indices = actions.map((action, k) => {
        const [n, square] = [memory, squares].map((each) => each.mass(k) / each.unit());
        const mean = n === 0 ? 0 : (memory.mean(k) * n) / (n + ridge);
        const length =
          id === 'd-linucb' ? Math.sqrt(square + ridge) / (n + ridge) : 1 / Math.sqrt(n + ridge);
        const { value, width } = run.index(action);
        expectClose(value, mean);
        expectClose(width, naiveRadius(id, all, settings) * length);
        return mean + naiveRadius(id, all, settings) * length;
      });
      const { place, lead } = naiveLeader(indices);
      if (lead > TOLERANCE) expect(run.pick(actions)).toBe(place);
      const reward = normal(random) + place;
      run.play(actions[place], reward);
      for (const each of [memory, squares]) {
        each.advance();
        each.learn(slot, place, reward);
      }
    }
  });
});

describe('arms', () => {
  const [armCount, d] = [3, 2];

  test.each(INDEX_IDS)('%s: an arm is an action with a block of columns of its own', (id) => {
    const [apart, together] = [settingsOf(d), settingsOf(d * armCount)];
    const arms = new LinearRun(linearKernel(id, apart, 'arms', armCount));
    const actions = new LinearRun(linearKernel(id, together));
    const counts = new Array<number>(armCount).fill(0);
    const random = randomStream(28);
    for (let slot = 0; slot < SLOTS; slot++) {
      const features = [1, 2 * random.uniform() - 1];
      const offered = Array.from({ length: armCount }, (_, block) => ({ block, features }));
      const wide = (k: number) => unit(armCount, k).flatMap((on) => features.map((x) => on * x));
      offered.forEach((action, k) => {
        const [one, other] = [arms.index(action), actions.index({ block: 0, features: wide(k) })];
        expectClose(one.value, other.value);
      });
      const pick = arms.pick(offered);
      counts[pick] += 1;
      const reward = normal(random) + pick * features[1];
      arms.play(offered[pick], reward);
      actions.play({ block: 0, features: wide(pick) }, reward);
    }
    expect(Math.min(...counts)).toBeGreaterThan(5);
    // Without a wider β for more columns, widths are equal too: see the naive forms for β.
    const last = { block: 1, features: [1, 0.5] };
    const wide = { block: 0, features: [0, 0, 1, 0.5, 0, 0] };
    if (id === 'sw-linucb') {
      const ratio = naiveRadius(id, 0, apart) / naiveRadius(id, 0, together);
      expectClose(arms.index(last).width, actions.index(wide).width * ratio);
    }
  });
});

describe.each(INDEX_IDS)('%s', (id) => {
  const d = 3;
  const make = (rest: Partial<NaiveLinearSettings> = {}, dimension = d) =>
    new LinearRun(linearKernel(id, settingsOf(dimension, rest)));
  const offer = (random: Random) => randomActions(random, 4, d);

  test('a permutation of the actions permutes the picks', () => {
    const [first, second] = [make(), make()];
    const order = [2, 0, 3, 1];
    const random = randomStream(5);
    for (let slot = 0; slot < SLOTS; slot++) {
      const actions = offer(random);
      const pick = first.pick(actions);
      expect(order[second.pick(order.map((place) => actions[place]))]).toBe(pick);
      const reward = normal(random);
      first.play(actions[pick], reward);
      second.play(actions[pick], reward);
    }
  });

  test('an orthogonal change of coordinates leaves estimates, widths and picks', () => {
    // The reflection at the plane across v = (1, 2, 2)/3: I − 2vvᵀ.
    const v = [1 / 3, 2 / 3, 2 / 3];
    const reflection = v.map((x, i) => v.map((y, j) => (i === j ? 1 : 0) - 2 * x * y));
    expectEqualSides(make(), { run: make(), see: (actions) => turned(actions, reflection) }, offer);
  });

  test('columns that are always 0 only widen β', () => {
    const narrow = make({}, 1);
    const wide = make();
    const random = randomStream(9);
    for (let slot = 0; slot < SLOTS; slot++) {
      const x = random.uniform();
      const one = narrow.index({ block: 0, features: [x] });
      const other = wide.index({ block: 0, features: [x, 0, 0] });
      expectClose(other.value, one.value);
      const count = squaredWeights(id, slot, settingsOf(d));
      const ratio = naiveRadius(id, count, settingsOf(1)) / naiveRadius(id, count, settingsOf(d));
      expectClose(other.width * ratio, one.width);
      const reward = normal(random);
      narrow.play({ block: 0, features: [x] }, reward);
      wide.play({ block: 0, features: [x, 0, 0] }, reward);
    }
  });

  test('late rewards leave the sums of rewards in time', () => {
    const [timely, late] = [make(), make()];
    const random = randomStream(6);
    const missing: [number, number][] = [];
    for (let slot = 0; slot < SLOTS; slot++) {
      const action = offer(random)[0];
      const reward = normal(random);
      timely.play(action, reward);
      late.begin(action);
      if (slot >= SLOTS - 12) missing.push([slot, reward]);
      else late.learn(slot, reward);
    }
    for (const [slot, reward] of missing.toReversed()) late.learn(slot, reward);
    for (const action of offer(random)) {
      expectClose(late.index(action).value, timely.index(action).value);
      expectClose(late.index(action).width, timely.index(action).width);
    }
  });
});

describe('memories that forget nothing', () => {
  const offer = (random: Random) => randomActions(random, 4, 3);

  test.each([
    ['sw-linucb', { window: SLOTS }],
    ['restart-linucb', { window: SLOTS }],
    ['d-linucb', { discount: 1 }],
    ['weight-linucb', { discount: 1 }],
  ] as const)('%s is linucb', (id, rest) => {
    const settings = settingsOf(3, rest);
    const forgetful = new LinearRun(linearKernel(id, settings));
    const plain = new LinearRun(linearKernel('linucb', settings));
    let slot = 0;
    playBoth(plain, { run: forgetful, see: (actions) => actions }, offer, ({ actions }) => {
      // The window's β is constant.
      const ratio = naiveRadius('linucb', slot, settings) / naiveRadius(id, slot, settings);
      for (const action of actions) {
        const [one, other] = [plain.index(action), forgetful.index(action)];
        expectClose(other.value, one.value);
        expectClose(other.width * ratio, one.width);
      }
      slot += 1;
    });
  });

  test('d-lints with discount 1 draws as lints', () => {
    const settings = settingsOf(3, { discount: 1 });
    const [fading, plain] = (['d-lints', 'lints'] as const).map(
      (id) => new LinearRun(linearKernel(id, settings), randomStream(3)),
    );
    const random = randomStream(28);
    for (let slot = 0; slot < SLOTS; slot++) {
      const actions = offer(random);
      const pick = plain.pick(actions);
      expect(fading.pick(actions)).toBe(pick);
      const reward = normal(random);
      plain.play(actions[pick], reward);
      fading.play(actions[pick], reward);
    }
  });
});

describe('numbers', () => {
  const x = (...features: number[]): NaiveAction => ({ block: 0, features });

  test('a window forgets features of a million exactly', () => {
    const settings = settingsOf(3, { window: 20 });
    const [polluted, fresh] = [0, 1].map(() => new LinearRun(linearKernel('sw-linucb', settings)));
    const random = randomStream(8);
    for (let slot = 0; slot < 20; slot++) {
      polluted.play(x(1e6 * random.uniform(), 1e6, -1e6 * random.uniform()), 1e6);
      fresh.skip();
    }
    for (let slot = 0; slot < 45; slot++) {
      const [action] = randomActions(random, 1, 3);
      const reward = normal(random);
      polluted.play(action, reward);
      fresh.play(action, reward);
      if (slot >= 19) expect(polluted.index(action)).toEqual(fresh.index(action));
    }
  });

  test.each([
    ['actions', 1],
    ['arms', 3],
  ] as const)('%s: a window has the same bits for rewards in any order', (form, blocks) => {
    const settings = settingsOf(3, { window: 40 });
    const [timely, late] = [0, 1].map(
      () => new LinearRun(linearKernel('sw-linucb', settings, form, blocks)),
    );
    const random = randomStream(12);
    const due: { at: number; slot: number; reward: number }[] = [];
    for (let slot = 0; slot < 200; slot++) {
      const [{ features }] = randomActions(random, 1, 3);
      const action = { block: random.below(blocks), features };
      const reward = normal(random);
      timely.play(action, reward);
      late.begin(action);
      // Everything has come by slots 99 and 199.
      due.push({ at: Math.min(slot + random.below(35), slot < 100 ? 99 : 199), slot, reward });
      const now = due.filter(({ at }) => at === slot);
      for (const each of now.toReversed()) late.learn(each.slot, each.reward);
      if (slot === 99 || slot === 199) expect(late.index(action)).toEqual(timely.index(action));
    }
  });

  test('100,000 updates of a factor stay near a factor of the sums', () => {
    const settings = settingsOf(2);
    const kernel = linearKernel('linucb', settings);
    const random = randomStream(2);
    const features = Float64Array.from({ length: 2000 }, (_, i) => random.uniform() - (i % 2) / 2);
    const [matrix, b] = [scaledIdentity(2, settings.ridge), [0, 0]];
    for (let slot = 0; slot < 100_000; slot++) {
      const at = 2 * (slot % 1000);
      const [u, v] = [features[at], features[at + 1]];
      kernel.advance(0);
      kernel.learn(slot, 0, features, at, 0, v);
      matrix[0][0] += u * u;
      matrix[0][1] += u * v;
      matrix[1][1] += v * v;
      b[0] += v * u;
      b[1] += v * v;
    }
    matrix[1][0] = matrix[0][1];
    const action = Float64Array.of(0.3, -0.8);
    const length = Math.sqrt(dot([0.3, -0.8], solved(matrix, [0.3, -0.8])));
    const width = naiveRadius('linucb', 1e5, settings) * length;
    expect(Math.abs(kernel.widthOf(0, action, 0) / width - 1)).toBeLessThan(1e-9);
    const value = dot([0.3, -0.8], solved(matrix, b));
    expect(Math.abs(kernel.value(0, action, 0) - value)).toBeLessThan(1e-9);
  });

  test.each(INDEX_IDS)('%s: features that differ by 10⁻⁸ have finite widths', (id) => {
    const run = new LinearRun(linearKernel(id, settingsOf(2)));
    const random = randomStream(3);
    const actions = [x(1, 0), x(1, 1e-8), x(0, 1)];
    for (let slot = 0; slot < 300; slot++) {
      run.play(actions[slot % 2], normal(random));
      for (const action of actions) {
        const { value, width } = run.index(action);
        expect(Number.isFinite(value) && Number.isFinite(width) && width >= 0).toBe(true);
      }
    }
  });

  test.each(INDEX_IDS)('%s: features below the smallest normal number are harmless', (id) => {
    const run = new LinearRun(linearKernel(id, settingsOf(2)));
    for (const tiny of [5e-324, 1e-310, 1e-160]) {
      run.play(x(tiny, 1), 1);
      const { value, width } = run.index(x(tiny, tiny));
      expect(Number.isFinite(value) && width >= 0 && width < 1e-100).toBe(true);
    }
  });

  test.each(INDEX_IDS)(
    '%s: a ridge of 10⁻¹⁰⁰ or 10¹⁰⁰ is refused or gives finite numbers',
    (id) => {
      for (const ridge of [1e-100, 1e100]) {
        let run: LinearRun;
        try {
          run = new LinearRun(linearKernel(id, settingsOf(2, { ridge })));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          continue;
        }
        for (const action of [x(1, 0), x(0, 1), x(1, 1)]) {
          run.play(action, 1);
          const { value, width } = run.index(x(0.5, -1));
          expect(Number.isFinite(value) && Number.isFinite(width)).toBe(true);
        }
      }
    },
  );
});
