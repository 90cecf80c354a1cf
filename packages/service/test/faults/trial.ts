/** What a test of faults looks at: what a child acknowledged, and what is in the store afterwards. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { foldLog } from '../store/caller.ts';
import { Child } from './child.ts';

const SCRIPT = fileURLToPath(new URL('store-child.ts', import.meta.url));

/** A child that writes to the store of a folder. */
export function writingChild(
  folder: string,
  environment: Record<string, string> = {},
  mutant?: string,
): Child {
  return new Child(
    SCRIPT,
    [storeIn(folder), ...(mutant === undefined ? [] : [mutant])],
    environment,
  );
}

export function storeIn(folder: string): string {
  return join(folder, 'data.db');
}

/** How many decisions, each with its reward, the lines acknowledge. */
export function acknowledgedBy(lines: readonly string[]): number {
  const last = lines.findLast((line) => line.startsWith('acknowledged '));
  return last === undefined ? 0 : Number(last.split(' ')[1]);
}

/** How many decisions are in the store. Each must be there once, with its one reward. */
export async function countedIn(folder: string): Promise<number> {
  const store = await openSqliteStore(storeIn(folder));
  try {
    const row = await store.experiment('one');
    if (row === undefined) return 0;
    const { decisions, rewards, total, seq } = await foldLog(store, row.id);
    expect({ rewards: rewards.size, total, seq, next: row.next, head: row.head }).toEqual({
      ...{ rewards: decisions, total: decisions, next: decisions },
      ...{ seq: 1 + 2 * decisions, head: 1 + 2 * decisions },
    });
    return decisions;
  } finally {
    await store.close();
  }
}
