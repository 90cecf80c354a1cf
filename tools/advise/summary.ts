/** The summary page of docs/records/advise.json. */
import { type Circumstances, markdownTable, type RecordRow } from '../records.ts';

export const ADVISE_ROWS = 'docs/records/advise.json';
export const ADVISE_PAGE = 'docs/advise-record.md';

/** One measurement. */
export interface AdviseRow extends RecordRow, Circumstances {
  /** Its results as the test printed them. */
  readonly figures: string;
}

/** Rows that belong together, and how to put them into one line. */
interface Group {
  readonly title: string;
  readonly names: RegExp;
  readonly summary: (rows: readonly AdviseRow[]) => string;
}

/** All numbers that a pattern captures in the figures of rows. */
function numbersIn(rows: readonly AdviseRow[], pattern: RegExp): number[] {
  return rows.flatMap(({ figures }) =>
    [...figures.matchAll(pattern)].flatMap(([, text]) => text.split(' ').map(Number)),
  );
}

/** The least and the largest of the numbers, as shares: 0.90 to 1.00. */
function range(rows: readonly AdviseRow[], pattern: RegExp): string {
  const found = numbersIn(rows, pattern);
  const [least, largest] = [Math.min(...found), Math.max(...found)].map((each) => each.toFixed(2));
  return least === largest ? least : `${least} to ${largest}`;
}

function total(rows: readonly AdviseRow[], pattern: RegExp): number {
  return numbersIn(rows, pattern).reduce((sum, each) => sum + each, 0);
}

