/** What a result says about who loses what. Only paired differences decide; what they leave open is said. */

import {
  contenders,
  counted,
  formatFixed,
  formatNumber,
  policyNames,
} from '@driftline/engine/display';
import {
  type ComparisonResult,
  type PolicyDifference,
  type PolicyResult,
  SIGNIFICANCE_LEVEL,
} from '@driftline/engine/play';
import { certaintyOf, hasFixedBenchmark, isAlwaysTheSame } from '../charts/benchmark.ts';

/** A piece of a sentence; names stand out. */
export type Piece = string | { readonly name: string };

/** The pieces as plain text. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
}

interface Contestant {
  readonly place: number;
  readonly name: string;
  readonly mean: number;
}

/** Three digits, but no whole part rounded. */
function amount(value: number): string {
  return formatNumber(value, 3);
}

/** A difference and its bounds, all with the decimals that the interval's width deserves. */
function intervalText(mean: number, low: number, high: number): string {
  const half = (high - low) / 2;
  const decimals = half > 0 ? Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(half)))) : 1;
  const [middle, from, to] = [mean, low, high].map((value) => formatFixed(value, decimals));
  return `difference ${middle} [95% CI ${from} to ${to}]`;
}

/** The difference of two policies, larger place or not: the regret of `more` less that of `less`. */
function differenceOf(
  { differences }: ComparisonResult,
  more: number,
  less: number,
): PolicyDifference | undefined {
  const found = differences.find(
    ({ first, second }) =>
      (first === more && second === less) || (first === less && second === more),
  );
  if (found === undefined || found.first === more) return found;
  return {
    ...found,
    first: more,
    second: less,
    mean: -found.mean,
    low: -found.high,
    high: -found.low,
  };
}

function contestantsOf(policies: readonly PolicyResult[]): Contestant[] {
  const names = policyNames(policies);
  return policies
    .map(({ regret }, place) => ({ place, name: names[place], mean: regret.mean }))
    .sort((a, b) => a.mean - b.mean || a.place - b.place);
}

/** `A`, `A and B`, `A, B and C`, with the names standing out. */
function listedNames(names: readonly string[]): Piece[] {
  return names.flatMap((name, i): Piece[] => {
    if (i === 0) return [{ name }];
    return [i === names.length - 1 ? ' and ' : ', ', { name }];
  });
}

/** More names than this are counted, not listed. */
const MOST_LISTED = 3;

/** That some lose the same, and how much. */
function equalText(result: ComparisonResult, mean: number, after: string): string {
  if (mean >= 0) return ` lose the same: ${amount(mean)} ${after}.`;
  return ` earn the same: ${amount(-mean)} more than ${benchmarkText(result)} ${after}.`;
}

/** That the one with the least mean cannot be distinguished from some others, or loses as much as they do. */
function undecided(
  result: ComparisonResult,
  best: Contestant,
  rivals: readonly Contestant[],
  after: string,
): Piece[] {
  const areEqual = rivals.every((rival) => loseTheSame(result, best, rival));
  if (result.replications === 1 && !areEqual) {
    return ['One replication can’t show which policy is better: differences may be chance.'];
  }
  const isShort = rivals.length + 1 > MOST_LISTED;
  const names = isShort
    ? [{ name: best.name }, ` and ${counted(rivals.length, 'other')}`]
    : listedNames([best, ...rivals].map(({ name }) => name));
  if (areEqual) return [...names, equalText(result, best.mean, after)];
  const [nearest] = rivals;
  const difference = differenceOf(result, nearest.place, best.place);
  if (rivals.length > 1 || difference === undefined)
    return [...names, ' do not differ significantly yet.'];
  const { mean, low, high } = difference;
  // The interval is of this pair alone; among many pairs one is bound to look different by luck.
  const pairs = result.differences.length;
  const luck = low > 0 ? ` (not corrected for ${counted(pairs, 'pair')})` : '';
  return [...names, ` do not differ significantly yet: ${intervalText(mean, low, high)}${luck}.`];
}

