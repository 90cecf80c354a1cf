/** The rows of decisions and outcomes put into SQLite by nothing but statements: the most that a store could do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { now } from '../in-turns.ts';

const TABLES = `
  CREATE TABLE decision(experiment INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL,
    at INTEGER NOT NULL, deadline INTEGER NOT NULL, slot INTEGER NOT NULL, arm INTEGER NOT NULL,
    reason INTEGER NOT NULL, propensity REAL, ticket REAL NOT NULL, PRIMARY KEY(experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE outcome(experiment INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL,
    at INTEGER NOT NULL, kind INTEGER NOT NULL, value REAL, by TEXT, PRIMARY KEY(experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX outcome_seq ON outcome(experiment, seq);`;

/** Rows per second, durable, in commits of `rowsPerCommit`, half of them decisions and half outcomes. */
export function rawInsertRate(rowsPerCommit: number, seconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-bench-'));
  const database = new Database(join(folder, 'raw.db'));
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec(TABLES);
    const decide = database.prepare(
      'INSERT INTO decision VALUES (1, ?, ?, ?, ?, ?, 0, 0, 0.98, 0)',
    );
    const settle = database.prepare("INSERT INTO outcome VALUES (1, ?, ?, ?, 0, 1, 'bench')");
    let number = 0;
    const commit = database.transaction(() => {
      for (let pair = 0; pair < rowsPerCommit / 2; pair++, number++) {
        const at = 1.7e12 + number;
        decide.run(number, 2 * number, at, at + 60_000, number);
        settle.run(number, 2 * number + 1, at);
      }
    });
    const begun = now();
    while (now() - begun < seconds * 1000) commit();
    return (2 * number) / ((now() - begun) / 1000);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
