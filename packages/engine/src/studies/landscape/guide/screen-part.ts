/** What a guide begins with, on one screen: what to take when, what to type, what it loses and costs. */

import { parseSpec } from '@driftline/core/spec';
import { UNIFORM, withoutOracles } from '../../../play/contestants.ts';
import { givenIn, takesHorizon } from '../../../play/given.ts';
import { latenessOf } from '../../../play/late-rewards.ts';
import type { ComparisonResult, PolicyResult, Result } from '../../../play/result.ts';
import { momentsOf, pairedDifference, SIGNIFICANCE_LEVEL } from '../../../play/statistics.ts';
import type { ComparisonRequest } from '../../../request/fields.ts';
import { flagWords } from '../../../request/flags.ts';
import { given } from '../../../request/given.ts';
import { formatFixed, listed } from '../../../words/numbers.ts';
import {
  leaderOf,
  overallValues,
  type SituationSummary,
  type SuiteSummary,
  situationSummaries,
  withSituations,
} from '../analysis.ts';
import type { Costs } from '../costs.ts';
import { HELD_OUT } from '../held-out.ts';
import type { Landscape, Suite, SuiteColumn } from '../suite.ts';
import { allChoices, type Choice, type Field, whenCell } from './choice-part.ts';
import { costCell, costOf, quotedArms } from './cost-part.ts';
import { type GuidePart, membersOf, nameOf, shareText, UNBROKEN } from './words.ts';

/** What the screen is made from. */
interface Seen {
  readonly landscape: Landscape;
  readonly comparisons: Result['comparisons'];
  readonly costs: Costs | undefined;
  /** The comparison whose arms, slots, V and Υ stand in what is to be typed. */
  readonly example: number;
}

/** A line of the screen. */
interface ScreenLine {
  readonly when: string;
  readonly suite: Suite;
  readonly row: number;
  readonly loses: string;
}

/** A policy that costs no more than this share of another is cheap beside it. */
const CHEAP = 1 / 10;

/** Digits of V that say enough. */
const DIGITS = 3;

/** The first comparison in which something changes and nothing was recorded; else the first. */
function exampleOf({ columns }: Suite, comparisons: Result['comparisons']): number {
  const moving = columns.findIndex(
    ({ recorded, comparison }) =>
      !recorded && comparisons[comparison].environment.variation.true > 0,
  );
  return Math.max(moving, 0);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A value in JavaScript, as it is read from a spec. */
function literal(value: string | number): string {
  return Number.isFinite(Number(value)) ? String(value) : quoted(String(value));
}

/** The options that a policy needs to be created with, with the values that it was played with. */
function optionsOf(policy: PolicyResult, { environment }: ComparisonResult): string {
  const { armCount, horizon } = environment;
  const facts = givenIn(policy).flatMap((fact): [string, number][] => {
    const value = policy.params[fact];
    return value === undefined ? [] : [[fact, Number(value.toPrecision(DIGITS))]];
  });
  const entries: [string, string | number][] = [
    ['armCount', armCount],
    ...(takesHorizon(policy, armCount) ? [['horizon', horizon] as [string, number]] : []),
    ...facts,
    ...Object.entries(parseSpec(policy.spec).params),
  ];
  return entries.map(([name, value]) => `${name}: ${literal(value)}`).join(', ');
}

/** The policy of a row as it was played in the example; a tuned suite has the setting that won there. */
function playedIn({ comparisons, example }: Seen, suite: Suite, row: number) {
  const result = comparisons[suite.columns[example].comparison];
  return { result, policy: withoutOracles(result).policies[row] };
}

function typedCall(seen: Seen, suite: Suite, row: number): string {
  const { result, policy } = playedIn(seen, suite, row);
  return `createDecider(${quoted(policy.id)}, { ${optionsOf(policy, result)} })`;
}

/** What a policy loses on average and at worst, shortly. */
function lossText({ columns }: Suite, { overall, worst }: SuiteSummary): string {
  const { name } = columns[worst.column];
  return `${shareText(overall.mean)} on average, ${shareText(worst.score.mean, 0)} at worst (“${name}”)`;
}

/** How much more or less a policy loses on average than the general choice does. */
function besides(suite: Suite, row: number, { field, summary }: Choice): string {
  const [own, others] = [overallValues(suite)[row], overallValues(field.suite)[summary.row]];
  if (own === undefined || others === undefined) return '';
  const name = nameOf(field.suite.rows[summary.row]);
  const { mean, pValue } = pairedDifference(own, others);
  if (!(pValue < SIGNIFICANCE_LEVEL))
    return `. On average not significantly different from ${name}`;
  const points = formatFixed(100 * Math.abs(mean), 1);
  return `. On average ${points} points ${mean < 0 ? 'below' : 'above'} ${name}`;
}

/** @param general - what it is measured by, where it is another one */
function choiceLine(choice: Choice, general?: Choice): ScreenLine {
  const { field, summary } = choice;
  const { suite } = field;
  const more = general === undefined ? '' : besides(suite, summary.row, general);
  return {
    when: whenCell(choice),
    suite,
    row: summary.row,
    loses: `${lossText(suite, summary)}${more}`,
  };
}

/** The choice where nothing is known and the average counts. */
function generalOf(choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ field, by }) => !field.tuned && by.overall !== undefined);
}

