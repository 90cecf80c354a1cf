/**
 * How often Auto raises an alarm where nothing changes: `node experiments/auto/false-alarms.ts`, after
 * `npm run build`, prints a table in about five minutes. Every run has its own stream; the seed is fixed.
 *
 * All arms are alike: fair coins, or Gaussian rewards of mean ½ and standard deviation 0.1, clipped to [0, 1].
 * Longer runs count for shorter horizons too.
 *
 * What the threshold suggests: a part of m rewards at the end of n passes it by chance with a probability of
 * about 2 e^(−6 − ln K − ln(n/m)) = 2 m/(n K e⁶). Parts that do not overlap end at n = m, 2 m, ..., which makes
 * 2 ln(N/m)/(K e⁶) for each length up to N rewards, and with one length per factor of two (ln N)²/(K e⁶ ln 2).
 * The K arms have N = T/K rewards each: (ln(T/K))²/(e⁶ ln 2) alarms in all. Parts do overlap, which makes more
 * of them, and Chernoff's bound is not tight, which makes fewer.
 */
import { createRewardLaw, policyCatalogue, randomStream } from '@driftline/core';

const SEED = 20_261_116;
const HORIZONS = [1_000, 10_000, 100_000, 1_000_000];
/** How many runs end at each horizon. */
const ENDING = [400, 100, 30, 20];
const COINS = { law: 'coins ½', spec: 'bernoulli' };
const CASES = [
  ...[1, 3, 10, 30].map((armCount) => ({ ...COINS, armCount })),
  { law: 'Gaussian ½ ± 0.1', spec: 'gaussian:sd=0.1', armCount: 3 },
];

/** The slots in which one run raised its alarms. */
function alarmsOf(spec: string, armCount: number, horizon: number, run: number): number[] {
  const settings = { armCount, startArmCount: armCount, horizon, values: {} };
  const kernel = policyCatalogue.find('auto').kernel(settings);
  const { sampler } = createRewardLaw(spec);
  const random = randomStream(SEED, run, armCount);
  const alarms: number[] = [];
  for (let slot = 0; slot < horizon; slot++) {
    const arm = kernel.pick(random);
    kernel.advance(arm);
    kernel.learn(slot, arm, 0, Math.max(0, Math.min(1, sampler.draw(0.5, random))));
    // Rewards come in time: after an alarm, this slot's is forgotten.
    if (kernel.weight(slot) === 0) alarms.push(slot);
  }
  return alarms;
}

interface Run {
  readonly horizon: number;
  readonly alarms: readonly number[];
}

function runsOf(spec: string, armCount: number): Run[] {
  const lengths = HORIZONS.flatMap((horizon, i) => new Array<number>(ENDING[i]).fill(horizon));
  return lengths.map((horizon, run) => ({
    horizon,
    alarms: alarmsOf(spec, armCount, horizon, run),
  }));
}

/** A mean and its standard error. */
function estimate(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (values.length - 1) / values.length);
  return `${mean.toFixed(digits)} ± ${error.toFixed(digits)}`;
}

function row(law: string, armCount: number, horizon: number, runs: readonly Run[]): string {
  const counts = runs
    .filter((run) => run.horizon >= horizon)
    .map(({ alarms }) => alarms.filter((slot) => slot < horizon).length);
  const shares = counts.map((count) => (count > 0 ? 1 : 0));
  const suggested = Math.log(horizon / armCount) ** 2 / (Math.exp(6) * Math.LN2);
  const cells = [
    law,
    armCount,
    horizon,
    counts.length,
    estimate(counts, 3),
    estimate(shares, 3),
    suggested.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log('| Rewards | K | T | Runs | Alarms per run | Runs with an alarm | Suggested |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const { law, spec, armCount } of CASES) {
  const runs = runsOf(spec, armCount);
  for (const horizon of HORIZONS) console.log(row(law, armCount, horizon, runs));
}
