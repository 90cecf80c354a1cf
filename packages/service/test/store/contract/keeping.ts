import { expect, test } from 'vitest';
import { insist } from '../caller.ts';
import { keyRow, snapshotRow } from '../rows.ts';
import type { Given } from './given.ts';

export function snapshots(given: Given): void {
  test('the two last snapshots are kept, the newest first', async () => {
    const { id } = await given.experiment();
    for (const seq of [10, 20, 30])
      await insist(() => given.store.saveSnapshot(id, snapshotRow(seq)));
    const kept = await insist(() => given.store.snapshots(id));
    expect(kept.map(({ seq }) => seq)).toEqual([30, 20]);
    expect(kept[1]).toEqual({ ...snapshotRow(20), hash: kept[1].hash, body: kept[1].body });
    expect(Buffer.from(kept[1].body).toString()).toBe('state after 20');
  });

  test('a snapshot of the same event takes the place of the one before', async () => {
    const { id } = await given.experiment();
    for (const text of ['first', 'second'])
      await insist(() => given.store.saveSnapshot(id, snapshotRow(10, text)));
    const kept = await insist(() => given.store.snapshots(id));
    expect(kept.map(({ body }) => Buffer.from(body).toString())).toEqual(['second']);
  });

  test("a snapshot takes the place of all of its experiment's, or of none", async () => {
    const ids = [(await given.experiment('one')).id, (await given.experiment('two')).id];
    for (const id of ids) {
      for (const seq of [10, 20])
        await insist(() => given.store.saveSnapshot(id, snapshotRow(seq)));
    }
    const kept = () =>
      Promise.all(ids.map((id) => insist(() => given.store.snapshotSeqs(id)))).then(String);
    const [id] = ids;
    const unfit = { ...snapshotRow(15), body: null as never };
    await expect(given.store.replaceSnapshots(id, unfit)).rejects.toThrow();
    expect(await kept()).toBe('20,10,20,10');
    await insist(() => given.store.replaceSnapshots(id, snapshotRow(15)));
    expect(await kept()).toBe('15,20,10');
  });
}

export function keeping(given: Given): void {
  test('keys are put, changed and listed', async () => {
    const key = keyRow();
    const browser = keyRow({
      ...{ id: 'ijklmnop', hash: Buffer.alloc(32, 7), made: 2000 },
      ...{ experiments: ['one'], origins: ['https://shop.example'] },
    });
    for (const each of [browser, key]) await insist(() => given.store.putKey(each));
    await insist(() => given.store.putKey({ ...key, revoked: 3000 }));
    const bytes = (hash: Uint8Array) => [...hash];
    const found = await insist(() => given.store.keys());
    expect(found.map((each) => ({ ...each, hash: bytes(each.hash) }))).toEqual(
      [{ ...key, revoked: 3000 }, browser].map((each) => ({ ...each, hash: bytes(each.hash) })),
    );
  });

  test('after closing and opening everything is there', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => to.settle(to.decide({ unit: 'u' })));
    await insist(() => given.store.saveSnapshot(id, snapshotRow(3)));
    await insist(() => given.store.putKey(keyRow()));
    const everything = async () => ({
      experiments: await insist(() => given.store.experiments()),
      log: await given.log(id),
      decisions: await insist(() => given.store.decisions(id, { from: 0, limit: 10 })),
      snapshots: await insist(() => given.store.snapshots(id)),
      keys: await insist(() => given.store.keys()),
      idKeys: given.store.idKeys,
    });
    const before = await everything();
    await given.reopen();
    expect(await everything()).toEqual(before);
    await given.append(id, (to) => void to.decide());
    expect(await given.numbers(id)).toEqual([0, 1]);
  });

  test('a store has a key of its own that signs ids', () => {
    expect(given.store.idKeys.length).toBeGreaterThan(0);
    for (const key of given.store.idKeys) expect(key.length).toBeGreaterThanOrEqual(32);
  });

  test('a probe commits, and changes nothing', async () => {
    const row = await given.experiment();
    await insist(() => given.store.probe());
    await insist(() => given.store.probe(true));
    expect(await insist(() => given.store.experiments())).toEqual([row]);
  });
}
