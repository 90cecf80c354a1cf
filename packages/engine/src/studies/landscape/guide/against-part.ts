/** The parts on one policy against others that the experiment names: on average, by situation, by comparison. */

import {
  type Estimate,
  holm,
  momentsOf,
  type PairedDifference,
  pairedDifference,
  SIGNIFICANCE_LEVEL,
} from '../../../play/statistics.ts';
import { counted, formatFixed, listed } from '../../../words/numbers.ts';
import {
  overallValues,
  situationsOf,
  summariesOf,
  valuesOver,
  withSituations,
} from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { fieldLeader, fieldsOf } from './choice-part.ts';
import type { GuideFocus } from './focus.ts';
import {
  type GuidePart,
  type GuideTable,
  nameOf,
  pointsText,
  shareWithInterval,
  UNBROKEN,
} from './words.ts';

/** A policy, tuned or not. */
interface Party {
  readonly name: string;
  readonly suite: Suite;
  readonly row: number;
}

/** The subject and those whom it is held against. */
interface Contest {
  readonly subject: Party;
  readonly rivals: readonly Party[];
  readonly core: readonly string[];
}

/** What is compared in a row of a table: the values of a policy there, one for each replication. */
interface Line {
  readonly label: string;
  readonly valuesOf: (party: Party) => readonly number[] | undefined;
}

/** The subject's loss less that of a rival. */
interface Verdict {
  readonly difference: PairedDifference;
  /** Corrected for the lines that the rival is met in (Holm). */
  readonly correctedP: number;
}

/** A line with its numbers. */
interface Judged {
  readonly label: string;
  readonly loss: Estimate;
  readonly verdicts: readonly Verdict[];
}

function partyOf(suite: Suite | undefined, spec: string | undefined, after = ''): Party[] {
  const row = suite?.rows.findIndex((each) => each.spec === spec) ?? -1;
  if (suite === undefined || row < 0) return [];
  return [{ name: `${nameOf(suite.rows[row])}${after}`, suite, row }];
}

/** Who is recommended where nothing is known of the drift. */
function recommended(landscape: Landscape): string | undefined {
  const [field] = fieldsOf(landscape);
  const row = field === undefined ? undefined : fieldLeader(field, 'overall')?.summary.row;
  return row === undefined ? undefined : field.suite.rows[row].spec;
}

function contestOf(landscape: Landscape, focus: GuideFocus): Contest | undefined {
  const { written, tuned } = landscape;
  const [subject] = partyOf(written, focus.subject ?? recommended(landscape));
  const { rivals: plain = [], tunedRivals = [], core = [] } = focus;
  const rivals = [
    ...plain.flatMap((spec) => partyOf(written, spec)),
    ...tunedRivals.flatMap((spec) => partyOf(tuned, spec, ', tuned')),
  ].filter(({ suite, row }) => suite !== subject?.suite || row !== subject?.row);
  return subject === undefined || rivals.length === 0 ? undefined : { subject, rivals, core };
}

/** The lines in which all played, with the subject's loss and its differences from the rivals. */
function judged(lines: readonly Line[], { subject, rivals }: Contest): Judged[] {
  const played = lines.flatMap(({ label, valuesOf }) => {
    const own = valuesOf(subject);
    const others = rivals.flatMap((rival) => {
      const values = valuesOf(rival);
      return values === undefined ? [] : [values];
    });
    return own === undefined || others.length < rivals.length ? [] : [{ label, own, others }];
  });
  const columns = rivals.map((_, i) => {
    const differences = played.map(({ own, others }) => pairedDifference(own, others[i]));
    const corrected = holm(differences.map(({ pValue }) => pValue));
    return differences.map((difference, j) => ({ difference, correctedP: corrected[j] }));
  });
  return played.map(({ label, own }, j) => ({
    label,
    loss: momentsOf(own).estimate(),
    verdicts: columns.map((column) => column[j]),
  }));
}

function averageLine(label: string, situations: readonly string[]): Line {
  return {
    label,
    valuesOf: ({ suite, row }) => overallValues(withSituations(suite, situations))[row],
  };
}

/** Over everything, over the core, and over the core without each of its situations. */
function averageLines({ subject: { suite }, core }: Contest): Line[] {
  const all = situationsOf(suite).map(({ situation }) => situation);
  const kept = core.filter((situation) => all.includes(situation));
  const some = kept.length > 1 && kept.length < all.length;
  return [
    averageLine(`all ${counted(all.length, 'situation')}`, all),
    ...(some ? [averageLine(`core, ${counted(kept.length, 'situation')}`, kept)] : []),
    ...(kept.length > 2
      ? kept.map((left) =>
          averageLine(
            `core without ${left}`,
            kept.filter((situation) => situation !== left),
          ),
        )
      : []),
  ];
}

function situationLines({ subject: { suite } }: Contest): Line[] {
  return situationsOf(suite).map(({ situation, columns }) => ({
    label: situation,
    valuesOf: ({ suite: own, row }) => valuesOver(own.cells[row], columns),
  }));
}

