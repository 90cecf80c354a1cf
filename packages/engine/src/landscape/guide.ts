/**
 * Which policy when: a short guide that is computed from a result, sentence by sentence. No policy is
 * named here; where a difference is not beyond doubt, the guide says so.
 */
import { counted, formatFixed, formatNumber } from '../figures/numbers.ts';
import { listed } from '../report/findings.ts';
import type { Result } from '../result.ts';
import { type Estimate, momentsOf, pairedDifference, SIGNIFICANCE_LEVEL } from '../statistics.ts';
import {
  contestantsOf,
  equalsOf,
  overallValues,
  type SituationSummary,
  type SuiteSummary,
  situationSummaries,
  summariesOf,
  worseThanBlind,
  worstValues,
} from './analysis.ts';
import type { Costs } from './costs.ts';
import { limitsOf } from './guide-limits.ts';
import type { Landscape, Suite, SuiteRow } from './suite.ts';

/** A table within a guide. */
export interface GuideTable {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a guide, with a heading of its own. */
export interface GuidePart {
  readonly heading: string;
  /** One paragraph each. */
  readonly sentences: readonly string[];
  readonly tables?: readonly GuideTable[];
  readonly items?: readonly string[];
}

/** A guide as plain data, to be written as a page or as a text. */
export interface Guide {
  /** What to take away, in a few sentences. */
  readonly answer: readonly string[];
  readonly parts: readonly GuidePart[];
}

/** More names than this are counted rather than listed. */
const MOST_NAMES = 5;

/** A space at which no line ends. */
const UNBROKEN = '\u00a0';

/** A score as a share of what blind choice loses: whole per cents, or tenths where there are few. */
export function shareText(score: number): string {
  return `${formatFixed(100 * score, Math.abs(score) < 0.095 ? 1 : 0)}${UNBROKEN}%`;
}

function intervalText({ low, high }: Pick<Estimate, 'low' | 'high'>): string {
  return `[${formatFixed(100 * low, 1)},${UNBROKEN}${formatFixed(100 * high, 1)}]`;
}

function shareWithInterval(estimate: Estimate): string {
  return `${shareText(estimate.mean)}${UNBROKEN}${intervalText(estimate)}`;
}

/** A policy's name; one that is not to be relied on like the others says so. */
function nameOf({ label, standing }: SuiteRow): string {
  return standing === 'confirmed' ? label : `${label} (${standing})`;
}

function namesOf(suite: Suite, rows: readonly number[]): string {
  const names = rows.map((row) => nameOf(suite.rows[row]));
  if (names.length <= MOST_NAMES) return listed(names);
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more`;
}

/** Policies that share what they have to be told. */
interface PolicyClass {
  readonly told: boolean;
  /** Begins a sentence. */
  readonly words: string;
}

const UNTOLD: PolicyClass = { told: false, words: 'Told nothing of the drift' };
const TOLD: PolicyClass = { told: true, words: 'Told V or Υ' };

function membersOf(suite: Suite, { told }: PolicyClass, marked: boolean): number[] {
  return contestantsOf(suite).filter((row) => {
    const { told: known, standing } = suite.rows[row];
    return known.length > 0 === told && (marked || standing === 'confirmed');
  });
}

/** The one with the least of something. */
function least<T>(items: readonly T[], value: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || value(item) < value(best) ? item : best),
    undefined,
  );
}

/** Who is safest among policies of a class, and who can't be told from that one. */
export interface SafeChoice {
  readonly summary: SuiteSummary;
  /** Rows whose worst case can't be told from it. */
  readonly equals: readonly number[];
}

function safest(suite: Suite, rows: readonly number[]): SafeChoice | undefined {
  const summaries = summariesOf(suite).filter(({ row }) => rows.includes(row));
  const summary = least(summaries, ({ worst }) => worst.score.mean);
  if (summary === undefined) return undefined;
  const values = summaries.map((each) => worstValues(suite, each));
  const equals = equalsOf(values, summaries.indexOf(summary)).map((i) => summaries[i].row);
  return { summary, equals };
}

function apartFrom(suite: Suite, equals: readonly number[]): string {
  return equals.length === 0
    ? ''
    : ` It can’t be told apart from that of ${namesOf(suite, equals)}.`;
}

/** A policy whose rule is in doubt is never recommended, yet named where it would lead. */
function markedLeader(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const leader = safest(suite, membersOf(suite, group, true));
  if (leader === undefined || leader.summary.row === safe.summary.row) return '';
  const { row, worst } = leader.summary;
  return ` ${nameOf(suite.rows[row])} has ${shareText(worst.score.mean)}, but a policy with such a mark is not recommended.`;
}

function worstSentence(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const { row, worst } = safe.summary;
  const count = membersOf(suite, group, true).length;
  const where = suite.columns[worst.column].name;
  return `${group.words} (${counted(count, 'policy', 'policies')}), ${nameOf(suite.rows[row])} has the least worst case: ${shareWithInterval(worst.score)} of what blind choice loses, in “${where}”.${apartFrom(suite, safe.equals)}${markedLeader(suite, group, safe)}`;
}

function rankSentence(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const members = membersOf(suite, group, false);
  const rank = (row: number) => suite.ranking.policies[row].meanRank;
  const leader = least(members, rank);
  const { overall } = suite.ranking;
  if (leader === undefined) return '';
  const who = leader === safe.summary.row ? 'It also has' : `${nameOf(suite.rows[leader])} has`;
  const total = suite.ranking.policies.length;
  const near =
    overall === undefined
      ? []
      : members.filter(
          (row) => row !== leader && rank(row) - rank(leader) <= overall.criticalDifference,
        );
  const doubt =
    near.length === 0
      ? ''
      : `; over worlds like these it can’t be told apart from ${namesOf(suite, near)} (Nemenyi)`;
  return `${who} the least mean rank among them, ${formatFixed(rank(leader), 1)} of ${total}${doubt}.`;
}

function safeSentences(suite: Suite): string[] {
  return [UNTOLD, TOLD].flatMap((group) => {
    const safe = safest(suite, membersOf(suite, group, false));
    if (safe === undefined) return [];
    return [`${worstSentence(suite, group, safe)} ${rankSentence(suite, group, safe)}`];
  });
}

function safePart({ written, tuned }: Landscape): GuidePart {
  const after = tuned === undefined ? [] : safeSentences(tuned);
  return {
    heading: 'If one policy has to do for everything',
    sentences: [
      ...safeSentences(written),
      ...after.map(
        (sentence) =>
          `After equal-effort tuning: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
      ),
    ],
  };
}

