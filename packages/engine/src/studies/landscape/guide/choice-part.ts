/** The part on which policy to take, by what is known and by what is wanted, with all that is uncertain in it. */
import { listed } from '../../../words/numbers.ts';
import {
  type Criterion,
  type Leader,
  leaderOf,
  overallValues,
  type SuiteSummary,
  situationsOf,
  summariesOf,
  withoutSituation,
} from '../analysis.ts';
import type { Costs } from '../costs.ts';
import type { Landscape, Suite, SuiteColumn } from '../suite.ts';
import { costCell, quotedArms } from './cost-part.ts';
import {
  type GuidePart,
  givenSymbols,
  membersOf,
  nameOf,
  namesOf,
  type PolicyClass,
  shareText,
  shareWithInterval,
  UNBROKEN,
} from './words.ts';

/** Those among which a choice is made. */
export interface Field {
  readonly suite: Suite;
  readonly group: PolicyClass;
  /** What has to be so, as the middle of a sentence. */
  readonly when: string;
  readonly tuned: boolean;
  /** Those that may be chosen; else all of the group. */
  readonly rows?: ReadonlySet<number>;
}

/** A recommendation: who leads, by which of the two criteria or by both. */
export interface Choice {
  readonly field: Field;
  readonly summary: SuiteSummary;
  readonly by: Readonly<Partial<Record<Criterion, Leader>>>;
}

const CRITERIA: readonly Criterion[] = ['overall', 'worst'];
const WANTED: Readonly<Record<Criterion, string>> = {
  overall: 'want the lowest average',
  worst: 'want the lowest worst case',
};

/** The policies that tuning changed: those with nothing to set are chosen before. All where it changed none. */
function tunedRows(written: Suite, tuned: Suite): { readonly rows?: ReadonlySet<number> } {
  const [before, after] = [overallValues(written), overallValues(tuned)];
  const isChanged = (row: number) =>
    before[row]?.some((value, replication) => value !== after[row]?.[replication]) === true;
  const rows = membersOf(tuned, 'all', false).filter(isChanged);
  return rows.length === 0 ? {} : { rows: new Set(rows) };
}

/** The fields of a landscape. After tuning there is only one: with training paths, the drift is known. */
export function fieldsOf({ written, tuned }: Landscape): Field[] {
  const fields: Field[] = [
    {
      suite: written,
      group: 'uninformed',
      when: 'you do not know how the means drift',
      tuned: false,
    },
    { suite: written, group: 'informed', when: 'you know V or Υ and use it', tuned: false },
    ...(tuned === undefined
      ? []
      : [
          {
            suite: tuned,
            group: 'all',
            when: 'you can tune on similar paths',
            tuned: true,
            ...tunedRows(written, tuned),
          } as const,
        ]),
  ];
  return fields.filter(({ suite, group }) => membersOf(suite, group, false).length > 0);
}

function membersIn({ suite, group, rows }: Field, marked: boolean): number[] {
  return membersOf(suite, group, marked).filter((row) => rows?.has(row) ?? true);
}

/** Who leads a field; a policy whose rule is in doubt is never recommended. */
export function fieldLeader(field: Field, criterion: Criterion): Leader | undefined {
  return leaderOf(field.suite, membersIn(field, false), criterion);
}

/**
 * One choice for a field, where one policy will do for both criteria: it leads by one and cannot be
 * distinguished from who leads by the other. Else two.
 */
function choicesOf(field: Field): Choice[] {
  const [overall, worst] = CRITERIA.map((criterion) => fieldLeader(field, criterion));
  if (overall === undefined || worst === undefined) return [];
  const suits = (leader: Leader, { summary: { row } }: Leader) =>
    row === leader.summary.row || leader.equals.includes(row);
  if (suits(worst, overall)) return [{ field, summary: overall.summary, by: { overall, worst } }];
  if (suits(overall, worst)) return [{ field, summary: worst.summary, by: { overall, worst } }];
  return [
    { field, summary: overall.summary, by: { overall } },
    { field, summary: worst.summary, by: { worst } },
  ];
}

/** Every choice that a guide recommends. */
export function allChoices(landscape: Landscape): Choice[] {
  return fieldsOf(landscape).flatMap(choicesOf);
}

/** Who cannot be distinguished from a choice, by a criterion that it was chosen by. */
function doubt({ field: { suite }, summary: { row }, by }: Choice, criterion: Criterion): string {
  const leader = by[criterion];
  if (leader === undefined) return '';
  const others = [leader.summary.row, ...leader.equals].filter((other) => other !== row);
  if (others.length === 0) return '';
  const averages = new Map(summariesOf(suite).map((each) => [each.row, each.overall.mean]));
  const names = namesOf(suite, others, (other) => {
    const average = averages.get(other);
    const more = criterion === 'worst' && average !== undefined;
    return more ? ` (${shareText(average)} on average)` : '';
  });
  return `. Not significantly different: ${names}`;
}

