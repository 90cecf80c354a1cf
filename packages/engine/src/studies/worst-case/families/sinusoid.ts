/** Means that swing, each arm with a phase and a level of its own. */
import { sin } from '@driftline/core/parts';
import { between, betweenLogs, type Family, type Problem, type Shape } from './family.ts';

function sinusoidShape(genes: readonly number[], { armCount, horizon }: Problem): Shape {
  const amplitude = 0.5 * genes[0];
  const period = betweenLogs(genes[1], Math.max(2, horizon / 50), 4 * horizon);
  const phases = genes.slice(2, 2 + armCount);
  const centers = genes
    .slice(2 + armCount, 2 + 2 * armCount)
    .map((gene) => between(gene, 0.25, 0.75));
  const values = new Float64Array(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    for (let arm = 0; arm < armCount; arm++) {
      const turns = (slot + 1) / period + phases[arm];
      const angle = 2 * Math.PI * (turns - Math.floor(turns));
      values[slot * armCount + arm] = centers[arm] + amplitude * sin(angle);
    }
  }
  return {
    values,
    anchor: centers,
    parameters: (scale) => ({
      amplitude: scale * amplitude,
      period,
      'phases in turns': phases,
      centers,
    }),
  };
}

/** Where all arms have the same level and even phases, as in the paper's second environment. */
function evenPhases({ armCount }: Problem, amplitude: number, period: number): number[] {
  const phases = Array.from({ length: armCount }, (_, arm) => arm / armCount);
  return [amplitude, period, ...phases, ...new Array<number>(armCount).fill(0.5)];
}

/** Smooth and regular change. */
export const sinusoidFamily: Family = {
  id: 'sinusoid',
  name: 'Sinusoid',
  summary: 'means that swing with one amplitude and period, phases and levels free',
  geneCount: ({ armCount }) => 2 + 2 * armCount,
  starts: (problem) => [evenPhases(problem, 0.6, 0.6), evenPhases(problem, 1, 0.8)],
  shape: sinusoidShape,
};