function valuesText(rows: readonly AdviseRow[]): string {
  const held = total(rows, /^(\d+) of \d+ hold/g);
  const all = total(rows, /^\d+ of (\d+) hold/g);
  const wrong = total(rows, /claims, (\d+) wrong/g);
  const claims = total(rows, /\((\d+) claims/g);
  return `intervals contain the truth in ${held} of ${all} (${total(rows, /\+(\d+) refused/g)} refused), the limit "at least" in ${total(rows, /at least (\d+)/g)}. ${claims} differences are claimed, ${wrong} of them wrongly`;
}

/** The figures themselves, if there are few rows. */
function listed(rows: readonly AdviseRow[]): string {
  return rows
    .map(
      ({ name, figures }) =>
        `${name.split(', ').slice(1, 3).join(', ')}: ${figures.replaceAll(' %', '%')}`,
    )
    .join('. ');
}

const SHARE = '(\\d?\\.\\d+)';

const GROUPS: readonly Group[] = [
  {
    title: 'Permutation test, stationary logs',
    names: /^drift: permutations/,
    summary: (rows) =>
      `p < 0.05 in ${range(rows, /p < \.05 in ([\d.]+)/g)} of logs, p < 0.01 in ${range(rows, /p < \.01 in ([\d.]+)/g)}`,
  },
  {
    title: 'E-value test, stationary logs of adaptive policies',
    names: /^drift: e-values/,
    summary: (rows) => `e ≥ 20 in ${range(rows, /([\d.]+)(?= and|$)/g)} of logs`,
  },
  {
    title: 'Movement: 95% intervals',
    names: /^drift: movement/,
    summary: (rows) =>
      `contain the truth in ${range(rows, /: ((?:\d\.\d+ ?)+)(?=;|$)/g)} of logs, by law, length and distance`,
  },
  {
    title: 'Gain of adapting: lower bound',
    names: /^drift: kind and room/,
    summary: (rows) =>
      `holds in ${range(rows, /lower bound holds ([\d.]+)/g)} of logs. Arms moving together or apart: ${total(rows, /\(wrong (\d+)\)/g)} wrong answers`,
  },
  {
    title: 'Logs of adaptive policies',
    names: /^drift: logs of/,
    summary: (rows) =>
      `movement while tried: contained in ${range(rows, /while tried held ([\d.]+)/g)} of logs. Lower bound of the gain: ${range(rows, /lower bound holds ([\d.]+)/g)}`,
  },
  {
    title: 'Delays: 95% ranges',
    names: /^late: 95 % ranges hold/,
    summary: (rows) =>
      `share of rewarded decisions ${range(rows, new RegExp(`ever comes ${SHARE}`, 'g'))}, median ${range(rows, new RegExp(`median ${SHARE}`, 'g'))}, 99% quantile ${range(rows, new RegExp(`99 % ${SHARE}`, 'g'))}`,
  },
  {
    title: 'Late rewards suspected, rewards are late',
    names: /^late: suspected where rewards are late/,
    summary: (rows) => `in ${range(rows, /(\d?\.\d\d)(?=,|$)/g)} of logs, by delay and length`,
  },
  {
    title: 'Late rewards suspected, rewards are not late',
    names: /^late: suspected where nothing is late/,
    summary: (rows) => `in ${range(rows, /(\d?\.\d\d)(?=,|$)/g)} of logs`,
  },
  {
    title: 'Tail index, power laws, normal and exponential',
    names: /^tails: (?!lognormal)/,
    summary: (rows) =>
      `interval contains the truth in ${range(rows, /index told holds ([\d.]+)/g)} of logs. Interval of the mean: ${range(rows, /interval holds ([\d.]+)/g)}`,
  },
  {
    title: 'Tail index, lognormal laws (known failure)',
    names: /^tails: lognormal/,
    summary: (rows) =>
      `interval contains the truth in ${range(rows, /index told holds ([\d.]+)/g)} of logs. Interval of the mean: ${range(rows, /interval holds ([\d.]+)/g)}`,
  },
  {
    title: 'Earnings of adaptive policies',
    names: /^values, .*; policies that learn/,
    summary: valuesText,
  },
  {
    title: 'Earnings of the best single arm',
    names: /^values, .*; the best fixed arm/,
    summary: valuesText,
  },
  {
    title: 'Recommendation: relative regret on other paths of ten laws',
    names: /^ways to choose/,
    summary: listed,
  },
  {
    title: 'Recommendation: relative regret on other paths of one law',
    names: /^advice: .*other paths/,
    summary: (rows) => `${range(rows, /^(?:loses|auto) ([\d.]+) %/g)}%`,
  },
  {
    title: 'Duration and memory',
    names: /^the whole command/,
    summary: (rows) =>
      rows
        .map(({ name, figures }) => `${name.slice(19)}: ${figures.replaceAll(';', ',')}`)
        .join('. '),
  },
];

/** The group of a row; undefined for those that are single tests. */
function groupOf({ name }: AdviseRow): Group | undefined {
  return GROUPS.find(({ names }) => names.test(name));
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ');
}

/** The page. */
export function advisePage(rows: readonly AdviseRow[]): string {
  const cells = GROUPS.flatMap((group) => {
    const own = rows.filter((row) => groupOf(row) === group);
    return own.length === 0 ? [] : [[group.title, String(own.length), group.summary(own)]];
  });
  const single = rows.filter((row) => groupOf(row) === undefined);
  return `# Advise record

\`npm run test:advise\` runs \`driftline advise\` on many generated logs for which the truth is known. It writes this summary and its data, [records/advise.json](records/advise.json). All logs have fixed seeds, so the figures can be repeated. The [study](studies/advise.md) explains the tests and the laws.

The data file has ${rows.length} rows, each with commit, date and machine. Ranges below go from the lowest to the highest figure of a group. Figures of rows with 8 to 12 logs vary most.

- Dates: ${distinct(rows.map(({ date }) => date.slice(0, 10)))}
- Commits: ${distinct(rows.map(({ commit }) => commit))}

${markdownTable(['Test', 'Rows:', 'Result'], cells)}

The other ${single.length} rows are single tests, such as dated steps, periods, and how arms were assigned. If the true gain is 0, a ratio of the estimate to it is undefined, and the row states this.
`;
}
