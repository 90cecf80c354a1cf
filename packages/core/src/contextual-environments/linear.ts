/**
 * Actions that share one hidden parameter θ: the mean of an action is its features times θ, or the logistic function of
 * that. Features are drawn anew in each slot, and θ moves along a path.
 */
import { ParameterError } from '../base/errors.ts';
import type {
  ContextualEnvironmentDefinition,
  FieldSettings,
} from '../definitions/contextual-environment.ts';
import { freshParameter } from '../definitions/environment.ts';
import { Floats } from '../portable/base/language.ts';
import { sin } from '../portable/math/sin.ts';
import {
  ContextSource,
  SOURCE_FIXED,
  SOURCE_GAUSSIAN,
  SOURCE_POOL,
  SOURCE_SPHERE,
  SOURCE_SQUARE,
} from '../portable/means/context-source.ts';
import type { ThetaPath } from '../portable/means/theta-path.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { drawDirection, drawJumps, pathBySlot, pathOf } from './draw-theta.ts';

const PATHS = ['abrupt', 'rotate', 'walk', 'flip', 'sinusoid', 'stationary', 'jumps'] as const;
const ACTIONS = ['square', 'sphere', 'gaussian', 'basis', 'pool'] as const;
const LINKS = ['identity', 'logistic'] as const;
const TWO_PI = 2 * Math.PI;

function changesIn({ values, horizon }: FieldSettings): number {
  return Math.min(values.number('changes'), horizon - 1);
}

/** Unit vectors and their opposites: e₁, −e₁, e₂, −e₂, and so on. Changes lie in the first half of the horizon. */
function abruptPath(settings: FieldSettings): ThetaPath {
  const { dimension, horizon } = settings;
  const changes = changesIn(settings);
  const rows = Array.from({ length: changes + 1 }, (_, i) => {
    const theta = new Array<number>(dimension).fill(0);
    theta[Math.floor(i / 2) % dimension] = i % 2 === 0 ? 1 : -1;
    return { start: i === 0 ? 0 : Math.floor((horizon * i) / (2 * changes)) + 1, theta };
  });
  return pathOf(1, dimension, horizon, rows);
}

/** An angle in the plane of the first two columns, which grows over a share of the horizon and then stays. */
function rotatingPath({ dimension, horizon, values }: FieldSettings): ThetaPath {
  if (dimension < 2) {
    throw new ParameterError(
      `path=rotate needs a plane to turn in; got dimension ${dimension}; use --dimension 2 or more`,
      'parameters-conflict',
    );
  }
  const moving = Math.max(1, Math.round(horizon * values.number('moving')));
  const turns = values.number('turns');
  return pathBySlot(1, dimension, horizon, (slot, row) => {
    const angle = (turns * Math.min(slot, moving - 1)) / moving;
    row[0] = sin(TWO_PI * (angle + 0.25 - Math.floor(angle + 0.25)));
    row[1] = sin(TWO_PI * (angle - Math.floor(angle)));
  });
}

/** Gaussian steps on the unit sphere. */
function walkingPath({ dimension, horizon, values }: FieldSettings, random: Random): ThetaPath {
  const step = values.number('step') / Math.sqrt(dimension);
  const theta = Floats.from(drawDirection(dimension, random));
  return pathBySlot(1, dimension, horizon, (slot, row) => {
    if (slot > 0) {
      for (let i = 0; i < dimension; i++) theta[i] += step * normal(random);
      const norm = Math.sqrt(theta.reduce((sum, value) => sum + value * value, 0));
      for (let i = 0; i < dimension; i++) theta[i] /= norm;
    }
    row.set(theta);
  });
}

/** A random direction in which the signs of half the columns change, rounded up. */
function flippingPath(settings: FieldSettings, random: Random): ThetaPath {
  const { dimension, horizon } = settings;
  const changes = changesIn(settings);
  let theta = drawDirection(dimension, random);
  const rows = [{ start: 0, theta }];
  for (let i = 1; i <= changes; i++) {
    const order = Array.from({ length: dimension }, (_, column) => ({
      column,
      place: random.uniform(),
    })).sort((first, second) => first.place - second.place);
    const flipped = new Set(order.slice(0, Math.ceil(dimension / 2)).map(({ column }) => column));
    theta = theta.map((value, column) => (flipped.has(column) ? -value : value));
    rows.push({ start: Math.floor((horizon * i) / (changes + 1)), theta });
  }
  return pathOf(1, dimension, horizon, rows);
}

/** 0.5 + 0.3 sin(2π(turns · t/T + i/d)) for column i, as in (26) of Cheung, Simchi-Levi & Zhu (2019) for d = 2. */
function sinusoidPath({ dimension, horizon, values }: FieldSettings): ThetaPath {
  const turns = values.number('turns');
  return pathBySlot(1, dimension, horizon, (slot, row) => {
    for (let i = 0; i < dimension; i++) {
      const angle = (turns * (slot + 1)) / horizon + i / dimension;
      row[i] = 0.5 + 0.3 * sin(TWO_PI * (angle - Math.floor(angle)));
    }
  });
}

