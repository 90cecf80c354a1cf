/** Which column of a log is used for what. */
import { suggestion } from '@driftline/core/spec';
import type { ColumnUse } from '../contract/log.ts';
import { LogError } from '../contract/log-error.ts';
import { shownCell } from './cells.ts';

/** Names of costs: rewards are these, negated. */
const COSTS = ['cost', 'loss', 'regret', 'delay'];

/** Names by which a column is known, in lower case, words joined by underscores. */
const NAMES: Readonly<Record<ColumnUse, readonly string[]>> = {
  time: ['timestamp', 'time', 'ts', 'datetime', 'date', 'created_at', 'event_time'],
  arm: [
    ...[
      'arm',
      'action',
      'variant',
      'variation',
      'item_id',
      'item',
      'treatment',
      'decision',
      'choice',
    ],
  ],
  reward: [
    ...[
      'reward',
      'click',
      'clicked',
      'converted',
      'conversion',
      'outcome',
      'success',
      'y',
      'value',
    ],
    ...['revenue', ...COSTS],
  ],
  propensity: [
    ...['propensity', 'propensity_score', 'pscore', 'probability', 'prob', 'action_prob', 'p'],
  ],
  eligible: ['eligible', 'arms', 'available', 'candidates'],
  arrival: ['arrival', 'reward_time', 'converted_at', 'success_date'],
  id: ['decision_id'],
  outcome: [],
};

/** What is used of a log, and by which name. */
export type Columns = Readonly<Partial<Record<ColumnUse, string>>>;

/** What somebody said of a log's columns. */
export interface GivenColumns {
  readonly time?: string | undefined;
  readonly arm?: string | undefined;
  readonly reward?: string | undefined;
  readonly propensity?: string | undefined;
  readonly eligible?: string | undefined;
  readonly arrival?: string | undefined;
  readonly id?: string | undefined;
}

/** All columns that the decision service exports; there `outcome` says what kind of end a decision had. */
const SERVICE = [
  'decisionId',
  'slot',
  'time',
  'arm',
  'eligible',
  'propensity',
  'outcome',
  'reward',
];
const OF_SERVICE: Columns = {
  time: 'time',
  arm: 'arm',
  reward: 'reward',
  propensity: 'propensity',
  eligible: 'eligible',
  arrival: 'arrival',
  id: 'decisionId',
  outcome: 'outcome',
};

/** The columns of events that Vowpal Wabbit writes as lines of JSON. */
export const VOWPAL_WABBIT: GivenColumns = {
  time: 'Timestamp',
  arm: '_label_Action',
  reward: '_label_cost',
  propensity: '_label_probability',
  id: 'EventId',
};

function plain(name: string): string {
  return name
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/** Whether a column holds costs, by its name. */
export function isCost(name: string): boolean {
  return COSTS.includes(plain(name)) || name === VOWPAL_WABBIT.reward;
}

/** Names that errors show at most. */
const SHOWN = 30;

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => shownCell(name));
  return names.length > SHOWN
    ? `${shown.join(', ')} and ${names.length - SHOWN} more`
    : shown.join(', ');
}

function demandOnce(name: string, names: readonly string[]): string {
  const count = names.filter((each) => each === name).length;
  if (count === 1) return name;
  if (count === 0) {
    throw new LogError(
      `there is no column '${name}'; ${suggestion(name, names)}`,
      'log-column-missing',
      { column: name },
    );
  }
  throw new LogError(
    `the log has ${count} columns '${name}'; rename all but one`,
    'log-column-unclear',
    { column: name },
  );
}

function foundByName(use: ColumnUse, names: readonly string[]): string | undefined {
  const found = names.filter((name) => NAMES[use].includes(plain(name)));
  if (found.length < 2) return found[0];
  throw new LogError(
    `several columns could be the ${use} (${shownNames(found)}); name one with --${use}`,
    'log-column-unclear',
    { column: found[0] },
  );
}

/** A log of which nothing is said may be the service's own. */
function isService(names: readonly string[]): boolean {
  return SERVICE.every((name) => names.includes(name));
}

function demandNeeded(columns: Columns, names: readonly string[]): void {
  for (const use of ['arm', 'reward'] as const) {
    if (columns[use] !== undefined) continue;
    const header = names.some((name) => /^[-+\d.]+$/.test(name))
      ? ', and check that the first line holds column names'
      : '';
    throw new LogError(
      `cannot find the ${use} column (columns: ${shownNames(names)}); name it with --${use}${header}`,
      'log-column-missing',
    );
  }
}

function demandApart(columns: Columns): void {
  const uses = Object.entries(columns);
  for (const [use, name] of uses) {
    const other = uses.find(([each, named]) => each !== use && named === name);
    if (other === undefined) continue;
    throw new LogError(
      `column '${name}' cannot be both the ${use} and the ${other[0]}; name another one with --${use} or --${other[0]}`,
      'log-column-unclear',
      { column: name },
    );
  }
}

/** Which column is used for what: as given, else by name. */
export function findColumns(names: readonly string[], given: GivenColumns): Columns {
  const known = isService(names) ? OF_SERVICE : {};
  const uses = Object.keys(NAMES) as ColumnUse[];
  const pairs = uses.map((use): [ColumnUse, string | undefined] => {
    const named = use === 'outcome' ? undefined : given[use];
    if (named !== undefined) return [use, demandOnce(named, names)];
    const usual = known[use];
    if (usual !== undefined && names.includes(usual)) return [use, usual];
    return [
      use,
      foundByName(
        use,
        names.filter((name) => !Object.values(given).includes(name)),
      ),
    ];
  });
  const columns: Columns = Object.fromEntries(pairs.filter(([, name]) => name !== undefined));
  demandNeeded(columns, names);
  demandApart(columns);
  for (const name of Object.values(columns)) demandOnce(name, names);
  return columns;
}
