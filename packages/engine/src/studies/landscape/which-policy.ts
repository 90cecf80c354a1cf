/** The tree "Which policy?", with its numbers computed from the scores of a landscape. */
import { formatFixed } from '../../words/numbers.ts';
import type { WhichPolicy, WhichQuestion, WhichTake } from '../../words/which-policy.ts';
import { HELD_OUT } from './held-out.ts';
import type { ScoreRow, Tuning } from './scores-csv.ts';

/** Numbers that the tree is made from. */
interface WhichSources {
  readonly scores: readonly ScoreRow[];
  /** Nanoseconds per slot of a policy with 3 arms; undefined if it was not measured. */
  readonly costOf: (policy: string) => number | undefined;
  /** Remark on how the tuned policies were tuned, in parentheses after their score. */
  readonly tuningNote?: string;
}

/** The policy that the tree ends in, and that all others are compared with. */
const GENERAL = 'auto';

const NAMED_POLICIES = [GENERAL, 'imed', 'ucb1', 'sw-moss', 'sw-rmoss', 'exp3s', 'd-klucb'];
const NAMED_SITUATIONS = [
  'Stationary',
  'Moving together',
  'Heavy tails',
  'Weather',
  'Late rewards',
  'Many arms',
];

/** Values that the calls show: yours will differ. */
const ARMS = { armCount: 3 } as const;
const HORIZON = { ...ARMS, horizon: 10_000 } as const;
const BUDGET = { ...HORIZON, variation: 3 } as const;

/** Averages of scores, each situation counting once. */
class Averages {
  readonly #rows: readonly ScoreRow[];

  constructor(rows: readonly ScoreRow[]) {
    this.#rows = rows;
  }

