import { expect, test } from 'vitest';
import { type Cell } from '../layout/checksum.ts';
import { changeTable, sealed } from '../layout/tables.ts';
import type { Rows } from './database.ts';
import { readLog } from './log.ts';

/** A database to which another process writes an event before each page that is read. */
class Growing {
  #last = 0;

  async ask(statements: string): Promise<readonly Rows[]> {
    this.#last += 1;
    const from = Number(/FROM change WHERE experiment = 1 AND seq >= (\d+)/.exec(statements)?.[1]);
    const count = Number(/bigint \+ (\d+)/.exec(statements)?.[1]);
    const seqs = Array.from({ length: this.#last }, (_, i) => i + 1);
    const seen = seqs.filter((seq) => seq >= from && seq < from + count);
    return [[], [[seen[0] ?? 0]], [], [], seen.map(changeOf)];
  }
}

function changeOf(seq: number): Cell[] {
  const row = { seq, at: 0, kind: 'sweep', body: '{}', by: 'service' } as const;
  return [...sealed(changeTable, 1, row)];
}

test('events that another process writes between two pages are not passed over', async () => {
  const events = await readLog(new Growing(), 1, 0, 4);
  expect(events.map(({ row }) => row.seq)).toEqual([1, 2, 3, 4]);
});
