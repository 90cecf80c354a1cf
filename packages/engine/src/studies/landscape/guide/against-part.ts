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
      `${subject.name} loses`,
      ...rivals.map(({ name }) => `Difference from ${name}`),
    ],
    rows: lines.map(({ label: line, loss, verdicts }) => [
      line,
      shareWithInterval(loss),
      ...verdicts.map(verdictCell),
    ]),
  };
}

/** Lines in which the subject loses more than a rival, by how much. */
function namedLines(
  lines: readonly Judged[],
  rival: number,
  isNamed: (verdict: Verdict) => boolean,
): string[] {
  return lines
    .filter(({ verdicts }) => isNamed(verdicts[rival]))
    .map(({ label, verdicts }) => `${label} (${pointsText(verdicts[rival].difference)})`);
}

/** Where the subject is worse than a rival, of some lines; those that only correction saves are named too. */
function worseText(lines: readonly Judged[], rival: number, noun: string): string {
  const worse = namedLines(lines, rival, isWorse);
  const saved = namedLines(
    lines,
    rival,
    (verdict) =>
      !isWorse(verdict) &&
      verdict.difference.mean > 0 &&
      verdict.difference.pValue < SIGNIFICANCE_LEVEL,
  );
  const found = worse.length === 0 ? `in no ${noun}` : `in ${listed(worse)}`;
  const more = saved.length === 0 ? '' : `, and before correction also in ${listed(saved)}`;
  return `${found}${more}`;
}

function againstItem(
  { subject, rivals }: Contest,
  rival: number,
  average: Judged,
  situations: readonly Judged[],
  comparisons: readonly Judged[],
): string {
  const { difference } = average.verdicts[rival];
  const apart = difference.pValue < SIGNIFICANCE_LEVEL;
  const sign = difference.mean < 0 ? 'less' : 'more';
  const against = apart
    ? `${subject.name} loses ${pointsText(difference)} ${sign} over ${average.label}`
    : `${subject.name} cannot be distinguished over ${average.label}`;
  return `Against ${rivals[rival].name}: ${against}. Distinguishably worse by situation: ${worseText(situations, rival, 'situation')}. By comparison: ${worseText(comparisons, rival, 'comparison')}.`;
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
  return all.map((text) => `At its worst ${name} loses ${text}${within}.`);
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
  const heading = `${contest.subject.name} against others`;
  return [
    {
      heading,
      tables: [
        contestTable('On average', 'Over', averages, contest),
        contestTable('By situation', 'Situation', situations, contest),
      ],
      sentences: [
        [
          `Differences are in points, paired by replication, ${contest.subject.name} less the other: below 0 it loses less. “Better” and “worse” stand where p < ${SIGNIFICANCE_LEVEL} after Holm’s correction for the rows of a table, rival by rival; intervals are not corrected.`,
          ...coreSentence(contest),
          ...worstSentence(contest),
        ].join(' '),
      ],
      items: contest.rivals.map((_, i) =>
        againstItem(contest, i, averages[0], situations, comparisons),
      ),
    },
    {
      heading: `${heading}, comparison by comparison`,
      tables: [contestTable('Every comparison', 'Comparison', comparisons, contest)],
      sentences: [],
    },
  ];
}
