/** The part on kinds of environments: who loses least in each. */
import { type SituationSummary, situationSummaries } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import { allChoices, type Choice, type Field } from './choice-part.ts';
import {
  type GuidePart,
  type GuideTable,
  membersOf,
  nameOf,
  namesOf,
  nameWithTold,
  type PolicyClass,
  shareText,
  shareWithInterval,
} from './words.ts';

/** Who loses least of a class in a situation, and who cannot be distinguished from that one. */
interface SituationLeader {
  readonly row: number;
  readonly equals: readonly number[];
  /** Policies with a mark that lose significantly less. */
  readonly ahead: readonly number[];
}

function leaderIn(
  suite: Suite,
  { order, isDistinguished }: SituationSummary,
  group: PolicyClass,
): SituationLeader | undefined {
  const all = membersOf(suite, group, true);
  const own = order.filter((row) => all.includes(row));
  const place = own.findIndex((row) => suite.rows[row].standing === 'confirmed');
  if (place < 0) return undefined;
  const row = own[place];
  return {
    row,
    equals: own.filter((other) => other !== row && !isDistinguished(row, other)),
    ahead: own.slice(0, place).filter((other) => isDistinguished(row, other)),
  };
}

function leaderCell(
  suite: Suite,
  { scores }: SituationSummary,
  { row, equals, ahead }: SituationLeader,
): string {
  const own = scores[row];
  const share = own === undefined ? '' : ` ${shareWithInterval(own)}`;
  const apart =
    equals.length === 0 ? '' : `. Not significantly different: ${namesOf(suite, equals)}`;
  const less = ahead.map((other) => {
    const score = scores[other];
    return `. ${nameOf(suite.rows[other])}${score === undefined ? '' : ` ${shareText(score.mean)}`}`;
  });
  return `${nameWithTold(suite.rows[row])}${share}${apart}${less.join('')}`;
}

/** Classes that get a column each: all, and those given nothing where there are others too. */
function classesOf({ suite, tuned }: Field): { group: PolicyClass; title: string }[] {
  const all = { group: 'all', title: 'Lowest relative regret' } as const;
  const several = membersOf(suite, 'informed', true).length > 0 && !tuned;
  return several
    ? [all, { group: 'uninformed', title: 'Lowest, given nothing about the drift' }]
    : [all];
}

/** The leaders of all classes; the words are not repeated where they are the same. */
function leaderCells(suite: Suite, summary: SituationSummary, groups: readonly PolicyClass[]) {
  const cells = groups.map((group) => {
    const leader = leaderIn(suite, summary, group);
    return leader === undefined ? '–' : leaderCell(suite, summary, leader);
  });
  return cells.map((cell, i) => (i > 0 && cell === cells[0] ? 'the same' : cell));
}

/** @param choices - those of one field, which get a column each */
function situationTable(choices: readonly Choice[], label: string): GuideTable {
  const [{ field }] = choices;
  const { suite } = field;
  const classes = classesOf(field);
  const groups = classes.map(({ group }) => group);
  const chosen = choices.map(({ summary: { row } }) => row);
  return {
    label,
    columns: [
      'Situation',
      ...classes.map(({ title }) => title),
      ...chosen.map((row) => nameOf(suite.rows[row])),
    ],
    rows: situationSummaries(suite).map((summary) => [
      summary.situation,
      ...leaderCells(suite, summary, groups),
      ...chosen.map((row) => {
        const score = summary.scores[row];
        return score === undefined ? '–' : shareWithInterval(score);
      }),
    ]),
  };
}

/** A table for each way of tuning, with the choices of the first field of each. */
export function situationPart(landscape: Landscape): GuidePart {
  const choices = allChoices(landscape);
  const tables = [false, true].flatMap((tuned) => {
    const first = choices.find(({ field }) => field.tuned === tuned)?.field;
    if (first === undefined) return [];
    const own = choices.filter(({ field }) => field.group === first.group && field.tuned === tuned);
    return [situationTable(own, tuned ? 'After equal-effort tuning' : 'With default tuning')];
  });
  return { heading: 'Results by situation', sentences: [], tables };
}
