import type { RewardLawDefinition } from '../definitions/law.ts';
import { f64 } from '../portable/base/language.ts';
import { Random } from '../portable/random/generator.ts';
import { ParetoTable } from '../portable/random/pareto.ts';

/** The mean plus a generalized Pareto value of shape `xi` and scale `sigma` with a random sign. */
export class ParetoRewards {
  xi: f64;
  sigma: f64;
  table: ParetoTable;

  constructor(xi: f64, sigma: f64) {
    this.xi = xi;
    this.sigma = sigma;
    this.table = new ParetoTable(xi);
  }

  // @inline
  draw(mean: f64, random: Random): f64 {
    return mean + this.sigma * this.table.symmetric(random);
  }
}

/** The heavy-tailed noise of the paper's last experiment, by default with its parameters. */
export const pareto: RewardLawDefinition = {
  id: 'pareto',
  order: 30,
  name: 'Symmetric generalized Pareto',
  pageName: 'Heavy tails, Pareto',
  summary: 'Heavy-tailed noise around the mean: a random sign times a generalized Pareto value.',
  parameters: [
    {
      kind: 'number',
      id: 'xi',
      summary: 'shape ξ; the variance is finite below 1/2, the mean exists below 1',
      default: 0.4,
      below: 1,
    },
    { kind: 'number', id: 'sigma', summary: 'scale σ', default: 0.23, above: 0 },
  ],
  rewardRange: [-1, 1],
  sampler: (values) => new ParetoRewards(values.number('xi'), values.number('sigma')),
  variance(_mean, values) {
    const xi = values.number('xi');
    if (xi >= 0.5) return Number.POSITIVE_INFINITY;
    const sigma = values.number('sigma');
    return (2 * sigma * sigma) / ((1 - xi) * (1 - 2 * xi));
  },
};