/** Who loses least of some rows, in a situation. */
function bestCell(
  suite: Suite,
  { order, scores }: SituationSummary,
  rows: readonly number[],
): string {
  const row = order.find((place) => rows.includes(place));
  const score = row === undefined ? undefined : scores[row];
  if (row === undefined || score === undefined) return '–';
  return `${nameOf(suite.rows[row])} ${shareWithInterval(score)}`;
}

function situationTable(suite: Suite, label: string): GuideTable {
  const all = contestantsOf(suite);
  const untold = membersOf(suite, UNTOLD, true);
  const safe = safest(suite, membersOf(suite, UNTOLD, false));
  const safeName = safe === undefined ? undefined : nameOf(suite.rows[safe.summary.row]);
  return {
    label,
    columns: [
      'Situation',
      'Loses least',
      'Can’t be told apart from it',
      'Loses least, told nothing',
      ...(safeName === undefined ? [] : [`The safe choice, ${safeName}`]),
    ],
    rows: situationSummaries(suite).map((summary) => {
      const score = safe === undefined ? undefined : summary.scores[safe.summary.row];
      return [
        summary.situation,
        bestCell(suite, summary, all),
        summary.equals.length === 0 ? 'none' : namesOf(suite, summary.equals),
        bestCell(suite, summary, untold),
        ...(score === undefined ? [] : [shareWithInterval(score)]),
      ];
    }),
  };
}

