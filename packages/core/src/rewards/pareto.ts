// PORTABLE
import { f64 } from '../portable.ts';
import { Random } from '../random/generator.ts';
import { symmetricPareto } from '../random/pareto.ts';

/** The mean plus a generalized Pareto value of shape `xi` and scale `sigma` with a random sign. */
export class ParetoRewards {
  xi: f64;
  sigma: f64;

  constructor(xi: f64, sigma: f64) {
    this.xi = xi;
    this.sigma = sigma;
  }

  draw(mean: f64, random: Random): f64 {
    return mean + symmetricPareto(random, this.xi, this.sigma);
  }
}
