/** Policies that are built on linear models: their kernels against naive forms, decision by decision. */
import { describe, expect, test } from 'vitest';
import type { ContextualKernel } from '../src/portable/kernels/contextual-kernel.ts';
import { DlinucbKernel } from '../src/portable/kernels/dlinucb-kernel.ts';
import { ThetaPath } from '../src/portable/means/theta-path.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream, restoreRandom, saveRandom } from '../src/random/source.ts';
import { prepareContextualPolicy } from '../src/shell/contextual/prepare.ts';
import { normalQuantile } from '../src/theory/normal-quantile.ts';
import { NaiveDlinucb } from './naive/dlinucb.ts';
import { NaiveLinearBob } from './naive/linear-bob.ts';
import {
  type NaiveAction,
  type NaiveLinearDecision,
  type NaiveLinearIndex,
  naiveLinearDefaults,
  naiveLinearIndex,
} from './naive/linear-family.ts';
import {
  type NaiveTheta,
  naiveOracleIndex,
  naiveOracleRestartIndex,
} from './naive/linear-oracles.ts';
import { LinearRun } from './naive/linear-run.ts';
import { NaiveLogistic } from './naive/logistic.ts';

const DIMENSION = 3;
const ACTIONS = 4;
const HORIZON = 1000;
const TOLERANCE = 1e-9;
const SETTINGS = { ...naiveLinearDefaults, dimension: DIMENSION };

/** A policy that lives through the same decisions. */
interface Twin {
  index(action: NaiveAction): NaiveLinearIndex;
  /** The number by which actions are ranked, with draws of the standard normal law; the index unless given. */
  score?(action: NaiveAction, zeta: readonly number[]): number;
  learn(action: NaiveAction, reward: number, ticket: number): void;
}

function kernelOf(spec: string, form: 'arms' | 'actions', theta?: ThetaPath): ContextualKernel {
  const blocks = form === 'arms' ? ACTIONS : 1;
  const shape = { form, dimension: DIMENSION, blocks, norm: 1, intercept: false, theta };
  return prepareContextualPolicy(spec, { ...shape, horizon: HORIZON }).kernel;
}

/** The normal numbers that a stream draws next. The stream stays as it is. */
function upcoming(random: Random, count: number): number[] {
  const state = saveRandom(random);
  const drawn = Array.from({ length: count }, () => normal(random));
  restoreRandom(random, state);
  return drawn;
}

/** Plays slots whose parameters flip half way, and compares estimates and widths in each. */
function compare(
  kernel: ContextualKernel,
  twin: Twin,
  form: 'arms' | 'actions',
  slots: number,
): void {
  const random = randomStream(33);
  const run = new LinearRun(kernel, randomStream(34));
  const vector = () => Array.from({ length: DIMENSION }, () => random.uniform() - 0.5);
  for (let slot = 0; slot < slots; slot++) {
    const context = vector();
    const actions = Array.from({ length: ACTIONS }, (_, i) =>
      form === 'arms' ? { block: i, features: context } : { block: 0, features: vector() },
    );
    const zeta = upcoming(run.random, (form === 'arms' ? ACTIONS : 1) * DIMENSION);
    const pick = run.pick(actions);
    const picked = actions[pick];
    const scores = actions.map((action) => {
      const own = zeta.slice(action.block * DIMENSION, (action.block + 1) * DIMENSION);
      const { value, width } = twin.index(action);
      return twin.score?.(action, own) ?? value + width;
    });
    expect(scores[pick]).toBeGreaterThan(Math.max(...scores) - TOLERANCE);
    for (const action of actions) {
      const [got, wanted] = [run.index(action), twin.index(action)];
      expect(Math.abs(got.value - wanted.value)).toBeLessThan(TOLERANCE);
      expect(Math.abs(got.width - wanted.width)).toBeLessThan(TOLERANCE);
    }
    const ticket = kernel.ticket();
    const sign = slot < slots / 2 ? 1 : -1;
    const mean = picked.features.reduce((sum, x, i) => sum + sign * x * (i + 1), 0.5);
    const reward = Math.min(1, Math.max(0, mean + 0.1 * normal(random)));
    run.play(picked, reward);
    twin.learn(picked, reward, ticket);
  }
}

describe.each(['arms', 'actions'] as const)('with %s', (form) => {
  test('d-logistic follows its Newton steps', () => {
    const naive = new NaiveLogistic(DIMENSION, 0.5, 0.9);
    const twin: Twin = {
      index: (action) => ({ value: naive.mean(action), width: 0.7 * naive.length(action) }),
      learn: (action, reward) => naive.learn(action, reward),
    };
    compare(kernelOf('d-logistic:discount=0.9;ridge=0.5;width=0.7', form), twin, form, 40);
  });

  test('bob-linucb chooses windows and starts again in each block', () => {
    const naive = new NaiveLinearBob({ ...SETTINGS, block: 9, g: 0.3, horizon: HORIZON });
    const twin: Twin = {
      index: (action) => naive.index(action),
      learn: (action, reward, ticket) => naive.learn(action, ticket, reward),
    };
    compare(kernelOf('bob-linucb:block=9;g=0.3', form), twin, form, 80);
  });
});

