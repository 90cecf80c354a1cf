/** What a result says about who loses what. Only paired differences decide; what they leave open is said. */
import {
  type ComparisonResult,
  type PolicyDifference,
  type PolicyResult,
  SIGNIFICANCE_LEVEL,
} from '@driftline/engine';
import { counted, formatFixed, formatNumber, policyLabels } from '@driftline/engine/display';

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
  return `difference ${middle}, interval ${from} to ${to}`;
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
  const names = policyLabels(policies);
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

/** That the one with the least mean can't be told from some others. */
function undecided(
  result: ComparisonResult,
  best: Contestant,
  rivals: readonly Contestant[],
): Piece[] {
  if (result.replications === 1) {
    return ['One replication can’t tell policies apart: its differences may be luck.'];
  }
  if (rivals.length + 1 > MOST_LISTED) {
    const others = counted(rivals.length, 'other');
    return [{ name: best.name }, ` and ${others} can’t be told apart yet.`];
  }
  const names = listedNames([best, ...rivals].map(({ name }) => name));
  const [nearest] = rivals;
  const difference = differenceOf(result, nearest.place, best.place);
  if (rivals.length > 1 || difference === undefined) return [...names, ' can’t be told apart yet.'];
  const { mean, low, high } = difference;
  // The interval is of this pair alone; among many pairs one is bound to look different by luck.
  const pairs = result.differences.length;
  const luck = low > 0 ? `, too near to 0 for one of ${counted(pairs, 'pair')}` : '';
  return [...names, ` can’t be told apart yet: ${intervalText(mean, low, high)}${luck}.`];
}

/** How many times as much, where that says anything. */
function timesText(more: number, less: number): string {
  const times = more / less;
  return less > 0 && times >= 1.1 ? `, ${formatNumber(times, 2)} times as much` : '';
}

/** Who loses least, by how much, and who loses most; or that it can't be told yet. */
export function regretSentence(result: ComparisonResult): Piece[] {
  const [best, ...others] = contestantsOf(result.policies);
  if (best === undefined) return [];
  const after = `after ${counted(result.environment.horizon, 'slot')}`;
  if (others.length === 0) return [{ name: best.name }, ` loses ${amount(best.mean)} ${after}.`];
  const rivals = others.filter(({ place }) => {
    const difference = differenceOf(result, place, best.place);
    return difference === undefined || !(difference.correctedP < SIGNIFICANCE_LEVEL);
  });
  const [next] = others;
  const answer: Piece[] =
    rivals.length > 0
      ? undecided(result, best, rivals)
      : [
          { name: best.name },
          ` loses least here: ${amount(best.mean)} ${after}, ${amount(next.mean - best.mean)} less than ${next.name}.`,
        ];
  const most = others[others.length - 1];
  // Only against recorded rewards can that be.
  const below: Piece[] = best.mean < 0 ? [' Below 0 is better than what it is compared with.'] : [];
  if (rivals.includes(most) || most === next) return [...answer, ...below];
  return [
    ...answer,
    ` ${most.name} loses most: ${amount(most.mean)}${timesText(most.mean, best.mean)}.`,
    ...below,
  ];
}
