/** Rows that are as they were written, and yet do not fit to others. */
import { StoreDamaged } from '../errors.ts';
import { UNFIT } from '../layout/unfit.ts';
import type { Queries } from './database.ts';

/** As many complaints as anyone reads. */
const MOST = 100;

export async function refuseUnfit(queries: Queries, shown: string): Promise<void> {
  const answers = await queries.ask(UNFIT.map((sql) => `${sql} LIMIT ${MOST}`).join(';\n'));
  const wrong = answers.flatMap((rows) => rows.map(([sentence]) => String(sentence)));
  if (wrong.length === 0) return;
  throw new StoreDamaged(
    `${shown} is damaged; restore a backup:\n${wrong.slice(0, MOST).join('\n')}`,
  );
}
