/** How heavy tails are: verdicts, how often the index that is told holds, and means of rewards with such tails. */
import { isRefused, robustMean, type Tails, tailsOf } from '@driftline/advice';
import { type Random, randomStream } from '@driftline/core';
import { normal, studentT } from '@driftline/core/parts';
import { describe, test } from 'vitest';
import { keepFigures } from '../figures.ts';
import { covers, freshSeeds, Share } from '../shares.ts';
import { madeLog } from '../synthetic.ts';

interface TailLaw {
  readonly name: string;
  draw(random: Random): number;
  /** Of the power of its upper tail; ∞ where it is none. */
  readonly index: number;
  /** NaN where there is none. */
  readonly mean: number;
}

function student(degrees: number): TailLaw {
  const draw = (random: Random) => studentT(random, degrees);
  return { name: `t ${degrees}`, draw, index: degrees, mean: degrees > 1 ? 0 : Number.NaN };
}

function pareto(index: number): TailLaw {
  const draw = (random: Random) => (1 - random.uniform()) ** (-1 / index);
  const mean = index > 1 ? index / (index - 1) : Number.NaN;
  return { name: `Pareto ${index}`, draw, index, mean };
}

function lognormal(deviation: number, share: number): TailLaw {
  const draw = (random: Random) =>
    random.uniform() < share ? Math.exp(deviation * normal(random)) : 0;
  const name =
    share === 1
      ? `lognormal ${deviation}`
      : `lognormal ${deviation}, of ${share} of rewards, else 0`;
  const mean = share * Math.exp((deviation * deviation) / 2);
  return { name, draw, index: Number.POSITIVE_INFINITY, mean };
}

const EXPONENTIAL: TailLaw = {
  name: 'exponential',
  draw: (random) => -Math.log(1 - random.uniform()),
  index: Number.POSITIVE_INFINITY,
  mean: 1,
};

const NORMAL: TailLaw = {
  name: 'normal',
  draw: normal,
  index: Number.POSITIVE_INFINITY,
  mean: 0,
};

const LAWS = [
  ...[1, 1.5, 2, 2.5, 3, 5].map(student),
  ...[0.8, 1.2, 1.5, 2, 2.5].map(pareto),
  ...[lognormal(1, 1), lognormal(1.5, 1), lognormal(1.5, 0.03), EXPONENTIAL, NORMAL],
];

const BLOCKS = 50;

/** The interval for a mean that a verdict asks for; undefined where none is told. */
function meanRange(reward: Float64Array, tails: Tails): readonly [number, number] | undefined {
  if (tails.verdict === 'no-mean') return undefined;
  const means = new Float64Array(BLOCKS);
  let [sum, squares] = [0, 0];
  reward.forEach((each, i) => {
    means[i % BLOCKS] += (each * BLOCKS) / reward.length;
    sum += each / reward.length;
    squares += (each * each) / reward.length;
  });
  if (tails.verdict === 'no-variance') {
    const { low, high } = robustMean(means, tails);
    return [low, high];
  }
  const error = Math.sqrt((squares - sum * sum) / reward.length);
  return [sum - 1.96 * error, sum + 1.96 * error];
}

interface Drawn {
  readonly tails: Tails;
  readonly mean: readonly [number, number] | undefined;
}

function drawn({ draw }: TailLaw, rows: number, seed: number): Drawn[] {
  const random = randomStream(seed, 7, 20);
  const made = madeLog({ rows, armCount: 3, means: () => 0, seed, deviation: 1 });
  const reward = made.reward.map(() => draw(random));
  const residuals = [0, 1, 2].map((arm) => reward.filter((_, row) => made.arm[row] === arm));
  const tails = tailsOf({ ...made, reward }, residuals);
  return isRefused(tails) ? [] : [{ tails, mean: meanRange(reward, tails) }];
}

const VERDICTS = ['light', 'heavy', 'no-variance', 'no-mean'] as const;

/** What most logs of 10 000 rewards are called. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  't 1': ['no-mean'],
  't 2.5': ['heavy', 'no-variance'],
  't 5': ['light'],
  'Pareto 0.8': ['no-mean'],
  'Pareto 1.5': ['heavy', 'no-variance', 'no-mean'],
  exponential: ['light'],
  normal: ['light'],
};

describe.each([
  [1000, 200],
  [10_000, 200],
  [100_000, 20],
])('tails of %d rewards', (rows, count) => {
  test.each(LAWS)('$name', (law) => {
    const seeds = freshSeeds(count);
    const told = seeds.flatMap((seed) => drawn(law, rows, seed));
    const verdicts = VERDICTS.map(
      (verdict) => `${verdict} ${told.filter(({ tails }) => tails.verdict === verdict).length}`,
    );
    const index = new Share(
      told.flatMap(({ tails: { tails } }) => {
        const upper = tails.find(({ side }) => side === 'upper');
        return upper === undefined
          ? []
          : covers([upper.low, upper.high ?? Number.POSITIVE_INFINITY], law.index);
      }),
    );
    const mean = new Share(told.flatMap((each) => covers(each.mean, law.mean)));
    const values = Number.isNaN(law.mean)
      ? `told of ${mean.of}`
      : `holds ${mean.text(seeds.length)}`;
    keepFigures(
      `tails: ${law.name}, ${rows} rewards, ${seeds.length} logs`,
      `${verdicts.join(', ')}; the index told holds ${index.text(seeds.length)}; a mean's interval ${values}`,
    );
    // A lognormal law looks like a power over any sizes that are seen.
    if (!law.name.startsWith('lognormal')) index.expectAtLeast(0.95);
    const expected = EXPECTED[law.name];
    if (expected === undefined || rows < 10_000) return;
    new Share(told.map(({ tails }) => expected.includes(tails.verdict))).expectAtLeast(0.95);
    if (law.mean > 0) mean.expectAtLeast(0.93);
  });
});