function comparisonLines({ subject: { suite } }: Contest): Line[] {
  return suite.columns.map(({ name }, column) => ({
    label: name,
    valuesOf: ({ suite: own, row }) => own.cells[row][column]?.values,
  }));
}

function isWorse({ difference, correctedP }: Verdict): boolean {
  return difference.mean > 0 && correctedP < SIGNIFICANCE_LEVEL;
}

function verdictWord({ difference, correctedP }: Verdict): string {
  if (!(correctedP < SIGNIFICANCE_LEVEL)) return '';
  return difference.mean < 0 ? ' better' : ' worse';
}

function verdictCell(verdict: Verdict): string {
  const { mean, low, high } = verdict.difference;
  const [middle, from, to] = [mean, low, high].map((value) => formatFixed(100 * value, 1));
  return `${middle}${UNBROKEN}[${from},${UNBROKEN}${to}]${verdictWord(verdict)}`;
}

function contestTable(
  label: string,
  first: string,
  lines: readonly Judged[],
  { subject, rivals }: Contest,
): GuideTable {
  return {
    label,
    columns: [
      first,
      `Relative regret of ${subject.name}`,
      ...rivals.map(({ name }) => `Difference from ${name}`),
    ],
    rows: lines.map(({ label: line, loss, verdicts }) => [
      line,
      shareWithInterval(loss),
      ...verdicts.map(verdictCell),
    ]),
  };
}

/** Rows of lines in which the subject is worse than a rival, at least before correction. */
function worseRows(lines: readonly Judged[], rivals: readonly Party[], noun: string): string[][] {
  return rivals.flatMap(({ name }, rival) =>
    lines
      .map(({ label, verdicts }) => ({ label, verdict: verdicts[rival] }))
      .filter(({ verdict: { difference } }) => difference.mean > 0)
      .filter(({ verdict: { difference } }) => difference.pValue < SIGNIFICANCE_LEVEL)
      .map(({ label, verdict }) => [
        name,
        `${label} (${noun})`,
        pointsText(verdict.difference),
        isWorse(verdict) ? 'yes' : 'only before correction',
      ]),
  );
}

/** A table of situations and comparisons in which the subject is worse than a rival; none if there are none. */
function worseTables(
  { subject, rivals }: Contest,
  situations: readonly Judged[],
  comparisons: readonly Judged[],
): GuideTable[] {
  const rows = [
    ...worseRows(situations, rivals, 'situation'),
    ...worseRows(comparisons, rivals, 'comparison'),
  ];
  if (rows.length === 0) return [];
  const columns = ['Rival', `${subject.name} is worse in`, 'By', 'Significant'];
  return [{ label: `Situations and comparisons in which ${subject.name} is worse`, columns, rows }];
}

/** What a policy loses at its worst in a suite, and where. */
function worstIn(suite: Suite, row: number): string[] {
  if (suite.columns.length === 0) return [];
  const worst = summariesOf(suite).find((each) => each.row === row)?.worst;
  if (worst === undefined) return [];
  return [`${shareWithInterval(worst.score)} in “${suite.columns[worst.column].name}”`];
}

function worstSentence({ subject: { name, suite, row }, core }: Contest): string[] {
  const all = worstIn(suite, row);
  const own = worstIn(withSituations(suite, core), row);
  const within = own.length === 0 || own[0] === all[0] ? '' : `, and within the core ${own[0]}`;
  return all.map((text) => `At its worst, ${name} has ${text}${within}.`);
}

function coreSentence({ core }: Contest): string[] {
  return core.length === 0 ? [] : [`The core is ${listed(core)}.`];
}

/** The two parts: what it comes to, and the list of all comparisons. None where no rival is named. */
export function againstParts(landscape: Landscape, focus: GuideFocus): GuidePart[] {
  const contest = contestOf(landscape, focus);
  if (contest === undefined) return [];
  const averages = judged(averageLines(contest), contest);
  const situations = judged(situationLines(contest), contest);
  const comparisons = judged(comparisonLines(contest), contest);
  if (averages.length === 0) return [];
  const heading = `${contest.subject.name} compared with others`;
  return [
    {
      heading,
      tables: [
        contestTable('On average', 'Over', averages, contest),
        contestTable('By situation', 'Situation', situations, contest),
        ...worseTables(contest, situations, comparisons),
      ],
      sentences: [
        [
          `Differences are in percentage points and paired by replication. Below 0, ${contest.subject.name} has less regret. “Better” and “worse” mean p < ${SIGNIFICANCE_LEVEL} after Holm’s correction over the rows of a table, for each rival. Intervals are not corrected.`,
          ...coreSentence(contest),
          ...worstSentence(contest),
        ].join(' '),
      ],
    },
    {
      heading: `${heading}: every comparison`,
      tables: [contestTable('Every comparison', 'Comparison', comparisons, contest)],
      sentences: [],
    },
  ];
}
