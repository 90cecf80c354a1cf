/**
 * Means on a sinusoid: μ = center + amplitude · sin(2πt/period + 2πk/K) for the arm k = 1 … K and
 * the slot t = 1 … T. Period 2000 and K = 3 are the paper's second environment, whose
 * 0.5 + 0.3 sin(0.001πt + 2kπ/3) counts arms and slots from 1 too.
 */
import { sin } from '../math/sin.ts';
import { Floats } from '../portable.ts';
import type { EnvironmentDefinition, EnvironmentSettings } from './definition.ts';
import { MeanTable } from './mean-table.ts';
import type { Means } from './means.ts';
import { WaveMeans, type WaveShape } from './wave-means.ts';

/** Larger tables (32 MB) no longer stay near the processor: means are computed on demand then. */
const MOST_TABLED_MEANS = 2 ** 22;

function tabled(armCount: number, horizon: number, shape: WaveShape): MeanTable {
  const means = new Floats(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    for (let arm = 0; arm < armCount; arm++) {
      // Whole turns are dropped before the multiplication by 2π, which keeps late slots accurate.
      const turns = (slot + 1) / shape.period + (arm + 1) / armCount;
      const angle = 2 * Math.PI * (turns - Math.floor(turns));
      means[slot * armCount + arm] = shape.center + shape.amplitude * sin(angle);
    }
  }
  return new MeanTable(means, armCount);
}

function sinusoidMeans({ armCount, horizon, values }: EnvironmentSettings): Means {
  const shape = {
    center: values.number('center'),
    amplitude: values.number('amplitude'),
    period: values.number('period'),
  };
  return armCount * horizon <= MOST_TABLED_MEANS
    ? tabled(armCount, horizon, shape)
    : new WaveMeans(armCount, horizon, shape);
}

/** Arms take turns at being best, smoothly and regularly. */
export const sinusoid: EnvironmentDefinition = {
  id: 'sinusoid',
  name: 'Sinusoid',
  summary: 'Means swing on a sinusoid, the arms one after another: phases 2kπ/K.',
  parameters: [
    { kind: 'number', id: 'center', summary: 'the middle of the swing', default: 0.5 },
    {
      kind: 'number',
      id: 'amplitude',
      summary: 'half the height of the swing',
      default: 0.3,
      least: 0,
    },
    { kind: 'number', id: 'period', summary: 'slots of one full swing', default: 2000, above: 0 },
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  computed: true,
  means: sinusoidMeans,
};
