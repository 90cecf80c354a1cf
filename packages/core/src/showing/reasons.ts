/** Why an arm was picked, as the end of a sentence that names it: for each kind of choice that policies share. */
import type { Choice, Moment, Quantity, Seen, Showing } from '../definitions/showing.ts';

/** Values that differ by less are the same up to rounding. */
const SAME = 1e-9;

function isSame(a: number, b: number): boolean {
  if (!(Number.isFinite(a) && Number.isFinite(b))) return a === b;
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a), Math.abs(b));
}

function armsOf({ armCount }: Seen): number[] {
  return Array.from({ length: armCount }, (_, arm) => arm);
}

/** The largest that any arm has of a quantity, and who has that. */
export function leadersOf(at: Seen, quantity: Quantity) {
  const values = armsOf(at).map((arm) => at.known(quantity, arm));
  const known = values.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
  const top = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return { top, arms: armsOf(at).filter((arm) => isSame(values[arm], top)) };
}

/** How many equals are named at most. */
const MOST_NAMED = 3;

/** Who else has as much, and that the first of equals is taken. */
export function equalWords(at: Moment, arms: readonly number[]): string {
  const others = arms.filter((arm) => arm !== at.picked);
  if (others.length === 0) return '';
  const whose =
    others.length > MOST_NAMED
      ? `${others.length} others`
      : at.listed(others.map((arm) => at.arm(arm)));
  const isFirst = others.every((arm) => arm > at.picked);
  return `, like that of ${whose}${isFirst ? '; the first of them is taken' : ''}`;
}

/** Of an arm that nothing is remembered of, perhaps one of several such. */
export function unknownReason(at: Moment, arms: readonly number[], learner: string): string {
  const by = learner === '' ? '' : ` for ${learner}`;
  const isFirst = arms.length > 1 && arms[0] === at.picked;
  const which = isFirst ? `, the first of ${arms.length} such arms` : '';
  return `, because it has no data${by}${which}.`;
}

function percent(at: Moment, share: number): string {
  return `${at.number(100 * share, share < 0.1 ? 1 : 0)}%`;
}

function exploringReason(at: Moment, top: number, arms: readonly number[]): string {
  const why =
    at.explorationShare > 0
      ? `: it explores by chance, as in ${percent(at, at.explorationShare)} of slots,`
      : ', whose turn it is to be explored,';
  if (arms.includes(at.picked)) {
    return Number.isFinite(top)
      ? `${why} and its index ${at.value(top)} is the largest anyway.`
      : `${why} and it has no data.`;
  }
  const leader = at.arm(arms[0]);
  return Number.isFinite(top)
    ? `${why} although the index of ${leader} is the largest, ${at.value(top)}.`
    : `${why} although ${leader} has no data.`;
}

/**
 * Of the largest index.
 *
 * @param learner - who of several picks, as in "the instance that picks"; empty where there is one
 */
export function indexReason(at: Moment, learner = ''): string {
  const { top, arms } = leadersOf(at, 'index');
  if (at.isExplored) return exploringReason(at, top, arms);
  if (!arms.includes(at.picked)) {
    return `, not by its index: that of ${at.arm(arms[0])} is the largest, ${at.value(top)}.`;
  }
  if (top === Number.POSITIVE_INFINITY) return unknownReason(at, arms, learner);
  const whose = learner === '' ? '' : ` for ${learner}`;
  return `, whose index ${at.value(top)} is the largest${whose}${equalWords(at, arms)}.`;
}

/**
 * Of the largest draw.
 *
 * @param after - what follows, with a comma before it; empty where there is nothing to add
 */
export function drawReason(at: Moment, after = ''): string {
  const draw = at.known('draw', at.picked);
  if (Number.isNaN(draw)) return ', whose draw was the largest.';
  if (draw === Number.POSITIVE_INFINITY) {
    return unknownReason(at, leadersOf(at, 'draw').arms, '');
  }
  return `, whose draw ${at.value(draw)} was the largest${after}.`;
}

function probabilityReason(at: Moment): string {
  const probabilities = armsOf(at).map((arm) => at.known('probability', arm));
  const [first, ...others] = probabilities;
  const isAny = others.length > 0 && others.every((each) => isSame(each, first));
  return `, drawn with probability ${at.number(probabilities[at.picked], 2)}${isAny ? ', like any arm' : ''}.`;
}

function givenReason(at: Moment): string {
  return `, whose given mean ${at.value(at.known('mean', at.picked))} is the largest.`;
}

const REASONS: Readonly<Record<Choice, (at: Moment) => string>> = {
  index: indexReason,
  posterior: drawReason,
  probability: probabilityReason,
  given: givenReason,
  rule: () => '.',
  none: () => '.',
};

/** Why the arm of a slot was picked. */
export function reasonOf({ choice, explains }: Showing, at: Moment): string {
  return explains?.reason?.(at) ?? REASONS[choice](at);
}

const LACKS: Readonly<Record<Choice, string>> = {
  index: '',
  posterior: 'no index: it picks the largest draw',
  probability: 'no estimate, width or index: it draws an arm by weight',
  given: 'no estimate, width or index: it is given the means',
  rule: 'no index: it picks by its own rule',
  none: 'its belief about an arm is not shown',
};

/** What a policy does not have, so that nobody looks for it; empty where it has all. */
export function lackingWords({ choice, explains }: Showing): string {
  return explains?.lacks ?? LACKS[choice];
}
