/** Levels that move with time, for arms whose means also move with plays: the paths of other environments. */
import type { EnvironmentDefinition, EnvironmentSettings } from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { Random } from '../portable/random/generator.ts';
import { type SpecParameter, SpecValues } from '../spec/spec-values.ts';
import { autoregressive } from './autoregressive.ts';
import { brownian } from './brownian.ts';
import { correlated } from './correlated.ts';
import { piecewise } from './piecewise.ts';
import { ramp } from './ramp.ts';
import { recurring } from './recurring.ts';
import { seasonal } from './seasonal.ts';
import { sinusoid } from './sinusoid.ts';
import { switching } from './switching.ts';

const PATHS: readonly EnvironmentDefinition[] = [
  ramp,
  sinusoid,
  seasonal,
  piecewise,
  recurring,
  switching,
  brownian,
  autoregressive,
  correlated,
];

/** The parameters of levels: their path, and how far they reach. */
export const driftParameters: readonly SpecParameter[] = [
  {
    kind: 'choice',
    id: 'drift',
    summary: 'environment whose path over time is added to the means',
    default: 0,
    words: ['none', ...PATHS.map(({ id }) => id)],
  },
  {
    kind: 'number',
    id: 'size',
    summary: 'largest distance of a level from 0, with drift',
    default: 0.1,
    least: 0,
  },
];

/** A path moved and scaled so that its least value is −size and its largest is size. */
function levelled(path: MeanTable, size: number): MeanTable {
  const [least, largest] = path.range();
  const [middle, reach] = [(least + largest) / 2, (largest - least) / 2];
  const levels = path.values.map((value) => {
    const share = reach > 0 ? (value - middle) / reach : 0;
    return size * Math.min(1, Math.max(-1, share));
  });
  return new MeanTable(levels, path.armCount);
}

/** The level of each arm at each slot; undefined without drift. */
export function driftLevels(settings: EnvironmentSettings, random: Random): MeanTable | undefined {
  const { armCount, horizon, values } = settings;
  const path = PATHS[values.number('drift') - 1];
  if (path === undefined) return undefined;
  const own = new SpecValues(path.id, path.parameters, {});
  const means = path.means({ armCount, horizon, values: own }, random);
  return levelled(means.table(), values.number('size'));
}