  /** All situations, in the order of the experiment. */
  get situations(): string[] {
    return [...new Set(this.#rows.map(({ situation }) => situation))];
  }

  get comparisons(): number {
    return new Set(this.#rows.map(({ comparison }) => comparison)).size;
  }

  #rowsOf(policy: string, tuning: Tuning): ScoreRow[] {
    return this.#rows.filter((row) => row.policy === policy && row.tuning === tuning);
  }

  mean(policy: string, situations = this.situations, tuning: Tuning = 'published'): number {
    const own = this.#rowsOf(policy, tuning);
    const means = situations.map((situation) =>
      average(own.filter((row) => row.situation === situation).map(({ score }) => score)),
    );
    return average(means);
  }

  worst(policy: string): ScoreRow {
    return this.#rowsOf(policy, 'published').reduce((worst, row) =>
      row.score > worst.score ? row : worst,
    );
  }

  /** The policy with the lowest average of those that tuning changed, with that average. */
  bestTuned(): { policy: string; mean: number } | undefined {
    const changed = this.#policies()
      .map((policy) => ({ policy, mean: this.mean(policy, this.situations, 'equal-effort') }))
      .filter(({ policy, mean }) => Number.isFinite(mean) && mean !== this.mean(policy));
    return changed.toSorted((first, second) => first.mean - second.mean)[0];
  }

  #policies(): string[] {
    return [...new Set(this.#rows.map(({ policy }) => policy))];
  }

  /** Whether no policy has a lower average in a situation, oracles left out. */
  isLowest(policy: string, situation: string): boolean {
    const own = this.mean(policy, [situation]);
    return this.#policies()
      .filter((other) => !other.startsWith('oracle'))
      .every((other) => this.mean(other, [situation]) >= own);
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number, decimals = 1): string {
  return `${formatFixed(100 * share, decimals)}%`;
}

/** A call of `createDecider` with the result that stands below it. */
function call(
  policy: string,
  options: Readonly<Record<string, number>>,
  relativeRegret: number,
  result: string,
): WhichTake {
  const written = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return {
    type: `createDecider('${policy}', { ${written.join(', ')} })`,
    policy,
    options,
    relativeRegret: Number(relativeRegret.toFixed(3)),
    result,
  };
}

/** "3.8% there (auto 7.9%)": a policy's average over some situations next to that of `auto`. */
function compared(averages: Averages, policy: string, place: string, over?: string[]) {
  const own = averages.mean(policy, over);
  return { own, text: `${percent(own)} ${place} (auto ${percent(averages.mean(GENERAL, over))})` };
}

const NEXT = { answer: 'no, or not known' } as const;

function logQuestion(): WhichQuestion {
  return {
    question: 'Do you have a log of past decisions and rewards?',
    answers: [{ answer: 'yes', take: { type: 'npx driftline advise LOG' } }, { answer: 'no' }],
  };
}

function stationaryQuestion(averages: Averages): WhichQuestion {
  const { own, text } = compared(averages, 'imed', 'if nothing changes or all arms move together', [
    'Stationary',
    'Moving together',
  ]);
  return {
    question: 'Are you certain that the best arm stays the best?',
    answers: [{ answer: 'yes', take: call('imed', ARMS, own, text) }, NEXT],
  };
}

function costQuestion(averages: Averages, costOf: WhichSources['costOf']): WhichQuestion {
  const { own, text } = compared(averages, 'ucb1', 'on average');
  const [cheap, dear] = ['ucb1', GENERAL].map(costOf);
  const time =
    cheap === undefined || dear === undefined
      ? ''
      : `; ${Math.round(cheap)} ns (auto ${Math.round(dear)} ns) per simulated slot`;
  return {
    question: "Must a decision take at most a tenth of auto's time?",
    answers: [{ answer: 'yes', take: call('ucb1', ARMS, own, `${text}${time}`) }, { answer: 'no' }],
  };
}

function proofQuestion(averages: Averages): WhichQuestion {
  const plain = compared(averages, 'sw-moss', 'on average');
  const heavy = compared(averages, 'sw-rmoss', 'with heavy tails', ['Heavy tails']);
  const adversary = compared(averages, 'exp3s', 'on average');
  return {
    question: 'Do you need a proved regret bound? (T: decisions, V: total change of means)',
    answers: [
      {
        answer: 'yes, with known V and T',
        take: call('sw-moss', BUDGET, plain.own, `minimax order; ${plain.text}`),
      },
      {
        answer: 'yes, with heavy tails too',
        take: call('sw-rmoss', BUDGET, heavy.own, `minimax order; ${heavy.text}`),
      },
      {
        answer: 'yes, against an adversary, with known changes',
        take: call('exp3s', { ...HORIZON, changes: 4 }, adversary.own, adversary.text),
      },
      { answer: 'no' },
    ],
  };
}

function lastQuestion(averages: Averages): WhichQuestion {
  const { own, text } = compared(averages, 'd-klucb', 'on recorded weather', ['Weather']);
  const everywhere = percent(averages.mean('d-klucb'));
  const general = averages.mean(GENERAL);
  const { score, comparison } = averages.worst(GENERAL);
  return {
    question: 'Are V and T known, and do rewards, 0 or 1, usually repeat the last of their arm?',
    answers: [
      {
        answer: 'yes',
        take: call('d-klucb', BUDGET, own, `${text}, but ${everywhere} on average`),
      },
      {
        ...NEXT,
        take: call(
          GENERAL,
          ARMS,
          general,
          `${percent(general)} on average, ${percent(score, 0)} at worst ("${comparison}")`,
        ),
      },
    ],
  };
}

function unchangedNote(averages: Averages, situation: string): string {
  const score = percent(averages.mean(GENERAL, [situation]));
  const lowest = averages.isLowest(GENERAL, situation) ? ', lowest of all policies' : '';
  return `same call; ${score} there${lowest}`;
}

function tunedText(averages: Averages, { tuningNote }: WhichSources): string {
  const best = averages.bestTuned();
  if (best === undefined) return '';
  const note = tuningNote === undefined ? '' : ` (${tuningNote})`;
  return ` The best policy tuned on training data, ${best.policy}, averages ${percent(best.mean)} in the benchmark${note}.`;
}

/** Whether scores have every policy and situation that the tree names. */
function isComplete(scores: readonly ScoreRow[]): boolean {
  const policies = new Set(scores.map(({ policy, tuning }) => `${policy} ${tuning}`));
  const situations = new Set(scores.map(({ situation }) => situation));
  return (
    NAMED_POLICIES.every((policy) => policies.has(`${policy} published`)) &&
    NAMED_SITUATIONS.every((situation) => situations.has(situation))
  );
}

/** The tree of a landscape; undefined if the landscape lacks a policy or a situation that the tree names. */
export function whichPolicyOf(sources: WhichSources): WhichPolicy | undefined {
  const { scores, costOf } = sources;
  if (!isComplete(scores)) return undefined;
  const averages = new Averages(scores);
  return {
    reading: `Answer from the top, and stop at the first call that fits. Percentages are relative regret: regret divided by that of uniform random choice. Averages are over ${averages.comparisons} comparisons in ${averages.situations.length} situations. The numbers in the calls are examples.`,
    questions: [
      logQuestion(),
      stationaryQuestion(averages),
      costQuestion(averages, costOf),
      proofQuestion(averages),
      lastQuestion(averages),
    ],
    notes: [
      { when: 'known reward range', text: 'add rewardRange: [lowest, highest]' },
      { when: 'late rewards', text: unchangedNote(averages, 'Late rewards') },
      { when: '30 arms', text: unchangedNote(averages, 'Many arms') },
      { when: 'log to evaluate later', text: 'decide({ floor: 0.02 }): 2% random choices' },
      { when: 'several programs', text: 'npx driftline serve' },
    ],
    caveat: `No regret bound is proved for auto. Its constants were chosen on the same environments with other seeds. On ${HELD_OUT.situations} further, held-out situations it averages ${percent(HELD_OUT.auto)}, and adr, the next best untuned policy of the benchmark, ${percent(HELD_OUT.adr)}.${tunedText(averages, sources)}`,
  };
}
