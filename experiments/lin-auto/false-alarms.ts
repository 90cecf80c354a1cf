/**
 * Counts the alarms of `lin-auto` if nothing changes: `node experiments/lin-auto/false-alarms.ts`, after
 * `npm run build`, prints a table in about two minutes. Every run has its own stream. The seed is fixed.
 *
 * All arms are alike and no feature has an effect. Arms are played at random. Features are uniform on [−1, 1], next to
 * an intercept.
 */
import { createRewardLaw, randomStream } from '@driftline/core';
import { contextualPolicyCatalogue } from '@driftline/core/contextual';

const SEED = 20_261_118;
const SLOTS = 3000;
const RUNS = 4;
const SIZES = [1, 5, 20].flatMap((blocks) =>
  [2, 10, 20].map((dimension) => ({ blocks, dimension })),
);
const LAWS = [
  { law: 'coins ½', spec: 'bernoulli', mean: 0.5 },
  { law: 'coins 3%', spec: 'bernoulli', mean: 0.03 },
  { law: 'Gaussian', spec: 'gaussian:sd=1', mean: 0.5 },
  { law: 'Student t', spec: 'student-t', mean: 0.5 },
];

/** The alarms of one run. */
function alarmsOf(blocks: number, dimension: number, spec: string, mean: number, run: number) {
  const definition = contextualPolicyCatalogue.find('lin-auto');
  const kernel = definition.kernel({
    form: 'arms',
    dimension,
    blocks,
    startBlocks: blocks,
    intercept: true,
    norm: Math.sqrt(dimension),
    horizon: undefined,
    values: {},
  });
  const { sampler } = createRewardLaw(spec);
  const random = randomStream(SEED, run, blocks);
  const features = new Float64Array(dimension).fill(1);
  for (let slot = 0; slot < SLOTS; slot++) {
    for (let i = 1; i < dimension; i++) features[i] = 2 * random.uniform() - 1;
    const block = random.below(blocks);
    kernel.advance(block);
    kernel.learn(slot, block, features, 0, 0, sampler.draw(mean, random));
  }
  return definition.shows?.restarts?.(kernel) ?? Number.NaN;
}

console.log(`| Arms | Columns | ${LAWS.map(({ law }) => law).join(' | ')} |`);
console.log(`|---:|---:|${LAWS.map(() => '---:|').join('')}`);
for (const { blocks, dimension } of SIZES) {
  const cells = LAWS.map(({ spec, mean }) => {
    const runs = Array.from({ length: RUNS }, (_, run) =>
      alarmsOf(blocks, dimension, spec, mean, run),
    );
    return (runs.reduce((sum, alarms) => sum + alarms, 0) / RUNS).toFixed(2);
  });
  console.log(`| ${blocks} | ${dimension} | ${cells.join(' | ')} |`);
}
