/** The record of `npm run test:faults`: docs/records/service.json, and docs/service-record.md as its summary. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Circumstances,
  circumstances,
  grouped,
  keepRows,
  markdownTable,
  type RecordRow,
} from '../records.ts';
import { REPOSITORY } from '../workplace.ts';

export const SERVICE_DATA = 'docs/records/service.json';
export const SERVICE_PAGE = 'docs/service-record.md';

/** What one test found when it last passed. */
interface Findings {
  /** For the summary, in one line. */
  readonly result: string;
  readonly details: string;
  /** Acknowledged rewards of which none was lost and none was wrong; absent if the test does not count them. */
  readonly rewards?: number;
  /** Each mutant, and what the test found wrong with it. */
  readonly mutants?: readonly string[];
}

export interface FaultRow extends RecordRow, Findings, Circumstances {}

function summaryOf(rows: readonly FaultRow[]): string {
  const counting = rows.filter(({ rewards }) => rewards !== undefined);
  const rewards = counting.reduce((sum, row) => sum + (row.rewards ?? 0), 0);
  const mutants = rows.reduce((sum, row) => sum + (row.mutants?.length ?? 0), 0);
  return `**${grouped(rewards)} acknowledged rewards in ${counting.length} tests: 0 lost, 0 wrong.** The tests also found all ${mutants} mutants.`;
}

/** The page for these rows. */
export function servicePage(rows: readonly FaultRow[]): string {
  const table = markdownTable(
    ['Test', 'Result', 'Mutants found:', 'Date', 'Commit'],
    rows.map(({ name, result, mutants, date, commit }) => [
      name,
      result,
      mutants === undefined ? '' : String(mutants.length),
      date.slice(0, 10),
      commit,
    ]),
  );
  return `# The decision service under faults: test results

${summaryOf(rows)}

\`npm run test:faults\` starts real services (\`driftline serve\`) with real files under load over HTTP, injects a fault, and checks their stores afterwards. \`npm run test:postgres\` runs the store's tests on several versions of PostgreSQL. Each row is the result of one test when it last passed.

- *Lost* is an acknowledged decision or reward that was missing. *Wrong* is one that was there twice, at another place or with another value.
- A *mutant* is a service with one deliberate error, which the same test has to detect.
- Power loss is simulated, because no real machine lost its power. A preloaded library keeps of each file only its content at the last fsync. A second test copies the image of a loop device with ext4 while the service is stopped.
- Rows with two services use one PostgreSQL whose commits wait for the disk. Clients ask both services in turn, and send unacknowledged requests again with the same keys to the other one. The machine was busy, so no test judges waiting times.

[The data file](records/service.json) has the details of each row, its mutants and its machine.

${table}
`;
}

/** Stores the findings of a test instead of its earlier ones, and rewrites the summary. */
export function note(name: string, findings: Findings): void {
  const rows = keepRows<FaultRow>(SERVICE_DATA, [{ name, ...findings, ...circumstances() }]);
  writeFileSync(join(REPOSITORY, SERVICE_PAGE), servicePage(rows));
}

/** The sentence that most results end with. */
export function nothingLost(rewards: number, over: string): string {
  return `${grouped(rewards)} acknowledged rewards over ${over}: 0 lost, 0 wrong`;
}
