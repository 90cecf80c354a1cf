/**
 * Named arms in a context: an intercept and features that are uniform on [−1, 1]. Each arm has an intercept and slopes
 * of its own, which move along a path. Means stay within [0, 1], because the slopes of an arm add up to `effect` at most.
 */
import type {
  ContextualEnvironmentDefinition,
  FieldSettings,
} from '../definitions/contextual-environment.ts';
import { freshParameter } from '../definitions/environment.ts';
import { Floats } from '../portable/base/language.ts';
import { sin } from '../portable/math/sin.ts';
import { ContextSource, SOURCE_UNIFORM } from '../portable/means/context-source.ts';
import type { ThetaPath } from '../portable/means/theta-path.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { drawDirection, drawJumps, pathBySlot, pathOf } from './draw-theta.ts';

const PATHS = ['stationary', 'jumps', 'local', 'walk', 'seasons', 'intercepts', 'rise'] as const;
const MIDDLE = 0.5;
/** The standard deviation of a step of each coordinate with path=walk. */
const WALK_STEP = 0.0025;
/** Swings from one draw to the other and back with path=seasons. */
const SEASONS = 3;
/** The intercept of the arm that rises. */
const RISEN = 0.62;

function sumOfSizes(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.abs(value), 0);
}

/** An arm: its intercept, then slopes whose sizes add up to a share of `effect` from one half to all of it. */
function drawArm({ dimension, values }: FieldSettings, random: Random, given?: number): number[] {
  const drawn = MIDDLE + values.number('spread') * (2 * random.uniform() - 1);
  const total = values.number('effect') * (0.5 + 0.5 * random.uniform());
  const slopes = dimension === 1 ? [] : drawDirection(dimension - 1, random);
  const size = sumOfSizes(slopes);
  return [given ?? drawn, ...slopes.map((slope) => (total * slope) / size)];
}

function drawArms(settings: FieldSettings, random: Random): number[][] {
  return Array.from({ length: settings.armCount }, () => drawArm(settings, random));
}

function changesIn({ values, horizon }: FieldSettings): number {
  return Math.min(values.number('changes'), horizon - 1);
}

/** All arms at each change, or their intercepts alone. */
function jumpingPath(settings: FieldSettings, random: Random, isWhole: boolean): ThetaPath {
  const { armCount, dimension, horizon } = settings;
  let arms = drawArms(settings, random);
  const rows = [{ start: 0, theta: arms.flat() }];
  for (const start of drawJumps(changesIn(settings), horizon, random)) {
    const drawn = drawArms(settings, random);
    arms = isWhole ? drawn : drawn.map(([intercept], k) => [intercept, ...arms[k].slice(1)]);
    rows.push({ start, theta: arms.flat() });
  }
  return pathOf(armCount, dimension, horizon, rows);
}

/** Each arm at times of its own. */
function localPath(settings: FieldSettings, random: Random): ThetaPath {
  const { armCount, dimension, horizon } = settings;
  const arms = drawArms(settings, random);
  const events = arms
    .flatMap((_, arm) =>
      drawJumps(changesIn(settings), horizon, random).map((start) => ({ start, arm })),
    )
    .sort((first, second) => first.start - second.start || first.arm - second.arm);
  const rows = [{ start: 0, theta: arms.flat() }];
  for (const { start, arm } of events) {
    arms[arm] = drawArm(settings, random);
    rows.push({ start, theta: arms.flat() });
  }
  return pathOf(armCount, dimension, horizon, rows);
}

/** A value brought back into [−limit, limit] by reflection; steps are small. */
function reflected(value: number, limit: number): number {
  const inside = value > limit ? 2 * limit - value : value < -limit ? -2 * limit - value : value;
  return Math.max(-limit, Math.min(limit, inside));
}

function walkingPath(settings: FieldSettings, random: Random): ThetaPath {
  const { armCount, dimension, horizon, values } = settings;
  const [spread, effect] = [values.number('spread'), values.number('effect')];
  const arms = drawArms(settings, random);
  const step = ([intercept, ...slopes]: number[]): number[] => {
    const level = reflected(intercept - MIDDLE + WALK_STEP * normal(random), spread);
    const moved = slopes.map((slope) => slope + WALK_STEP * normal(random));
    const excess = Math.max(1, sumOfSizes(moved) / effect);
    return [MIDDLE + level, ...moved.map((slope) => (effect === 0 ? 0 : slope / excess))];
  };
  return pathBySlot(armCount, dimension, horizon, (slot, row) => {
    for (let arm = 0; arm < armCount; arm++) {
      if (slot > 0) arms[arm] = step(arms[arm]);
      row.set(arms[arm], arm * dimension);
    }
  });
}