function situationPart({ written, tuned }: Landscape): GuidePart {
  return {
    heading: 'If you know what kind of world it is',
    sentences: [
      `Shares of what blind choice loses, in per cent, with 95 % intervals; the mean over the comparisons of a situation. Who can’t be told apart goes by paired differences, replication by replication, at the level ${SIGNIFICANCE_LEVEL} after Holm’s correction for all pairs in all situations.`,
    ],
    tables: [
      situationTable(written, 'With published tuning'),
      ...(tuned === undefined ? [] : [situationTable(tuned, 'After equal-effort tuning')]),
    ],
  };
}

/** Whether a paired difference is beyond doubt, in words. */
function doubtText(pValue: number): string {
  return pValue < SIGNIFICANCE_LEVEL ? 'beyond doubt' : 'which can’t be told from none';
}

/** What it is worth to know the drift: the best that is told something against the best that is not. */
function knowingSentence(suite: Suite): string | undefined {
  const values = overallValues(suite);
  const mean = (row: number) => momentsOf(values[row] ?? []).mean;
  const best = (group: PolicyClass) => least(membersOf(suite, group, false), mean);
  const [untold, told] = [best(UNTOLD), best(TOLD)];
  const [without, having] = [values[untold ?? -1], values[told ?? -1]];
  if (untold === undefined || told === undefined || !without || !having) return undefined;
  const { mean: more, low, high, pValue } = pairedDifference(having, without);
  const sign = more > 0 ? 'more' : 'less';
  const size = { low: more > 0 ? low : -high, high: more > 0 ? high : -low };
  return `with each situation counting once, the best that is told nothing, ${nameOf(suite.rows[untold])}, loses ${shareText(mean(untold))} of what blind choice loses; the best that is told V or Υ, ${nameOf(suite.rows[told])}, ${shareText(mean(told))}: ${shareText(Math.abs(more))} ${intervalText(size)} ${sign}, ${doubtText(pValue)}.`;
}

/** What tuning did to one policy over the suite. */
interface Gain {
  readonly row: number;
  readonly before: number;
  readonly after: number;
  readonly pValue: number;
}

function gainsOf(written: Suite, tuned: Suite): Gain[] {
  const [before, after] = [overallValues(written), overallValues(tuned)];
  return contestantsOf(written).flatMap((row): Gain[] => {
    const [first, second] = [before[row], after[row]];
    if (first === undefined || second === undefined) return [];
    const { mean, pValue } = pairedDifference(second, first);
    // Nothing to tune, or nothing better found anywhere: the very same numbers.
    if (mean === 0) return [];
    return [{ row, before: momentsOf(first).mean, after: momentsOf(second).mean, pValue }];
  });
}

function gainText(suite: Suite, { row, before, after }: Gain): string {
  return `${nameOf(suite.rows[row])}, from ${shareText(before)} to ${shareText(after)}`;
}

function tuningSentences(written: Suite, tuned: Suite): string[] {
  const gains = gainsOf(written, tuned);
  if (gains.length === 0) return ['Equal-effort tuning changed nothing.'];
  const decided = gains.filter(({ pValue }) => pValue < SIGNIFICANCE_LEVEL / gains.length);
  const better = decided.filter(({ before, after }) => after < before);
  const worse = decided.filter(({ before, after }) => after > before);
  const most = least(better, ({ before, after }) => after - before);
  const harm = least(worse, ({ before, after }) => before - after);
  return [
    `Equal-effort tuning changed ${counted(gains.length, 'policy', 'policies')}: over the suite it lowers the loss of ${better.length} beyond doubt and raises that of ${worse.length}.${most === undefined ? '' : ` It helps most ${gainText(written, most)}.`}${harm === undefined ? '' : ` It harms most ${gainText(written, harm)}: what is best on training paths need not be on others.`}`,
  ];
}

