/**
 * Whether the end of a log is poor in the way that late rewards leave it. What is there of a row's reward is the part F(age)
 * that comes within its age, so that nothing is there at the very end, and all of it far enough back. A real fall of all arms
 * looks otherwise: it goes to a level that is not 0, at once or little by little. Both are fitted to the last part of the log,
 * and late rewards are suspected unless a fall fits clearly better.
 */
import { exp, ln, pow } from '@driftline/core/play';
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** Stretches of the last part of a log, by how far from its end they lie, as shares of its rows. */
const EDGES = [
  ...[0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05],
  ...[0.065, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4],
];
const LEAST_STRETCH = 10;
/** The first rows of a log, which say what is usual. */
const USUAL = 0.7;
const LEAST_USUAL = 30;
/** Levels that a real fall may go to, as parts of what was; below the least it can't be told from late rewards. */
const LEVELS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** The usual level itself may be too low, where many rewards of the first rows are still to come, or differ for other reasons. */
const [LEAST_FACTOR, MOST_FACTOR] = [0.5, 3];
/** Where next to nothing is expected, the variance is not as small as that. */
const LEAST_LEFT = 0.1;
/** A fall has two unknowns, a delay has one; so much better in −2 ln of the likelihood is clear. */
const CLEARLY = 4;
/** The power of one of the delay laws that are tried. */
const PARETO = 1.5;

/** Rows of about the same age: what they brought, and what is usual for their arms. */
interface Stretch {
  readonly age: number;
  readonly got: number;
  readonly usual: number;
  readonly variance: number;
}

function usualOf({ arm, reward, rows }: Log, armCount: number, sign: number): Moments[] {
  const arms = Array.from({ length: armCount }, () => new Moments());
  for (let row = 0; row < Math.floor(USUAL * rows); row++) {
    if (arm[row] < armCount && !Number.isNaN(reward[row])) arms[arm[row]].add(sign * reward[row]);
  }
  return arms;
}

/** The last part of a log in stretches, the youngest first. */
function stretchesOf(log: Log, sign: number): Stretch[] {
  const usual = usualOf(log, armCountOf(log), sign);
  return EDGES.slice(1).flatMap((edge, i) => {
    const [from, to] = [edge, EDGES[i]].map((share) => Math.round(log.rows * (1 - share)));
    if (to - from < LEAST_STRETCH) return [];
    const stretch = { age: log.end - log.time[(from + to) >> 1], got: 0, usual: 0, variance: 0 };
    for (let row = from; row < to; row++) {
      const own = usual[log.arm[row]];
      if (own === undefined || own.count < LEAST_USUAL || Number.isNaN(log.reward[row])) continue;
      stretch.got += sign * log.reward[row];
      stretch.usual += own.mean;
      stretch.variance += own.variance;
    }
    return stretch.variance > 0 ? [stretch] : [];
  });
}

/** What is left of the usual at an age. */
type Left = (age: number) => number;

/** −2 ln of the likelihood of what is left, but for a constant; the usual level is fitted, too. */
function misfit(stretches: readonly Stretch[], left: Left): number {
  const parts = stretches.map(({ age }) => left(age));
  const weights = stretches.map(
    ({ variance }, i) => 1 / (variance * Math.max(LEAST_LEFT, parts[i])),
  );
  let [product, square] = [0, 0];
  stretches.forEach(({ got, usual }, i) => {
    product += weights[i] * parts[i] * usual * got;
    square += weights[i] * (parts[i] * usual) ** 2;
  });
  const factor = Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, product / square));
  return stretches.reduce(
    (sum, { got, usual }, i) =>
      sum + weights[i] * (got - factor * parts[i] * usual) ** 2 - ln(weights[i]),
    0,
  );
}

/** Delays are exponential, even, or a power law, about as long as some of the ages, or longer than all. */
function delaysOf(ages: readonly number[]): Left[] {
  const longest = Math.max(...ages);
  return [...ages, 2 * longest, 4 * longest].flatMap((scale): Left[] => [
    (age) => 1 - exp(-age / scale),
    (age) => Math.min(1, age / (2 * scale)),
    (age) => 1 - pow(1 + age / scale, -PARETO),
  ]);
}

/** All arms fell to a level, at once or in a line, from some age on. */
function fallsOf(ages: readonly number[]): Left[] {
  return ages.flatMap((since) =>
    LEVELS.flatMap((level): Left[] => [
      (age) => (age <= since ? level : 1),
      (age) => (age <= since ? level + (1 - level) * (age / since) : 1),
    ]),
  );
}

function leastMisfit(stretches: readonly Stretch[], shapes: readonly Left[]): number {
  return Math.min(...shapes.map((left) => misfit(stretches, left)));
}

/**
 * Whether late rewards explain a poor end about as well as a fall of all arms does.
 *
 * @param sign - that of the mean reward: what is late is nearer to 0, from wherever it is
 */
export function looksUnripe(log: Log, sign: number): boolean {
  const stretches = stretchesOf(log, sign).filter(({ age }) => age > 0);
  if (stretches.length === 0) return false;
  const middles = stretches.map(({ age }) => age);
  const between = middles.slice(1).map((age, i) => Math.sqrt(age * middles[i]));
  const ages = [...middles, ...between];
  const ofLate = leastMisfit(stretches, delaysOf(ages));
  return ofLate < leastMisfit(stretches, fallsOf(ages)) + CLEARLY;
}