/** How many times as much, where that says anything. */
function timesText(more: number, less: number): string {
  const times = more / less;
  return less > 0 && times >= 1.1 ? `, ${formatNumber(times, 2)} times as much` : '';
}

/** What a policy with a regret below 0 does better than; only against recorded rewards can that be. */
function benchmarkText({ environment }: ComparisonResult): string {
  return hasFixedBenchmark(environment.source) ? 'the best single arm' : 'the benchmark';
}

/** What the only policy loses or gains. */
function loneText(result: ComparisonResult, mean: number, after: string): string {
  if (mean >= 0) return ` loses ${amount(mean)} ${after}.`;
  return ` earns ${amount(-mean)} more than ${benchmarkText(result)} ${after}.`;
}

/** Who is best beyond doubt, and by how much. */
function decided(
  result: ComparisonResult,
  best: Contestant,
  next: Contestant,
  after: string,
): Piece[] {
  const ahead = amount(next.mean - best.mean);
  const words =
    best.mean < 0
      ? ` earns most here: ${amount(-best.mean)} more than ${benchmarkText(result)} ${after}, and ${ahead} more than ${next.name}.`
      : ` loses least here: ${amount(best.mean)} ${after}, ${ahead} less than ${next.name}.`;
  return [{ name: best.name }, words];
}

/** Who comes last. */
function lastText(result: ComparisonResult, best: Contestant, last: Contestant): string {
  if (last.mean < 0) {
    return ` ${last.name} gains least: ${amount(-last.mean)} more than ${benchmarkText(result)}.`;
  }
  return ` ${last.name} loses most: ${amount(last.mean)}${timesText(last.mean, best.mean)}.`;
}

/** Whether two lose the same in every replication. */
function loseTheSame(result: ComparisonResult, a: Contestant, b: Contestant): boolean {
  const difference = differenceOf(result, a.place, b.place);
  return difference?.mean === 0 && difference.low === 0 && difference.high === 0;
}

/** Those that the best cannot be distinguished from. Where nothing is drawn, any difference is beyond doubt. */
function rivalsOf(result: ComparisonResult, best: Contestant, others: readonly Contestant[]) {
  if (isAlwaysTheSame(result)) return others.filter(({ mean }) => mean === best.mean);
  return others.filter(({ place }) => {
    const difference = differenceOf(result, place, best.place);
    return difference === undefined || !(difference.correctedP < SIGNIFICANCE_LEVEL);
  });
}

/** Why all replications are the same. */
function sameText({ environment }: ComparisonResult): string {
  return ` All replications are the same here, because ${certaintyOf(environment)} and these policies make no random choices.`;
}

/** Who loses least, by how much, and who loses most; or that the data do not decide yet. */
export function regretSentence(all: ComparisonResult): Piece[] {
  // Oracles know the means: they are drawn, but they are nobody's answer.
  const result = contenders(all);
  const pieces = answerOf(result);
  return isAlwaysTheSame(result) ? [...pieces, sameText(result)] : pieces;
}

function answerOf(result: ComparisonResult): Piece[] {
  const [best, ...others] = contestantsOf(result.policies);
  if (best === undefined) return [];
  const single = result.replications === 1 ? ', in a single replication' : '';
  const after = `after ${counted(result.environment.horizon, 'slot')}${single}`;
  if (others.length === 0) return [{ name: best.name }, loneText(result, best.mean, after)];
  const rivals = rivalsOf(result, best, others);
  const [next] = others;
  const last = others[others.length - 1];
  const answer =
    rivals.length > 0 ? undecided(result, best, rivals, after) : decided(result, best, next, after);
  if (!rivals.includes(last) && last !== next) {
    return [...answer, lastText(result, best, last)];
  }
  // The chart shows regrets below 0 that the answer has not spoken of.
  const isUnsaid = best.mean < 0 && rivals.some((rival) => !loseTheSame(result, best, rival));
  return isUnsaid ? [...answer, ' A regret below 0 is better than the benchmark.'] : answer;
}
