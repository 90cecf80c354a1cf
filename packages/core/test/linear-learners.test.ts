/** Logistic policies, dLinUCB and BOB-LinUCB against their naive forms. */
import { expect, test } from 'vitest';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream, restoreRandom, saveRandom } from '../src/random/source.ts';
import { prepareContextualPolicy } from '../src/shell/contextual/prepare.ts';
import { bobBlockLength, bobRate, bobWindows } from '../src/theory/bandit-over-bandit.ts';
import { naiveLeader, naiveLinearDefaults } from './naive/linear-family.ts';
import {
  NaiveBobLinUcb,
  NaiveDlinucb,
  type NaiveSample,
  naiveLogistic,
  naiveLogisticScore,
} from './naive/linear-learners.ts';
import { LinearRun } from './naive/linear-run.ts';
import { dot } from './naive/matrices.ts';

const [DIMENSION, HORIZON, COUNT] = [2, 60, 4];

function kernelOf(spec: string, blocks = 1) {
  const form = blocks === 1 ? 'actions' : 'arms';
  const shape = { form, blocks, dimension: DIMENSION, norm: 1, intercept: false } as const;
  return prepareContextualPolicy(spec, { ...shape, horizon: HORIZON, onWarning: () => {} }).kernel;
}

/** Actions of a slot: vectors of their own, or one context for all arms. */
function actionsOf(random: ReturnType<typeof randomStream>, blocks: number) {
  const vector = () => Array.from({ length: DIMENSION }, () => random.uniform() - 0.5);
  const context = vector();
  return Array.from({ length: COUNT }, (_, place) =>
    blocks === 1 ? { block: 0, features: vector() } : { block: place, features: context },
  );
}

test.each([
  ['logistic-ts', 1],
  ['logistic-ts', COUNT],
  ['d-logistic', 1],
  ['d-logistic', COUNT],
] as const)('%s with %i blocks plays as its naive form', (id, blocks) => {
  const settings = { ...naiveLinearDefaults, dimension: DIMENSION, ridge: 0.5, discount: 0.9 };
  const run = new LinearRun(kernelOf(`${id}:ridge=0.5;discount=0.9;width=0.7`, blocks));
  const random = randomStream(31);
  const history: NaiveSample[] = [];
  for (let slot = 0; slot < HORIZON; slot++) {
    const actions = actionsOf(random, blocks);
    const state = saveRandom(run.random);
    const zeta = Array.from({ length: blocks * DIMENSION }, () => normal(run.random));
    restoreRandom(run.random, state);
    const models = Array.from({ length: blocks }, (_, block) =>
      naiveLogistic(history, block, settings),
    );
    const scores = actions.map(({ block, features }) => {
      const own = zeta.slice(block * DIMENSION, (block + 1) * DIMENSION);
      const model = models[block];
      return naiveLogisticScore(model, features, 0.7, id === 'logistic-ts' ? own : undefined);
    });
    for (const action of actions) {
      const mean = 1 / (1 + Math.exp(-dot(action.features, models[action.block].theta)));
      expect(run.index(action).value).toBeCloseTo(mean, 10);
    }
    const { place, lead } = naiveLeader(scores);
    const pick = run.pick(actions);
    if (lead > 1e-9) expect(pick).toBe(place);
    const reward = random.below(2);
    run.play(actions[pick], reward);
    history.push({ ...actions[pick], reward });
  }
});

test('dlinucb plays as its naive form, and drops models', () => {
  const spec = 'dlinucb:tau=6;delta1=0.2;delta2=0.8;margin=0.1;noise=0.1;width=0.2;ridge=0.5';
  const run = new LinearRun(kernelOf(spec));
  const naive = new NaiveDlinucb({
    ...naiveLinearDefaults,
    dimension: DIMENSION,
    noise: 0.1,
    width: 0.2,
    ridge: 0.5,
    tau: 6,
    delta1: 0.2,
    delta2: 0.8,
    margin: 0.1,
    // A normal number is beyond 1.2816 in size once in five times.
    quantile: 1.2815515655446004,
  });
  const random = randomStream(32);
  const counts = new Set<number>();
  for (let slot = 0; slot < 200; slot++) {
    const actions = actionsOf(random, 1);
    // Several models may be in charge by the same number.
    const charges = naive.charges().toSorted((a, b) => a - b);
    const isClear = charges.length === 1 || charges[1] - charges[0] > 1e-9;
    for (const action of actions) {
      const [one, other] = [run.index(action), naive.index(action.features)];
      if (!isClear) continue;
      expect(one.value).toBeCloseTo(other.value, 9);
      expect(one.width).toBeCloseTo(other.width, 9);
    }
    const pick = run.pick(actions);
    const sign = slot % 60 < 30 ? 1 : -1;
    const reward = sign * actions[pick].features[0] + 0.1 * normal(random);
    run.play(actions[pick], reward);
    naive.learn({ ...actions[pick], reward });
    counts.add(naive.models.length);
  }
  expect(counts.size).toBeGreaterThan(1);
});

test('bob-linucb plays as its naive form', () => {
  const blockLength = bobBlockLength(DIMENSION, HORIZON);
  const windows = bobWindows(blockLength);
  const exploration = bobRate(windows.length, HORIZON, blockLength);
  const run = new LinearRun(kernelOf('bob-linucb'));
  const naive = new NaiveBobLinUcb({
    ...naiveLinearDefaults,
    dimension: DIMENSION,
    horizon: HORIZON,
    blockLength,
    windows,
    exploration,
  });
  const random = randomStream(33);
  const chosen = new Set<number>();
  for (let slot = 0; slot < HORIZON; slot++) {
    const actions = actionsOf(random, 1);
    const pick = run.pick(actions);
    if (slot % blockLength === 0) naive.draws.push(run.kernel.ticket());
    chosen.add(naive.window());
    // Before its first reward, a block orders actions alike with any window.
    if (slot % blockLength > 0) {
      for (const action of actions) {
        const [one, other] = [run.index(action), naive.index(action.features)];
        expect(one.value).toBeCloseTo(other.value, 9);
        expect(one.width).toBeCloseTo(other.width, 9);
      }
    }
    const { place, lead } = naiveLeader(
      actions.map(({ features }) => {
        const { value, width } = naive.index(features);
        return value + width;
      }),
    );
    if (lead > 1e-9) expect(pick).toBe(place);
    const reward = actions[pick].features[0] + normal(random);
    run.play(actions[pick], reward);
    naive.samples.push({ ...actions[pick], reward });
  }
  expect(chosen.size).toBeGreaterThan(1);
});
