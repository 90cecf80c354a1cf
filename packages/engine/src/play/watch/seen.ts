/** One slot of a watched replication, as explanations read it. */
import type { Quantity, Seen } from '@driftline/core/showing';
import type { WatchedReplication } from './watch.ts';

const TABLES: Readonly<
  Record<Quantity, 'shown' | 'estimates' | 'widths' | 'indices' | 'draws' | 'probabilities'>
> = {
  mean: 'shown',
  estimate: 'estimates',
  width: 'widths',
  index: 'indices',
  draw: 'draws',
  probability: 'probabilities',
};

/** What was known in a slot, and what the policy showed of it. */
export class WatchedSlot implements Seen {
  readonly watched: WatchedReplication;
  readonly slot: number;

  constructor(watched: WatchedReplication, slot: number) {
    this.watched = watched;
    this.slot = slot;
  }

  get picked(): number {
    return this.watched.arms[this.slot];
  }

  get armCount(): number {
    return this.watched.armCount;
  }

  get horizon(): number {
    return this.watched.horizon;
  }

  get params(): WatchedReplication['params'] {
    return this.watched.params;
  }

  get isExplored(): boolean {
    return this.watched.explored[this.slot] === 1;
  }

  get explorationShare(): number {
    return this.watched.explorationShare;
  }

  fact(name: string): number {
    return this.list(name)[0] ?? Number.NaN;
  }

  list(name: string): readonly number[] {
    const { slotColumns, slotFacts, slots } = this.watched;
    const column = slotColumns.find((each) => each.name === name);
    if (column === undefined) return [];
    const from = this.slot * (slotFacts.length / slots) + column.from;
    return [...slotFacts.subarray(from, from + column.length)];
  }

  armFact(name: string, arm: number, slot = this.slot): number {
    const { armColumns, armFacts, armCount } = this.watched;
    const column = armColumns.indexOf(name);
    if (column < 0) return Number.NaN;
    return armFacts[(slot * armCount + arm) * armColumns.length + column] ?? Number.NaN;
  }

  known(quantity: Quantity, arm: number): number {
    const table = this.watched[TABLES[quantity]];
    return table[this.slot * this.watched.armCount + arm] ?? Number.NaN;
  }
}
