import { expect, test } from 'vitest';
import type { Batch } from '../../../src/store/store.ts';
import { insist } from '../caller.ts';
import {
  Appending,
  changeRow,
  decisionRow,
  NOTHING_WANTED,
  newExperiment,
  outcomeRow,
} from '../rows.ts';
import { type Given, isInjected } from './given.ts';

export function creating(given: Given): void {
  test('a new experiment has a row and its first change', async () => {
    const row = await given.experiment('one');
    expect(row).toEqual({ ...newExperiment('one').experiment, id: row.id });
    expect(await given.row('one')).toEqual(row);
    expect(await given.log(row.id)).toEqual([{ type: 'change', row: newExperiment('one').change }]);
  });

  test('a key that is taken gives nothing, and changes nothing', async () => {
    const row = await given.experiment('one');
    const again = newExperiment('one');
    const other = { ...again, experiment: { ...again.experiment, config: '{"other":1}' } };
    expect(await insist(() => given.store.create(other))).toBeUndefined();
    expect(await insist(() => given.store.experiments())).toEqual([row]);
  });

  test('experiments have ids of their own, and are listed in their order', async () => {
    const rows = [await given.experiment('b'), await given.experiment('a')];
    expect(rows[0].id).toBeLessThan(rows[1].id);
    expect(await insist(() => given.store.experiments())).toEqual(rows);
    expect(await given.row('nobody')).toBeUndefined();
  });
}

export function appending(given: Given): void {
  test('what is appended is there, and the experiment stands where the batch said', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => {
      to.decide({ arm: 3, request: 'r', unit: 'u', context: '{"a":1}', eligible: '[3,4]' });
      to.settle(0, { value: 0.25 }).change({ kind: 'config', body: '{"x":1}' });
      to.set({ config: '{"new":true}', revision: 2, status: 'paused', swept: 1, at: 5000 });
    });
    const decision = decisionRow({
      arm: 3,
      request: 'r',
      unit: 'u',
      context: '{"a":1}',
      eligible: '[3,4]',
    });
    const outcome = outcomeRow({ value: 0.25 });
    const change = changeRow({ seq: 4, kind: 'config', body: '{"x":1}' });
    expect((await given.log(id, 1)).map(({ row }) => row)).toEqual([decision, outcome, change]);
    expect(await insist(() => given.store.decisions(id, { from: 0, limit: 10 }))).toEqual([
      { decision, outcome },
    ]);
    expect(await given.row()).toMatchObject({
      ...{ head: 4, next: 1, swept: 1, at: 5000 },
      ...{ config: '{"new":true}', revision: 2, status: 'paused' },
    });
    expect((await given.see(id, {})).experiment).toEqual(await given.row());
  });

  test('a work that throws writes nothing; the other batches of its commit are written', async () => {
    const ids = [(await given.experiment('one')).id, (await given.experiment('two')).id];
    const failure = new Error('the work failed');
    const batchOf = (experiment: number, fails: boolean): Batch => ({
      experiment,
      known: 1,
      wanted: NOTHING_WANTED,
      work(seen) {
        const to = new Appending(seen.experiment);
        to.decide();
        if (fails) throw failure;
        return to.writes;
      },
    });
    const ends = await given.store.commit([batchOf(ids[0], true), batchOf(ids[1], false)]);
    if (!isInjected(ends[0])) expect(ends[0]).toEqual({ end: 'failed', error: failure });
    expect(await given.seqs(ids[0])).toEqual([1]);
    if (isInjected(ends[1])) return;
    expect(ends[1]).toEqual({ end: 'committed' });
    expect(await given.seqs(ids[1])).toEqual([1, 2]);
  });

  test('batches of one commit on one experiment come one after the other', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => void to.decide());
    const heads: number[] = [];
    const batch: Batch = {
      experiment: id,
      known: 1,
      wanted: NOTHING_WANTED,
      work({ experiment, tail }) {
        heads.push(experiment.head, tail.length);
        const to = new Appending(experiment);
        to.decide();
        return to.writes;
      },
    };
    const [first] = await given.store.commit([batch, batch]);
    if (first.end === 'committed') expect(heads).toEqual([2, 1, 3, 2]);
    expect(await given.numbers(id)).toEqual((await given.seqs(id, 1)).map((seq) => seq - 2));
  });

  test('values and texts come back as they were', async () => {
    const { id } = await given.experiment();
    const values = [5e-324, Number.MAX_VALUE, -0.1, 1 / 3, 2 ** 53, 0];
    const texts = ["'); DROP TABLE decision; --", 'C:\\new {"a,b"}', '😀 ñ ñ', '', '‮'];
    await given.append(id, (to) => {
      for (const value of values) to.settle(to.decide({ ticket: value }), { value });
      for (const text of texts) to.decide({ request: text, unit: text, context: text });
    });
    const rows = await insist(() => given.store.decisions(id, { from: 0, limit: 100 }));
    const settled = rows.slice(0, values.length);
    expect(settled.map(({ decision }) => decision.ticket)).toEqual(values);
    expect(settled.map(({ outcome }) => outcome?.value)).toEqual(values);
    const named = rows.slice(values.length);
    for (const part of ['request', 'unit', 'context'] as const)
      expect(named.map(({ decision }) => decision[part])).toEqual(texts);
    const seen = await given.see(id, { requests: texts, units: texts });
    expect([...seen.requests.keys()]).toEqual(texts);
    expect([...seen.units.keys()]).toEqual(texts);
  });

  test('-0 is kept as 0', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => to.settle(to.decide(), { value: -0 }));
    const [{ outcome }] = await insist(() => given.store.decisions(id, { from: 0, limit: 1 }));
    expect(Object.is(outcome?.value, 0)).toBe(true);
  });
}
