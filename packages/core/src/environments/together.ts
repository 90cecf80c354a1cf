/**
 * Arms that move together: all means go up and down on one path, with gaps between them that stay. The
 * order of the arms is drawn, and the gaps are equal, from the worst arm to the best `width` in all.
 *
 * The path is a random walk, a season or jumps, within the room of 1 − width that is left: a walk starts
 * in the middle and is reflected at both ends, a season swings from one end to the other, and a jump,
 * which comes with the chance 1/period in each slot, goes anywhere, all equally likely.
 *
 * The total variation is large, and yet nothing has to be learned anew: forgetting costs and brings
 * nothing, and tests for changes find many. With `changes` the order does change, rarely: at slots drawn
 * without repetition the best arm changes places with another.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import { Wave } from '../portable/means/wave.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { drawBreakpoints } from './draw-breakpoints.ts';
import { fold } from './fold.ts';
import { volatilityOf, volatilityParameter } from './volatility.ts';

const PATHS = ['walk', 'season', 'jumps'] as const;

/** Refuses what the path makes no use of. */
function checkUsed(path: (typeof PATHS)[number], { values }: EnvironmentSettings): void {
  const unused = path === 'walk' ? 'period' : 'volatility';
  if (!values.given(unused)) return;
  throw new ParameterError(
    `${unused} must not be given with path=${path}, which does not use it; drop one of them`,
    'parameters-conflict',
  );
}

/** The common path: how much of the room lies below, from 0 to 1. */
function pathOf(settings: EnvironmentSettings, room: number, random: Random): Floats {
  const { horizon, values } = settings;
  const path = PATHS[values.number('path')];
  checkUsed(path, settings);
  const period = values.optionalNumber('period') ?? horizon / 5;
  const levels = new Floats(horizon);
  const season = new Wave(0.5, 0.5, period, new Floats(1));
  const step = volatilityOf(settings, 0.3) / room;
  let state = path === 'jumps' ? random.uniform() : 0.5;
  for (let slot = 0; slot < horizon; slot++) {
    if (path === 'season') state = season.mean(slot, 0);
    else if (slot > 0 && path === 'walk') state += step * normal(random);
    else if (slot > 0 && random.uniform() * period < 1) state = random.uniform();
    levels[slot] = fold(state);
  }
  return levels;
}

/** The arms from the worst to the best, in an order drawn. */
function drawOrder(armCount: number, random: Random): number[] {
  const arms = Array.from({ length: armCount }, (_, arm) => arm);
  for (let last = armCount - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [arms[last], arms[other]] = [arms[other], arms[last]];
  }
  return arms;
}

/** The best arm, the last, changes places with another. */
function changeBest(arms: number[], random: Random): void {
  if (arms.length === 1) return;
  const best = arms.length - 1;
  const other = random.below(best);
  [arms[best], arms[other]] = [arms[other], arms[best]];
}

function togetherMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const width = values.number('width');
  const arms = drawOrder(armCount, random);
  const levels = pathOf(settings, 1 - width, random);
  const changes = new Set(drawBreakpoints(values.number('changes'), horizon, random));
  const means = new Floats(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    if (changes.has(slot)) changeBest(arms, random);
    const level = (1 - width) * levels[slot];
    for (let place = 0; place < armCount; place++) {
      const above = armCount === 1 ? 0 : width * (place / (armCount - 1));
      means[slot * armCount + arms[place]] = level + above;
    }
  }
  return new MeanTable(means, armCount);
}

/** Much changes, but not which arm is best. */
export const together: EnvironmentDefinition = {
  id: 'together',
  order: 84,
  name: 'Arms that move together',
  summary: 'All means move on one path with constant gaps, so the best arm stays the same.',
  parameters: [
    {
      kind: 'choice',
      id: 'path',
      summary: 'path of all means',
      default: 0,
      words: PATHS,
    },
    {
      kind: 'number',
      id: 'width',
      summary: 'distance from the worst arm to the best',
      default: 0.3,
      least: 0,
      below: 1,
    },
    {
      kind: 'integer',
      id: 'changes',
      summary: 'number of times the best arm swaps places with another, in drawn slots',
      default: 0,
      least: 0,
    },
    volatilityParameter('0.3/√T', 'a walk'),
    {
      kind: 'number',
      id: 'period',
      summary: 'slots of a season, or average slots between changes (default: 1/5 of the horizon)',
      above: 0,
    },
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  means: togetherMeans,
};