/** Who loses least in a situation of those that a field is chosen from. */
function leaderIn({ suite, group }: Field, { order }: SituationSummary): number | undefined {
  const members = membersOf(suite, group, false);
  return order.find((row) => members.includes(row));
}

/** Situations in which another one loses distinguishably less than the general choice, by that one. */
function exceptionsOf({ field, summary }: Choice): Map<number, SituationSummary[]> {
  const found = new Map<number, SituationSummary[]>();
  for (const situation of situationSummaries(field.suite)) {
    const leader = leaderIn(field, situation);
    if (leader === undefined || leader === summary.row) continue;
    if (!situation.isDistinguished(leader, summary.row)) continue;
    found.set(leader, [...(found.get(leader) ?? []), situation]);
  }
  return found;
}

function meanOver(suite: Suite, row: number, situations: readonly SituationSummary[]): number {
  const names = situations.map(({ situation }) => situation);
  return momentsOf(overallValues(withSituations(suite, names))[row] ?? []).mean;
}

function exceptionLines(general: Choice): ScreenLine[] {
  const { suite } = general.field;
  const other = general.summary.row;
  return [...exceptionsOf(general)].map(([row, situations]) => ({
    when: `You know the situation: ${listed(situations.map(({ situation }) => situation))}`,
    suite,
    row,
    loses: `${shareText(meanOver(suite, row, situations))} there (${nameOf(suite.rows[other])} ${shareText(meanOver(suite, other, situations))})`,
  }));
}

/** Who loses least on average of those that cost little beside the general choice. */
function cheapLine(general: Choice, costs: Costs | undefined): ScreenLine[] {
  if (costs === undefined) return [];
  const { field, summary } = general;
  const { suite, group, when } = field;
  const [arms] = quotedArms(suite, costs);
  const dear = costOf(suite.rows[summary.row], arms, costs);
  if (dear === undefined) return [];
  const cheap = membersOf(suite, group, false).filter(
    (row) => (costOf(suite.rows[row], arms, costs) ?? Number.POSITIVE_INFINITY) <= CHEAP * dear,
  );
  const leader = leaderOf(suite, cheap, 'overall')?.summary;
  if (leader === undefined) return [];
  const start = `${when.charAt(0).toUpperCase()}${when.slice(1)}`;
  return [
    {
      when: `${start}, and a slot may take only a tenth of the time`,
      suite,
      row: leader.row,
      loses: `${lossText(suite, leader)}${besides(suite, leader.row, general)}`,
    },
  ];
}

/** The lines in their order: in general, by what the general choice is not best at, and by what is known. */
function linesOf({ landscape, costs }: Seen): ScreenLine[] {
  const choices = allChoices(landscape);
  const general = generalOf(choices);
  if (general === undefined) return choices.map((choice) => choiceLine(choice));
  const rest = choices
    .filter((choice) => choice !== general)
    .map((choice) => choiceLine(choice, general));
  return [choiceLine(general), ...exceptionLines(general), ...cheapLine(general, costs), ...rest];
}

/** Where the general choice will do, of those that are given nothing of the drift. */
function reachSentence(choices: readonly Choice[]): string[] {
  const general = generalOf(choices);
  if (general === undefined) return [];
  const { field, summary } = general;
  const all = situationSummaries(field.suite);
  const others = [...exceptionsOf(general).values()].flat();
  const name = nameOf(field.suite.rows[summary.row]);
  const among =
    field.group === 'uninformed'
      ? 'of the policies given nothing about the drift'
      : 'with default tuning';
  return [
    `In ${all.length - others.length} of ${all.length} situations, ${name} has the lowest relative regret ${among}, or is not significantly different from the lowest.${others.length === 0 ? '' : ' The other situations have a row above.'}`,
  ];
}

/** What stands in the calls that is the reader's to change. */
function exampleSentence({ landscape, comparisons, example }: Seen): string {
  const { written, tuned } = landscape;
  const { name, comparison } = written.columns[example];
  const { armCount, horizon } = comparisons[comparison].environment;
  const won =
    tuned === undefined
      ? ''
      : ' Settings after tuning are those that won there. To find yours, write “tuning: equal-effort” into a file for driftline run.';
  return `Arms, horizon, V and Υ in the calls are those of “${name}” (K${UNBROKEN}=${UNBROKEN}${armCount}, T${UNBROKEN}=${UNBROKEN}${formatFixed(horizon, 0)}). Replace them with yours.${won} createDecider comes from @driftline/core. To try the policies, run:`;
}

