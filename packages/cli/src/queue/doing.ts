/** What workers say that they do, in words. */
import { counted } from '@driftline/engine/numbers';
import type { Players } from '../terminal/progress.ts';
import type { Identity } from './identity.ts';
import type { WorkerRow } from './tables.ts';

/** What one thread of a worker plays. */
export interface Doing {
  readonly batch: string;
  readonly comparison: string;
  readonly from: number;
  readonly to: number;
}

function isDoing(value: unknown): value is Doing {
  if (typeof value !== 'object' || value === null) return false;
  const { batch, comparison, from, to } = value as Readonly<Record<string, unknown>>;
  return (
    [batch, comparison].every((text) => typeof text === 'string') &&
    [from, to].every(Number.isFinite)
  );
}

/** What a worker says that it does; anything else that stands there is left out. */
export function doingOf({ doing }: WorkerRow): readonly Doing[] {
  return Array.isArray(doing) ? doing.filter(isDoing) : [];
}

export function doingText({ comparison, from, to }: Doing): string {
  return `${comparison} ${from}–${to - 1}`;
}

export function isSame(one: Identity, other: Identity): boolean {
  return one.revision === other.revision && one.plugins === other.plugins;
}

/** Workers, and what each of them does. */
export function playersOf(workers: readonly WorkerRow[]): Players {
  return {
    count: workers.length === 0 ? 'no workers' : counted(workers.length, 'worker'),
    doing: workers.map((worker) => {
      const doing = doingOf(worker).map(doingText);
      return `${worker.name} ${doing.length === 0 ? 'waits' : doing.join(', ')}`;
    }),
  };
}
