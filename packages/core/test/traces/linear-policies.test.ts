/** Linear policies that draw or are built on others, and the oracles: kernels and naive forms against traces. */
import { expect, test } from 'vitest';
import { LinearKernel } from '../../src/portable/kernels/linear-kernel.ts';
import { ThetaPath } from '../../src/portable/means/theta-path.ts';
import { prepareContextualPolicy } from '../../src/shell/contextual/prepare.ts';
import { normalQuantile } from '../../src/theory/normal-quantile.ts';
import { NaiveDlinucb } from '../naive/dlinucb.ts';
import { NaiveLinearBob } from '../naive/linear-bob.ts';
import {
  type NaiveAction,
  type NaiveLinearDecision,
  type NaiveLinearId,
  type NaiveLinearIndex,
  type NaiveLinearSettings,
  naiveBlock,
  naiveScore,
} from '../naive/linear-family.ts';
import { naiveOracleIndex, naiveOracleRestartIndex } from '../naive/linear-oracles.ts';
import { LinearRun } from '../naive/linear-run.ts';
import { NaiveLogistic } from '../naive/logistic.ts';
import { GivenDraws } from './given-draws.ts';
import {
  HORIZON_OF_TRACES,
  type LinearPolicyTrace,
  linearPolicyTraces,
} from './linear-policy-traces.ts';

/** The data have 15 digits and values below 10. Draws are given to 2⁻⁵⁰, and sums have some tens of operations. */
const TOLERANCE = 1e-12;

const ACTIONS: readonly NaiveAction[] = [
  { block: 0, features: [1, 0] },
  { block: 0, features: [0, 1] },
  { block: 0, features: [1, 1] },
];

const SETTINGS: NaiveLinearSettings = {
  dimension: 2,
  noise: 0.5,
  bound: 1,
  norm: 2,
  ridge: 1,
  delta: 0.25,
  width: 1,
  discount: 0.5,
};

/** A naive form that lives through a trace. */
interface Naive {
  rank(action: NaiveAction, draws: readonly number[]): number;
  learn(action: NaiveAction, reward: number, uniform: number): void;
}

const sum = ({ value, width }: NaiveLinearIndex) => value + width;

/** A naive form that works its ranks out from the history. */
function fromHistory(
  rank: (history: NaiveLinearDecision[], action: NaiveAction, draws: readonly number[]) => number,
): Naive {
  const history: NaiveLinearDecision[] = [];
  return {
    rank: (action, draws) => rank(history, action, draws),
    learn: (action, reward) => history.push({ ...action, reward }),
  };
}

function drawing(id: NaiveLinearId): Naive {
  return fromHistory((history, { block, features }, draws) =>
    naiveScore(naiveBlock(id, history, block, SETTINGS), features, draws),
  );
}

/** The hidden parameters of a trace in each slot. */
function thetaOf({ theta = [], rewards }: LinearPolicyTrace): (readonly number[])[][] {
  return rewards.map((_, slot) => [theta.findLast(({ start }) => start <= slot)?.theta ?? []]);
}

function pathOf({ theta = [] }: LinearPolicyTrace): ThetaPath {
  const starts = Int32Array.from(theta, ({ start }) => start);
  return new ThetaPath(1, 2, starts, Float64Array.from(theta.flatMap((each) => [...each.theta])));
}

const naiveForms: Readonly<Record<string, (trace: LinearPolicyTrace) => Naive>> = {
  lints: () => drawing('lints'),
  'd-lints': () => drawing('d-lints'),
  'd-rand-linucb': () => drawing('d-rand-linucb'),
  'bob-linucb': () => {
    const bob = new NaiveLinearBob({ ...SETTINGS, block: 3, g: 0.5, horizon: HORIZON_OF_TRACES });
    return {
      rank: (action) => sum(bob.index(action)),
      learn: (action, reward, uniform) => bob.learn(action, uniform, reward),
    };
  },
  dlinucb: () => {
    const odds = { tau: 2, delta1: 0.2, delta2: 0.5, margin: 0.05 };
    const naive = new NaiveDlinucb({ ...SETTINGS, ...odds, explained: 0.5 * normalQuantile(0.9) });
    return {
      rank: (action) => sum(naive.index(action)),
      learn: (action, reward) => naive.learn(action, reward),
    };
  },
  'd-logistic': () => {
    const naive = new NaiveLogistic(2, 1, 0.5);
    return {
      rank: (action) => naive.mean(action) + 0.5 * naive.length(action),
      learn: (action, reward) => naive.learn(action, reward),
    };
  },
  'logistic-ts': () => {
    const naive = new NaiveLogistic(2, 1, 0.5);
    return {
      rank: (action, [first, second]) => naive.drawn(action, [0.5 * first, 0.5 * second]),
      learn: (action, reward) => naive.learn(action, reward),
    };
  },
  'lin-oracle': (trace) =>
    fromHistory(({ length }, action) => sum(naiveOracleIndex(thetaOf(trace), length, action))),
  'lin-oracle-restart': (trace) =>
    fromHistory((history, action) =>
      sum(naiveOracleRestartIndex(thetaOf(trace), history, action, SETTINGS)),
    ),
};

function expectRanks(actual: ArrayLike<number>, trace: LinearPolicyTrace, slot: number): void {
  trace.ranks[slot].forEach((rank, place) => {
    expect(Math.abs(actual[place] - rank), `slot ${slot}, action ${place}`).toBeLessThan(TOLERANCE);
  });
}

test.each(linearPolicyTraces)('the naive form of $id has the ranks worked by hand', (trace) => {
  const naive = naiveForms[trace.id](trace);
  trace.picks.forEach((pick, slot) => {
    const ranks = ACTIONS.map((action) => naive.rank(action, trace.draws?.[slot] ?? []));
    expectRanks(ranks, trace, slot);
    expect(ranks[pick]).toBeGreaterThan(Math.max(...ranks) - TOLERANCE);
    naive.learn(ACTIONS[pick], trace.rewards[slot][pick], trace.uniforms?.[slot][0] ?? 0);
  });
});

function runOf(trace: LinearPolicyTrace, random: GivenDraws): LinearRun {
  const { kernel } = prepareContextualPolicy(trace.spec, {
    ...{ form: 'actions', dimension: 2, blocks: 1, norm: 2, intercept: false },
    horizon: HORIZON_OF_TRACES,
    ...(trace.theta === undefined ? {} : { theta: pathOf(trace) }),
    onWarning: () => {},
  });
  return new LinearRun(kernel, random);
}

test.each(linearPolicyTraces)('the kernel of $id has the ranks worked by hand', (trace) => {
  const random = new GivenDraws();
  const run = runOf(trace, random);
  trace.picks.forEach((pick, slot) => {
    random.giveNormals(trace.draws?.[slot] ?? []);
    random.giveUniforms(trace.uniforms?.[slot] ?? []);
    const picked = run.pick(ACTIONS);
    expect(random.left).toBe(0);
    const { kernel } = run;
    const isDrawn = trace.draws !== undefined && kernel instanceof LinearKernel;
    expectRanks(isDrawn ? kernel.scores : ACTIONS.map((each) => sum(run.index(each))), trace, slot);
    const ranks = trace.ranks[slot];
    const isClear = ranks.every((rank, i) => i === pick || ranks[pick] - rank > TOLERANCE);
    // Ranks that are equal as fractions may differ in their last digits, unless they are exact.
    if (isClear || trace.isExact === true) expect(picked).toBe(pick);
    run.play(ACTIONS[pick], trace.rewards[slot][pick]);
  });
});
