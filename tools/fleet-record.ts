/** The record of `npm run test:fleet`: rows in docs/records/cluster.json, and the page that is rendered from them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Circumstances, circumstances, keepRows, markdownTable } from './records.ts';
import { type Finding, REPOSITORY, seconds } from './workplace.ts';

export const FLEET_ROWS = 'docs/records/cluster.json';
export const FLEET_PAGE = 'docs/cluster-record.md';

/** A finding with the circumstances under which it was made. */
export interface FleetRow extends Finding, Circumstances {
  /** Programs of others that took part. */
  readonly software: string;
}

/** The different values of a column, in their order. */
function distinct(rows: readonly FleetRow[], column: keyof FleetRow): string {
  return [...new Set(rows.map((row) => String(row[column])))].join('. ');
}

/** The page. */
export function fleetPage(rows: readonly FleetRow[]): string {
  const compared = rows.filter(({ name }) => !name.startsWith('one process'));
  const cells = rows.map(({ name, seconds: took, found }) => [
    name,
    took === undefined ? '' : seconds(took),
    found,
  ]);
  return `# Cluster record

\`npm run test:fleet\` plays the same experiments in one process, by schedulers and through a queue. It writes this page and its data, [records/cluster.json](records/cluster.json).

**Result:** ${compared.length} runs and failure cases. Wherever a run wrote a result, \`diff -r\` found no difference from the folder of one process. Every queue was empty afterwards.

- Date: ${distinct(rows, 'date')}
- Commit: ${distinct(rows, 'commit')}
- Machine: ${distinct(rows, 'machine')}
- Software: ${distinct(rows, 'software')}

The times come from one run on a busy machine and do not measure speed.

${markdownTable(['Run', 'Time:', 'Observed'], cells)}
`;
}

/** Keeps findings, and writes the page. */
export function recordFleet(findings: readonly Finding[], software: string): void {
  const now = circumstances();
  const rows = keepRows<FleetRow>(
    FLEET_ROWS,
    findings.map((finding) => ({ ...finding, ...now, software })),
  );
  writeFileSync(join(REPOSITORY, FLEET_PAGE), fleetPage(rows));
}
