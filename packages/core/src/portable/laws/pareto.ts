import { f64 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { ParetoTable } from '../random/pareto.ts';

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