/** To and fro between two draws, each arm being ahead of the one before. */
function seasonalPath(settings: FieldSettings, random: Random): ThetaPath {
  const { armCount, dimension, horizon } = settings;
  const [from, to] = [drawArms(settings, random), drawArms(settings, random)];
  return pathBySlot(armCount, dimension, horizon, (slot, row) => {
    for (let arm = 0; arm < armCount; arm++) {
      const turns = (SEASONS * slot) / horizon + arm / armCount + 0.75;
      const share = 0.5 + 0.5 * sin(2 * Math.PI * (turns - Math.floor(turns)));
      for (let column = 0; column < dimension; column++) {
        const start = from[arm][column];
        row[arm * dimension + column] = start + share * (to[arm][column] - start);
      }
    }
  });
}

/** After a third of the horizon the arm with the lowest intercept becomes one with a high intercept. */
function risingPath(settings: FieldSettings, random: Random): ThetaPath {
  const { armCount, dimension, horizon } = settings;
  const arms = drawArms(settings, random);
  const worst = arms.reduce((least, [intercept], k) => (intercept < arms[least][0] ? k : least), 0);
  const high = drawArm(settings, random, RISEN);
  const risen = arms.map((arm, k) => (k === worst ? high : arm));
  return pathOf(armCount, dimension, horizon, [
    { start: 0, theta: arms.flat() },
    { start: Math.floor(horizon / 3), theta: risen.flat() },
  ]);
}

function contextsPath(settings: FieldSettings, random: Random): ThetaPath {
  const { armCount, dimension, horizon, values } = settings;
  switch (PATHS[values.number('path')]) {
    case 'jumps':
      return jumpingPath(settings, random, true);
    case 'intercepts':
      return jumpingPath(settings, random, false);
    case 'local':
      return localPath(settings, random);
    case 'walk':
      return walkingPath(settings, random);
    case 'seasons':
      return seasonalPath(settings, random);
    case 'rise':
      return risingPath(settings, random);
    default: {
      const theta = drawArms(settings, random).flat();
      return pathOf(armCount, dimension, horizon, [{ start: 0, theta }]);
    }
  }
}

/** Named arms in a context. */
export const contexts: ContextualEnvironmentDefinition = {
  kind: 'contextual',
  id: 'contexts',
  order: 50,
  name: 'Arms in a context',
  summary:
    'Each arm has its own intercept and slopes, which move. Features of the context are uniform on [−1, 1].',
  form: 'arms',
  parameters: [
    {
      kind: 'choice',
      id: 'path',
      summary:
        'movement of arms: none, common jumps, jumps arm by arm, small steps, seasons, common jumps of intercepts, or one rise',
      default: 0,
      words: PATHS,
    },
    {
      kind: 'number',
      id: 'effect',
      summary: 'most that the context changes the mean of an arm, up or down; 0: it is useless',
      default: 0.36,
      least: 0,
      most: 0.5,
    },
    {
      kind: 'number',
      id: 'spread',
      summary: 'most that the intercept of an arm differs from 0.5',
      default: 0.12,
      least: 0,
      most: 0.5,
    },
    {
      kind: 'integer',
      id: 'changes',
      summary: 'number of changes, or of each arm with path=local',
      default: 4,
      least: 0,
      most: 10_000,
    },
    freshParameter,
  ],
  armCount: 5,
  dimension: 5,
  horizon: 10_000,
  law: 'bernoulli',
  intercept: true,
  norm: ({ dimension }) => Math.sqrt(dimension),
  range({ values }) {
    const [effect, spread] = [values.number('effect'), values.number('spread')];
    const most =
      PATHS[values.number('path')] === 'rise' ? Math.max(spread, RISEN - MIDDLE) : spread;
    return [MIDDLE - spread - effect, MIDDLE + most + effect];
  },
  path: contextsPath,
  contexts: ({ dimension }) => new ContextSource(SOURCE_UNIFORM, 1, dimension, new Floats(0), 0, 0),
};