function worthPart({ written, tuned }: Landscape): GuidePart {
  const before = knowingSentence(written);
  const after = tuned === undefined ? undefined : knowingSentence(tuned);
  return {
    heading: 'What knowing and tuning are worth',
    sentences: [
      ...(before === undefined ? [] : [`With published tuning, ${before}`]),
      ...(tuned === undefined ? [] : tuningSentences(written, tuned)),
      ...(after === undefined ? [] : [`After tuning, ${after}`]),
    ],
  };
}

function avoidItems(suite: Suite): string[] {
  const cells = worseThanBlind(suite);
  const rows = [...new Set(cells.map(({ row }) => row))];
  return rows.map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    const [{ column, score }] = own;
    const others = own.length === 1 ? '' : `, and in ${own.length - 1} more`;
    return `${nameOf(suite.rows[row])}: ${shareText(score.mean)} in “${suite.columns[column].name}”${others}`;
  });
}

/** Policies whose interval reaches blind choice where they are at their worst. */
function notAbove(suite: Suite): number[] {
  const worse = new Set(worseThanBlind(suite).map(({ row }) => row));
  return summariesOf(suite)
    .filter(
      ({ row, worst }) =>
        suite.rows[row].kind === 'contestant' && worst.score.high >= 1 && !worse.has(row),
    )
    .map(({ row }) => row);
}

function avoidPart({ written, tuned }: Landscape): GuidePart {
  const items = avoidItems(written);
  const unsure = notAbove(written);
  const still =
    tuned === undefined ? [] : [...new Set(worseThanBlind(tuned).map(({ row }) => row))];
  const after =
    still.length === 0
      ? 'After equal-effort tuning no policy does.'
      : `After equal-effort tuning: ${still.map((row) => nameOf(written.rows[row])).join(', ')}.`;
  return {
    heading: 'Whom to avoid, and where',
    sentences: [
      items.length === 0
        ? 'With published tuning no policy loses more than blind choice beyond doubt in any comparison.'
        : 'With published tuning these lose more than blind choice beyond doubt somewhere:',
      ...(tuned === undefined ? [] : [after]),
      ...(unsure.length === 0
        ? []
        : [
            `Not certain to lose less than blind choice everywhere, with published tuning: ${unsure.map((row) => nameOf(written.rows[row])).join(', ')}.`,
          ]),
    ],
    ...(items.length === 0 ? {} : { items }),
  };
}

function costText(nanoseconds: number): string {
  return `${formatNumber(Math.round(nanoseconds))} ns`;
}

function costPart(suite: Suite, { costs, machine }: Costs): GuidePart {
  const contestants = contestantsOf(suite).map((row) => suite.rows[row]);
  const costOf = ({ spec }: SuiteRow, arms: number) =>
    costs.find((cost) => cost.policy === spec && cost.arms === arms)?.nsPerSlot;
  const armCounts = [...new Set(costs.map(({ arms }) => arms))].sort((a, b) => a - b);
  const sentences = armCounts.flatMap((arms) => {
    const known = contestants.flatMap((row) => {
      const cost = costOf(row, arms);
      return cost === undefined ? [] : [{ row, cost }];
    });
    if (known.length === 0) return [];
    const sorted = known.toSorted((first, second) => first.cost - second.cost);
    const [cheapest, dearest] = [sorted[0], sorted[sorted.length - 1]];
    const dear = sorted
      .filter(({ cost }) => cost > 10 * cheapest.cost)
      .map(({ row }) => nameOf(row));
    return [
      `With ${arms} arms a slot takes from ${costText(cheapest.cost)} (${nameOf(cheapest.row)}) to ${costText(dearest.cost)} (${nameOf(dearest.row)}), reward and bookkeeping included${dear.length === 0 ? '' : `; more than ten times the least: ${dear.length <= 8 ? listed(dear) : counted(dear.length, 'policy', 'policies')}`}.`,
    ];
  });
  const safe = safest(suite, membersOf(suite, UNTOLD, false));
  const own =
    safe === undefined
      ? []
      : armCounts.flatMap((arms) => costOf(suite.rows[safe.summary.row], arms) ?? []);
  if (safe !== undefined && own.length > 0) {
    sentences.push(
      `The safe choice, ${nameOf(suite.rows[safe.summary.row])}, takes ${listed(own.map(costText))}.`,
    );
  }
  return {
    heading: 'What a slot costs',
    sentences: [
      ...sentences,
      `Measured on ${machine}: other machines differ, so these are no part of the reproducible numbers.`,
    ],
  };
}