function jumpingPath(settings: FieldSettings, random: Random): ThetaPath {
  const { dimension, horizon } = settings;
  const starts = [0, ...drawJumps(changesIn(settings), horizon, random)];
  const rows = starts.map((start) => ({ start, theta: drawDirection(dimension, random) }));
  return pathOf(1, dimension, horizon, rows);
}

function linearPath(settings: FieldSettings, random: Random): ThetaPath {
  const { dimension, horizon, values } = settings;
  switch (PATHS[values.number('path')]) {
    case 'abrupt':
      return abruptPath(settings);
    case 'rotate':
      return rotatingPath(settings);
    case 'walk':
      return walkingPath(settings, random);
    case 'flip':
      return flippingPath(settings, random);
    case 'sinusoid':
      return sinusoidPath(settings);
    case 'jumps':
      return jumpingPath(settings, random);
    default: {
      const theta = drawDirection(dimension, random);
      return pathOf(1, dimension, horizon, [{ start: 0, theta }]);
    }
  }
}

function unitVectors({ armCount, dimension }: FieldSettings): Floats {
  const table = new Floats(armCount * dimension);
  for (let arm = 0; arm < armCount; arm++) table[arm * dimension + arm] = 1;
  return table;
}

function linearActions(settings: FieldSettings, random: Random): ContextSource {
  const { armCount, dimension, values } = settings;
  const kind = ACTIONS[values.number('actions')];
  if (kind === 'basis') {
    if (armCount !== dimension) {
      throw new ParameterError(
        `actions=basis has one action for each column; got ${armCount} actions and dimension ${dimension}; give both the same value`,
        'parameters-conflict',
      );
    }
    return new ContextSource(SOURCE_FIXED, armCount, dimension, unitVectors(settings), 0, armCount);
  }
  if (kind === 'pool') {
    const rows = values.number('pool');
    const table = Floats.from(
      Array.from({ length: rows }, () => drawDirection(dimension, random)).flat(),
    );
    return new ContextSource(SOURCE_POOL, armCount, dimension, table, 0, rows);
  }
  const kinds = { square: SOURCE_SQUARE, sphere: SOURCE_SPHERE, gaussian: SOURCE_GAUSSIAN };
  return new ContextSource(kinds[kind], armCount, dimension, new Floats(0), 0, 0);
}

/** Actions that share one hidden parameter. */
export const linear: ContextualEnvironmentDefinition = {
  kind: 'contextual',
  id: 'linear',
  order: 10,
  name: 'Linear',
  summary:
    'Actions with random features share a hidden parameter θ, which moves: the mean of an action is the product of both.',
  form: 'actions',
  parameters: [
    {
      kind: 'choice',
      id: 'path',
      summary:
        'movement of θ: jumps between unit vectors, a turn, small steps, flipped signs, waves, none, or jumps to random directions',
      default: PATHS.indexOf('jumps'),
      words: PATHS,
    },
    {
      kind: 'choice',
      id: 'actions',
      summary:
        'features: uniform on a cube, on the unit sphere, normal, the unit vectors, or drawn from a fixed pool',
      default: ACTIONS.indexOf('sphere'),
      words: ACTIONS,
    },
    {
      kind: 'integer',
      id: 'changes',
      summary: 'number of changes of θ with path=abrupt, flip or jumps',
      default: 3,
      least: 0,
      most: 100_000,
    },
    {
      kind: 'number',
      id: 'step',
      summary: 'length of a step with path=walk, before θ is brought back to the unit sphere',
      default: 0.02,
      least: 0,
    },
    {
      kind: 'number',
      id: 'turns',
      summary: 'full turns with path=rotate or sinusoid',
      default: 1,
      least: 0,
    },
    {
      kind: 'number',
      id: 'moving',
      summary: 'share of the horizon over which θ turns with path=rotate, after which it stays',
      default: 1,
      above: 0,
      most: 1,
    },
    {
      kind: 'integer',
      id: 'pool',
      summary: 'number of vectors to draw from with actions=pool',
      default: 1000,
      least: 1,
      most: 1_000_000,
    },
    {
      kind: 'choice',
      id: 'link',
      summary: 'mean of an action: the product of features and θ, or its logistic function',
      default: 0,
      words: LINKS,
    },
    freshParameter,
  ],
  armCount: 10,
  dimension: 5,
  horizon: 10_000,
  law: 'gaussian:sd=0.5',
  intercept: false,
  logistic: ({ values }) => LINKS[values.number('link')] === 'logistic',
  staysSame: ({ values }) => ACTIONS[values.number('actions')] === 'basis',
  norm: () => 1,
  path: linearPath,
  contexts: linearActions,
};
