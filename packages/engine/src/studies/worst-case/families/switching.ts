/**
 * The lower bound's environments (Wei & Srivastava, section III-B): all arms at one level but the
 * best, which lies c√(K/τ) above it and changes every c′τ slots. With c = c′ = 1 and no offset it is
 * the paper's own instance.
 */
import { ParameterError, randomStream } from '@driftline/core';
import { ROLE_MEANS } from '@driftline/core/play';
import { windowLength } from '@driftline/core/theory';
import { betweenLogs, type Family, type Problem, pick, type Shape } from './family.ts';

/** Orders that a gene can name: the cyclic one, and this many drawn ones. */
const DRAWN_ORDERS = 1000;
const LEAST_FACTOR = 0.25;
const LARGEST_FACTOR = 4;

/** The best arm of each epoch; never the same twice in a row. */
function bestArms(epochs: number, armCount: number, order: number): number[] {
  const best = [0];
  const random = order === 0 ? undefined : randomStream(order, 0, ROLE_MEANS);
  for (let epoch = 1; epoch < epochs; epoch++) {
    const jump = random === undefined ? 1 : 1 + random.below(armCount - 1);
    best.push((best[epoch - 1] + jump) % armCount);
  }
  return best;
}

/** Half of the genes' range is the cyclic order, the rest names drawn ones. */
function orderOf(gene: number): number {
  return gene < 0.5 ? 0 : 1 + pick(2 * gene - 1, DRAWN_ORDERS);
}

function switchingShape(genes: readonly number[], problem: Problem): Shape {
  const { armCount, horizon, variation } = problem;
  if (genes.length !== 5) throw new ParameterError(`switching has 5 genes; got ${genes.length}`);
  const [epochGene, gapGene, offsetGene, orderGene, baseGene] = genes;
  const window = windowLength(armCount, horizon, variation);
  const lengthFactor = betweenLogs(epochGene, LEAST_FACTOR, LARGEST_FACTOR);
  const gapFactor = betweenLogs(gapGene, LEAST_FACTOR, LARGEST_FACTOR);
  const epoch = Math.max(1, Math.round(lengthFactor * window));
  const gap = Math.min(1, gapFactor * Math.sqrt(armCount / window));
  const base = baseGene * (1 - gap);
  const shift = pick(offsetGene, epoch);
  const order = orderOf(orderGene);
  const best = bestArms(Math.ceil((horizon + shift) / epoch), armCount, order);
  const values = new Float64Array(horizon * armCount).fill(base);
  for (let slot = 0; slot < horizon; slot++) {
    values[slot * armCount + best[Math.floor((slot + shift) / epoch)]] = base + gap;
  }
  return {
    values,
    anchor: new Array<number>(armCount).fill(base),
    parameters: (scale) => ({
      epoch,
      'epoch/τ': epoch / window,
      gap: scale * gap,
      'gap/√(K/τ)': (scale * gap) / Math.sqrt(armCount / window),
      base,
      'first switch after': epoch - shift,
      order: order === 0 ? 'cyclic' : `drawn, number ${order}`,
    }),
  };
}

/** The lower bound's environments, with other epochs, gaps, orders and offsets. */
export const switchingFamily: Family = {
  id: 'switching',
  name: 'Switching best arm',
  summary: 'one arm is better by a gap c√(K/τ), another one every c′τ slots',
  geneCount: () => 5,
  starts: () => [
    [0.5, 0.5, 0, 0, 0.5],
    [0.5, 0.5, 0.5, 0, 0.5],
    [0.75, 0.75, 0.5, 0, 0.5],
  ],
  shape: switchingShape,
};
