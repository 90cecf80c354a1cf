/**
 * Means on a sinusoid: μ = center + amplitude · sin(2πt/period + 2πk/K) for the arm k = 1 … K and
 * the slot t = 1 … T. Period 2000 and K = 3 are the paper's second environment, whose
 * 0.5 + 0.3 sin(0.001πt + 2kπ/3) counts arms and slots from 1 too.
 */
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  MOST_TABLED_MEANS,
} from '../definitions/environment.ts';
import type { Means } from '../means/means.ts';
import { WaveMeans } from '../means/wave-means.ts';

function sinusoidMeans({ armCount, horizon, values }: EnvironmentSettings): Means {
  const means = new WaveMeans(armCount, horizon, {
    center: values.number('center'),
    amplitude: values.number('amplitude'),
    period: values.number('period'),
  });
  return armCount * horizon <= MOST_TABLED_MEANS ? means.table() : means;
}

/** Arms take turns at being best, smoothly and regularly. */
export const sinusoid: EnvironmentDefinition = {
  id: 'sinusoid',
  order: 60,
  name: 'Sinusoid',
  pageName: 'Waves',
  summary: 'Means follow a sinusoid. Arm k has the phase 2kπ/K.',
  parameters: [
    { kind: 'number', id: 'center', summary: 'center of the sinusoid', default: 0.5 },
    {
      kind: 'number',
      id: 'amplitude',
      summary: 'amplitude of the sinusoid',
      default: 0.3,
      least: 0,
    },
    { kind: 'number', id: 'period', summary: 'slots of one full cycle', default: 2000, above: 0 },
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  computed: true,
  means: sinusoidMeans,
};
