/** How an older format becomes the present one: all steps in one transaction, after a backup beside the store. */
import type Database from 'better-sqlite3';
import { copyInto } from './backup.ts';
import { freeName } from './files.ts';

/** Brings the tables from the format before to `to`. */
export interface Migration {
  readonly to: number;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { to: 2, sql: 'ALTER TABLE decision ADD COLUMN digest TEXT' },
];

export async function migrate(
  database: Database.Database,
  file: string,
  steps: readonly Migration[],
): Promise<void> {
  const format = database.prepare<[], number>('SELECT format FROM store').pluck().get() ?? 0;
  await copyInto(database, freeName(`${file}.format-${format}`));
  database
    .transaction(() => {
      for (const { to, sql } of steps.filter((step) => step.to > format)) {
        database.exec(sql);
        database.prepare('UPDATE store SET format = ?').run(to);
      }
    })
    .immediate();
}