test('dlinucb drops models that fail and begins new ones', () => {
  const settings = { ...SETTINGS, noise: 0.05, width: 0.1, tau: 20 };
  const odds = { delta1: 0.1, delta2: 0.3, margin: 0.02 };
  const naive = new NaiveDlinucb({
    ...settings,
    ...odds,
    explained: settings.noise * normalQuantile(1 - odds.delta1 / 2),
  });
  const kernel = kernelOf(
    'dlinucb:noise=0.05;width=0.1;tau=20;delta1=0.1;delta2=0.3;margin=0.02',
    'actions',
  );
  const twin: Twin = {
    index: (action) => naive.index(action),
    learn: (action, reward) => naive.learn(action, reward),
  };
  compare(kernel, twin, 'actions', 150);
  // The models must have been tried hard enough to say something.
  expect(naive.alarms).toBeGreaterThan(1);
  expect(kernel).toBeInstanceOf(DlinucbKernel);
  if (kernel instanceof DlinucbKernel) {
    expect(kernel.restarts).toBe(naive.alarms);
    expect(kernel.alive.filter((each) => each === 1)).toHaveLength(naive.count);
  }
  expect(naive.count).toBeLessThanOrEqual(naive.alarms);
});

test('d-rand-linucb widens all actions of a slot by the same draw', () => {
  const kernel = kernelOf('d-rand-linucb:discount=0.9', 'actions');
  const settings = { ...SETTINGS, discount: 0.9 };
  const run = new LinearRun(kernel, randomStream(35));
  const [draws, random] = [randomStream(35), randomStream(36)];
  for (let slot = 0; slot < 40; slot++) {
    const actions = Array.from({ length: ACTIONS }, () => ({
      block: 0,
      features: Array.from({ length: DIMENSION }, () => random.uniform() - 0.5),
    }));
    const z = Math.abs(0.4 * normal(draws));
    const scores = actions.map((action) => {
      const { value, width } = naiveLinearIndex('d-rand-linucb', run.history, action, settings);
      return value + z * width;
    });
    const pick = run.pick(actions);
    expect(scores[pick]).toBeGreaterThan(Math.max(...scores) - TOLERANCE);
    run.play(actions[pick], random.uniform());
  }
});

test.each(['arms', 'actions'] as const)(
  'logistic-ts draws with the covariance of its model, with %s',
  (form) => {
    const kernel = kernelOf('logistic-ts:discount=0.9;ridge=0.5;width=2', form);
    const naive = new NaiveLogistic(DIMENSION, 0.5, 0.9);
    const twin: Twin = {
      index: (action) => ({ value: naive.mean(action), width: 2 * naive.length(action) }),
      score: (action, zeta) =>
        naive.drawn(
          action,
          zeta.map((draw) => 2 * draw),
        ),
      learn: (action, reward) => naive.learn(action, reward),
    };
    compare(kernel, twin, form, 30);
  },
);

/** Parameters in halves, of which each keeps its value at a change as often as not. */
function changingTheta(blocks: number, starts: readonly number[], slots: number) {
  const random = randomStream(37);
  const theta = Array.from({ length: blocks }, () => [0.5, -0.5, 0]);
  const rows = starts.map(() => {
    const kept = random.below(blocks + 1);
    theta.forEach((own, block) => {
      if (block !== kept) own[random.below(DIMENSION)] = (random.below(5) - 2) / 2;
    });
    return theta.map((own) => [...own]);
  });
  const path = new ThetaPath(
    blocks,
    DIMENSION,
    Int32Array.from(starts),
    Float64Array.from(rows.flat(2)),
  );
  const list: NaiveTheta = Array.from(
    { length: slots + 1 },
    (_, slot) => rows[starts.findLastIndex((start) => start <= slot)],
  );
  return { path, list };
}

describe.each(['arms', 'actions'] as const)('oracles with %s', (form) => {
  const slots = 40;
  const { path, list } = changingTheta(form === 'arms' ? ACTIONS : 1, [0, 7, 8, 20, 33], slots);

  test.each([
    ['lin-oracle', 'takes the largest mean'],
    ['lin-oracle-restart', 'is LinUCB since the last change'],
  ])('%s %s', (id) => {
    const history: NaiveLinearDecision[] = [];
    const twin: Twin = {
      index: (action) =>
        id === 'lin-oracle'
          ? naiveOracleIndex(list, history.length, action)
          : naiveOracleRestartIndex(list, history, action, SETTINGS),
      learn: (action, reward) => history.push({ ...action, reward }),
    };
    compare(kernelOf(id, form, path), twin, form, slots);
  });
});

test('lin-oracle-restart refuses rewards of slots before a change', () => {
  const theta = new ThetaPath(1, DIMENSION, Int32Array.of(0, 3), Float64Array.of(1, 0, 0, 0, 1, 0));
  const run = new LinearRun(kernelOf('lin-oracle-restart', 'actions', theta));
  const action = { block: 0, features: [1, 0.5, 0] };
  for (let slot = 0; slot < 4; slot++) run.begin(action);
  expect([2, 3].map((slot) => run.learn(slot, 1))).toEqual([false, true]);
});