/** Which calls after tuning show default settings, so that they do not earn the score in their row. */
function defaultSettingsSentences(seen: Seen, lines: readonly ScreenLine[]): string[] {
  const { written } = seen.landscape;
  return lines
    .filter(({ suite }) => suite !== written)
    .filter(({ suite, row }) => playedIn(seen, suite, row).policy.spec === written.rows[row].spec)
    .map(({ row }) => {
      const label = nameOf(written.rows[row]);
      const example = written.columns[seen.example].name;
      const average = momentsOf(overallValues(written)[row] ?? []).mean;
      return `The call of ${label} after tuning shows no setting, because its default won in “${example}”. Other settings won elsewhere: with the default everywhere, ${label} has ${shareText(average)} on average.`;
    });
}

/** The origin of a recommended policy’s constants, if it was designed on environments like these. */
function originSentence(choices: readonly Choice[]): string[] {
  const general = generalOf(choices);
  if (general === undefined) return [];
  const { label, spec } = general.field.suite.rows[general.summary.row];
  if (spec !== HELD_OUT.policy) return [];
  return [
    `The constants of ${label} were chosen on the environments of Driftline’s landscape with other seeds. On ${HELD_OUT.situations} held-out situations it has ${shareText(HELD_OUT.auto)} on average, and adr, the next best untuned policy of the landscape, ${shareText(HELD_OUT.adr)}: a difference of ${HELD_OUT.points}. No regret bound is proved for ${label}.`,
  ];
}

/** What policies were given of the drift beside its variation, but for what stands in their own specs. */
function driftGiven({
  policies,
}: ComparisonResult): Pick<ComparisonRequest, 'changes' | 'volatility'> {
  const statedAs = (fact: 'changes' | 'volatility') =>
    policies.find(
      ({ given = [], spec }) => given.includes(fact) && parseSpec(spec).params[fact] === undefined,
    )?.params[fact];
  const volatility = statedAs('volatility');
  // Only one of them can be asked for; an environment may state changes besides.
  return volatility === undefined ? given({ changes: statedAs('changes') }) : { volatility };
}

/** A command that plays the choices on the example; none where its environment can't be named by flags. */
function commandOf(
  { written }: Landscape,
  lines: readonly ScreenLine[],
  column: SuiteColumn,
  comparisons: Result['comparisons'],
): string | undefined {
  const played = comparisons[column.comparison];
  const { source } = played.environment;
  if (source.kind !== 'named') return undefined;
  const specs = lines
    .filter(({ suite }) => suite === written)
    .map(({ suite, row }) => suite.rows[row].spec);
  const words = flagWords({
    policies: [...new Set([...specs, UNIFORM])],
    environment: source.spec,
    arms: column.armCount,
    horizon: column.horizon,
    ...given({ law: source.rewards }),
    ...driftGiven(played),
    ...latenessOf(played),
  });
  const safe = words.map((word) => (/^[\w.,:=/-]+$/.test(word) ? word : `"${word}"`));
  return ['npx driftline compare', ...safe].join(' ');
}

/** The first part of a guide. */
export function screenPart(
  landscape: Landscape,
  { comparisons }: Pick<Result, 'comparisons'>,
  costs: Costs | undefined,
): GuidePart {
  const { written } = landscape;
  const seen: Seen = { landscape, comparisons, costs, example: exampleOf(written, comparisons) };
  const arms = costs === undefined ? [] : quotedArms(written, costs);
  const lines = linesOf(seen);
  const choices = allChoices(landscape);
  const command = commandOf(landscape, lines, written.columns[seen.example], comparisons);
  return {
    heading: 'Recommendations',
    tables: [
      {
        label: 'Recommendations',
        names: [1],
        typed: [2],
        columns: [
          'If',
          'Use',
          'Call',
          'Relative regret',
          ...(costs === undefined ? [] : [`ns per slot, K = ${arms.join(' / ')}`]),
        ],
        rows: lines.map((line) => [
          line.when,
          line.suite.rows[line.row].label,
          typedCall(seen, line.suite, line.row),
          line.loses,
          ...(costs === undefined ? [] : [costCell(line.suite.rows[line.row], costs, arms)]),
        ]),
      },
    ],
    sentences: [
      ...reachSentence(choices),
      ...originSentence(choices),
      ...defaultSettingsSentences(seen, lines),
      exampleSentence(seen),
    ],
    ...(command === undefined ? {} : { command }),
  };
}
