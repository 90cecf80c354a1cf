import { expect, test } from 'vitest';
import { insist } from '../caller.ts';
import type { Given } from './given.ts';

export function pruning(given: Given): void {
  /** Decisions 0 to 5 at times 1000 to 6000 (seqs 2 to 7), outcomes of 0, 1, 2 (8, 9, 10), a sweep (11). */
  async function aged(): Promise<number> {
    const { id } = await given.experiment();
    await given.append(id, (to) => {
      for (let round = 0; round < 6; round++) to.decide({ at: 1000 * (round + 1) });
      for (const number of [0, 1, 2]) to.settle(number);
      to.change({ kind: 'sweep' });
    });
    return id;
  }
  const prune = (id: number, below: object, limit = 100) => {
    const bounds = { known: 100, number: 100, before: 1e9, seq: 100, ...below };
    return insist(() => given.store.prune(id, bounds, limit));
  };

  test('only decisions below the number are deleted, with their outcomes', async () => {
    const id = await aged();
    expect(await prune(id, { number: 2 })).toBe(4);
    expect(await given.numbers(id)).toEqual([2, 3, 4, 5]);
    expect(await given.seqs(id)).toEqual([1, 4, 5, 6, 7, 10, 11]);
    expect(await given.seqs(id, 1, 2)).toEqual([4, 5]);
    expect(await given.seqs(id, 7, 1)).toEqual([10]);
  });

  test('only decisions older than the time are deleted', async () => {
    const id = await aged();
    expect(await prune(id, { before: 5000 })).toBe(7);
    expect(await given.numbers(id)).toEqual([4, 5]);
  });

  test('a decision stays until all its events are at or below the seq', async () => {
    const id = await aged();
    expect(await prune(id, { seq: 5 })).toBe(1);
    expect(await given.numbers(id)).toEqual([0, 1, 2, 4, 5]);
    expect(await prune(id, { seq: 9 })).toBe(6);
    expect(await given.numbers(id)).toEqual([2]);
    expect(await given.seqs(id)).toEqual([1, 4, 10, 11]);
  });

  test('a sweep goes with the last decision that it may have closed; other changes stay', async () => {
    const id = await aged();
    expect(await prune(id, { number: 5 })).toBe(8);
    expect(await given.seqs(id)).toEqual([1, 7, 11]);
    expect(await prune(id, {})).toBe(2);
    expect(await given.seqs(id)).toEqual([1]);
    expect(await given.row()).toMatchObject({ head: 11, next: 6 });
    await given.append(id, (to) => void to.decide());
    expect(await given.numbers(id)).toEqual([6]);
  });

  test('at most as many rows as asked, the oldest first', async () => {
    const id = await aged();
    expect(await prune(id, {}, 3)).toBe(2);
    expect(await given.numbers(id)).toEqual([1, 2, 3, 4, 5]);
    expect(await prune(id, {}, 4)).toBe(4);
    expect(await prune(id, {}, 100)).toBe(4);
    expect(await prune(id, {}, 100)).toBe(0);
  });

  test('nothing is deleted where a revision came that the caller has not folded', async () => {
    const id = await aged();
    await given.append(id, (to) => void to.change({ kind: 'revise' }));
    expect(await prune(id, { known: 11 })).toBe(0);
    expect(await given.numbers(id)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await prune(id, { known: 12 })).toBe(10);
  });

  test('other experiments keep theirs', async () => {
    const id = await aged();
    const other = await given.experiment('other');
    await given.append(other.id, (to) => to.settle(to.decide()));
    await prune(id, {});
    expect(await given.seqs(other.id)).toEqual([1, 2, 3]);
  });
}

export function erasing(given: Given): void {
  test('a unit is replaced in all its decisions, and nothing else changes', async () => {
    const { id } = await given.experiment();
    let requests = 0;
    await given.append(id, (to) => {
      for (const unit of ['ann', 'ben', 'ann'])
        to.settle(
          to.decide({
            unit,
            context: `{"name":"${unit}"}`,
            request: `${unit} ${requests++}`,
            digest: `digest of ${unit}`,
          }),
        );
    });
    const before = await given.log(id);
    const erasure = { unit: 'ann', tombstone: 'erased-1', at: 7000, by: 'key' };
    expect(await insist(() => given.store.eraseUnit(id, erasure))).toBe(2);
    const erased = { unit: 'erased-1', context: null, request: null, digest: null };
    const expected = before.map((event) =>
      event.type === 'decision' && event.row.unit === 'ann'
        ? { ...event, row: { ...event.row, ...erased } }
        : event,
    );
    const after = await given.log(id);
    expect(after.slice(0, -1)).toEqual(expected);
    expect(after.at(-1)).toMatchObject({
      type: 'change',
      row: { seq: 8, at: 7000, kind: 'erase', by: 'key' },
    });
    expect(JSON.stringify(after)).not.toContain('ann');
    const seen = await given.see(id, { units: ['ann', 'ben', 'erased-1'] }, 7);
    expect([...seen.units.keys()]).toEqual(['ben', 'erased-1']);
    expect(seen.tail.map(({ row }) => row.seq)).toEqual([8]);
    expect(await given.row()).toMatchObject({ head: 8, at: 7000 });
  });

  test('time does not go back for it, and a unit that is not there is logged too', async () => {
    const { id } = await given.experiment();
    const erasure = { unit: 'nobody', tombstone: 'erased', at: 1, by: 'key' };
    expect(await insist(() => given.store.eraseUnit(id, erasure))).toBe(0);
    expect(await given.row()).toMatchObject({ head: 2, at: 1000 });
  });
}
