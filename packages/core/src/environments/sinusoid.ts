/**
 * Means on a sinusoid: μ = center + amplitude · sin(2πt/period + 2πk/K) for the arm k = 1 … K and
 * the slot t = 1 … T. Period 2000 and K = 3 are the paper's second environment, whose
 * 0.5 + 0.3 sin(0.001πt + 2kπ/3) counts arms and slots from 1 too.
 */
import { sin } from '../math/sin.ts';
import { Floats } from '../portable.ts';
import type { EnvironmentDefinition, EnvironmentSettings } from './definition.ts';
import { MeanTable } from './mean-table.ts';

function sinusoidMeans({ armCount, horizon, values }: EnvironmentSettings): MeanTable {
  const center = values.number('center');
  const amplitude = values.number('amplitude');
  const period = values.number('period');
  const means = new Floats(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    for (let arm = 0; arm < armCount; arm++) {
      // Whole turns are dropped before the multiplication by 2π, which keeps late slots accurate.
      const turns = (slot + 1) / period + (arm + 1) / armCount;
      const angle = 2 * Math.PI * (turns - Math.floor(turns));
      means[slot * armCount + arm] = center + amplitude * sin(angle);
    }
  }
  return new MeanTable(means, armCount);
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
  means: sinusoidMeans,
};