/** The safe choice of a class, as an answer: `when` begins the sentence. */
function safeAnswer(suite: Suite, group: PolicyClass, when: string): string[] {
  const safe = safest(suite, membersOf(suite, group, false));
  if (safe === undefined) return [];
  const { row, worst } = safe.summary;
  const doubt =
    safe.equals.length === 0
      ? ''
      : `; this worst case can’t be told apart from that of ${namesOf(suite, safe.equals)}`;
  return [
    `${when} ${nameOf(suite.rows[row])}${suite.rows[row].horizon && !group.told ? ', which takes the horizon T,' : ''} is the safest: in no comparison does it lose more than ${shareText(worst.score.mean)} of what blind choice loses${doubt}.`,
  ];
}

/** Who loses least on average, where that is another than the safest: what safety costs. */
function averageAnswer(suite: Suite, group: PolicyClass): string[] {
  const members = membersOf(suite, group, false);
  const summaries = summariesOf(suite).filter(({ row }) => members.includes(row));
  const best = least(summaries, ({ overall }) => overall.mean);
  const safe = safest(suite, members)?.summary;
  if (best === undefined || safe === undefined || best.row === safe.row) return [];
  const values = overallValues(suite);
  const { pValue } = pairedDifference(values[best.row] ?? [], values[safe.row] ?? []);
  if (!(pValue < SIGNIFICANCE_LEVEL)) return [];
  return [
    `On average over situations ${nameOf(suite.rows[best.row])} loses least of these: ${shareText(best.overall.mean)}, against ${shareText(safe.overall.mean)} for ${nameOf(suite.rows[safe.row])}; but up to ${shareText(best.worst.score.mean)}, in “${suite.columns[best.worst.column].name}”.`,
  ];
}

function answerOf({ written, tuned }: Landscape): string[] {
  const { columns } = written;
  const situations = new Set(columns.map(({ situation }) => situation)).size;
  return [
    `${counted(contestantsOf(written).length, 'policy', 'policies')} in ${columns.length} comparisons, of ${counted(situations, 'situation')}.`,
    ...safeAnswer(written, UNTOLD, 'Where nothing is known of the drift,'),
    ...averageAnswer(written, UNTOLD),
    ...safeAnswer(written, TOLD, 'Where its variation V or its number of changes Υ is known,'),
    ...(tuned === undefined
      ? []
      : safeAnswer(tuned, TOLD, 'Where there are also paths to tune on,')),
  ];
}

/** The guide of a landscape. */
export function guideOf(
  landscape: Landscape,
  result: Pick<Result, 'comparisons'>,
  costs?: Costs,
): Guide {
  const worth = worthPart(landscape);
  return {
    answer: answerOf(landscape),
    parts: [
      safePart(landscape),
      situationPart(landscape),
      ...(worth.sentences.length === 0 ? [] : [worth]),
      avoidPart(landscape),
      ...(costs === undefined ? [] : [costPart(landscape.written, costs)]),
      { heading: 'What this does not say', sentences: [], items: limitsOf(landscape, result) },
    ],
  };
}