/** The worst case of a policy where the situation that it lies in is left out. */
function elsewhere(suite: Suite, row: number, { name, situation }: SuiteColumn): string {
  if (situationsOf(suite).length < 2) return '';
  const rest = summariesOf(withoutSituation(suite, situation)).find((each) => each.row === row);
  if (rest === undefined) return '';
  const outside = situation === name ? 'Elsewhere' : `Outside ${situation}`;
  return `. ${outside} ${shareWithInterval(rest.worst.score)}`;
}

function worstCell(choice: Choice): string {
  const {
    field: { suite },
    summary: { row, worst },
  } = choice;
  const column = suite.columns[worst.column];
  return `${shareWithInterval(worst.score)} in “${column.name}”${doubt(choice, 'worst')}${elsewhere(suite, row, column)}`;
}

function toldCell({ field: { suite, tuned }, summary: { row } }: Choice): string {
  const given = givenSymbols(suite.rows[row]);
  if (!tuned) return given === '' ? 'nothing' : given;
  return given === '' ? 'training paths' : `training paths; ${given}`;
}

/** When a choice is meant, as a sentence begins. */
export function whenCell({ field, by }: Choice): string {
  const [only, other] = CRITERIA.filter((criterion) => by[criterion] !== undefined);
  const when = `${field.when.charAt(0).toUpperCase()}${field.when.slice(1)}`;
  return other === undefined ? `${when}, and ${WANTED[only]}` : when;
}

function choiceRow(choice: Choice, costs: Costs | undefined): string[] {
  const { field, summary } = choice;
  const row = field.suite.rows[summary.row];
  return [
    whenCell(choice),
    row.label === row.spec ? row.label : `${row.label} (${row.spec})`,
    toldCell(choice),
    `${shareWithInterval(summary.overall)}${doubt(choice, 'overall')}`,
    worstCell(choice),
    ...(costs === undefined ? [] : [costCell(row, costs, quotedArms(field.suite, costs))]),
  ];
}

/** Situations without which another policy leads a choice's field significantly. */
function upsets({ field, summary }: Choice, criterion: Criterion): string[] {
  const { suite } = field;
  const rows = membersIn(field, false);
  return situationsOf(suite).flatMap(({ situation }) => {
    const leader = leaderOf(withoutSituation(suite, situation), rows, criterion);
    if (leader === undefined || leader.summary.row === summary.row) return [];
    if (leader.equals.includes(summary.row)) return [];
    return [`${nameOf(suite.rows[leader.summary.row])} (without ${situation})`];
  });
}

const LOSS: Readonly<Record<Criterion, string>> = {
  overall: 'on average',
  worst: 'at worst',
};
const LOWER: Readonly<Record<Criterion, string>> = {
  overall: 'a lower average',
  worst: 'a lower worst case',
};

/** Whether choices depend on a single situation. */
function steadiness(choices: readonly Choice[]): string[] {
  const first = choices[0]?.field.suite;
  if (first === undefined || situationsOf(first).length < 3) return [];
  const changed = choices.flatMap((choice) =>
    CRITERIA.flatMap((criterion) => {
      const others = choice.by[criterion] === undefined ? [] : upsets(choice, criterion);
      const name = nameOf(choice.field.suite.rows[choice.summary.row]);
      return others.length === 0
        ? []
        : [
            `If ${choice.field.when}, ${listed(others)} would have ${LOWER[criterion]} than ${name}.`,
          ];
    }),
  );
  return [
    changed.length === 0
      ? 'Without any single situation, each choice still leads or is not significantly different from the leader.'
      : `One situation can change a choice. ${changed.join(' ')} Without any other single situation, each choice still leads or is not significantly different from the leader.`,
  ];
}

/** A policy with a mark that would lead its field. */
function markedLeaders(fields: readonly Field[]): string[] {
  return fields.flatMap((field) =>
    CRITERIA.flatMap((criterion) => {
      const { suite } = field;
      const leader = leaderOf(suite, membersIn(field, true), criterion)?.summary;
      if (leader === undefined || suite.rows[leader.row].standing === 'confirmed') return [];
      const score = criterion === 'overall' ? leader.overall : leader.worst.score;
      return [
        `If ${field.when}, ${nameOf(suite.rows[leader.row])} has ${shareText(score.mean)} ${LOSS[criterion]}, but policies with such a mark are not recommended.`,
      ];
    }),
  );
}

/**
 * Which policy to take.
 *
 * @param worth - what is to be said of it first, a paragraph each
 */
export function choicePart(
  landscape: Landscape,
  costs: Costs | undefined,
  worth: readonly string[],
): GuidePart {
  const choices = allChoices(landscape);
  const arms = costs === undefined ? [] : quotedArms(landscape.written, costs);
  return {
    heading: 'Uncertainty of the recommendations',
    tables: [
      {
        label: 'Uncertainty of the recommendations',
        names: [1],
        columns: [
          'If',
          'Use',
          'Must be given',
          'Relative regret on average',
          'Relative regret at worst',
          ...(costs === undefined
            ? []
            : [`ns per slot, K${UNBROKEN}=${UNBROKEN}${arms.join(`${UNBROKEN}/${UNBROKEN}`)}`]),
        ],
        rows: choices.map((choice) => choiceRow(choice, costs)),
      },
    ],
    sentences: [...worth, ...steadiness(choices), ...markedLeaders(fieldsOf(landscape))],
  };
}
