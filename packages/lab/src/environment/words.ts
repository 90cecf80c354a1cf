/** What the environment's panel says. */
import { counted, formatFixed, formatNumber } from '@driftline/engine/display';

/** What is known of an environment without looking at any policy. */
export interface EnvironmentFacts {
  readonly armCount: number;
  readonly horizon: number;
  /** How often the best arm changes. */
  readonly switches: number;
  /** What the best arm is called at the first slot. */
  readonly firstBest: string;
  readonly trueVariation: number;
  /** The variation that policies are given. */
  readonly given: number;
  /** Whether each replication has means of its own. */
  readonly fresh: boolean;
  /** Whether each replication is given the variation of its own means. */
  readonly givenAnew: boolean;
  /** The benchmark of rested arms, in words after “regret against”. */
  readonly benchmark?: string;
  readonly recorded?: {
    readonly smoothing: number;
    readonly against: 'fixed' | 'smoothed';
    /** The recorded slot that the first replication starts at. */
    readonly start: number;
  };
}

/** A sentence in parts; strong ones are what it is about. */
export type Words = readonly (string | { readonly strong: string })[];

/** The same without emphasis. */
export function plain(words: Words): string {
  return words.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
}

/** A variation as it is shown everywhere on the page: two decimals, more where it is small. */
export function formatVariation(value: number): string {
  return value === 0 || Math.abs(value) >= 0.1 ? formatFixed(value, 2) : formatNumber(value, 2);
}

/** The least number with the digits shown that is not below a variation. */
export function enoughVariation(value: number): number {
  const digits = value >= 0.1 ? 2 : 1 - Math.floor(Math.log10(value));
  const unit = 10 ** digits;
  // A variation that is 4.5 up to rounding is 4.5.
  return Math.ceil(value * unit * (1 - 1e-9)) / unit;
}

function changesWords({ switches, firstBest }: EnvironmentFacts, whose: string): Words {
  if (switches === 0) return [`${whose} best arm never changes: `, { strong: firstBest }, '. '];
  const times = switches === 1 ? 'once' : counted(switches, 'time');
  return [`${whose} best arm changes `, { strong: times }, '. '];
}

function budgetWords({ trueVariation, given, givenAnew }: EnvironmentFacts): Words {
  const [truth, budget] = [trueVariation, given].map(formatVariation);
  const rest = givenAnew
    ? '. In each replication, the policies are given its true variation.'
    : truth === budget
      ? ', which the policies are given.'
      : `. The policies are tuned for ${budget}.`;
  return ['The true variation is ', { strong: truth }, rest];
}

/** Where the record begins and ends in what is drawn; empty where it is drawn as recorded. */
export function startText(start: number): string {
  if (start === 0) return '';
  return `Replication 0 starts at row ${formatNumber(start + 1, 7)}. After the last row, it continues with the first.`;
}

function recordedWords(
  facts: EnvironmentFacts,
  { smoothing, against, start }: NonNullable<EnvironmentFacts['recorded']>,
): Words {
  const averages = `Averages over ${counted(smoothing, 'slot')} of a record of ${counted(facts.horizon, 'slot')}. `;
  const benchmark =
    against === 'fixed'
      ? ['Regret is measured against ', { strong: facts.firstBest }, ', which pays most overall. ']
      : changesWords(facts, 'By these averages, the');
  const variation = `The averages vary by about ${formatVariation(facts.trueVariation)}`;
  const truth = formatVariation(facts.trueVariation) === formatVariation(facts.given);
  const rest = truth
    ? ', which the policies are given.'
    : `. The policies are tuned for ${formatVariation(facts.given)}.`;
  const from = start === 0 ? [] : [` ${startText(start)}`];
  return [averages, ...benchmark, variation, rest, ...from];
}

/** The sentence above the chart. */
export function environmentSentence(facts: EnvironmentFacts): Words {
  const { recorded, fresh } = facts;
  if (recorded !== undefined) return recordedWords(facts, recorded);
  const start = fresh
    ? ['Every replication has its own means. This is the first replication. ']
    : [];
  if (facts.benchmark !== undefined) {
    return [
      ...start,
      'Each mean moves with the plays of its arm. Regret is measured against ',
      { strong: facts.benchmark },
      '. The chart shows the means that this benchmark meets, slot by slot, and its arms. ',
      ...budgetWords(facts),
    ];
  }
  return [...start, ...changesWords(facts, fresh ? 'Its' : 'The'), ...budgetWords(facts)];
}

/** What a mean is called, with digits that suit the axis. */
export function formatMean(value: number, [low, high]: readonly [number, number]): string {
  const decimals = Math.round(2.3 - Math.log10(Math.max(high - low, 1e-6)));
  return formatFixed(value, Math.max(0, decimals));
}
