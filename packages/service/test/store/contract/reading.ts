import { expect, test } from 'vitest';
import { insist } from '../caller.ts';
import { decisionRow } from '../rows.ts';
import type { Given } from './given.ts';

export function wanting(given: Given): void {
  test('a batch sees the decisions that it wants, with their outcomes', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => {
      to.decide({ request: 'a' });
      to.decide({ request: 'b' });
      to.settle(1, { kind: 'cancel', value: null });
    });
    const seen = await given.see(id, { numbers: [0, 1, 5], requests: ['b', 'c'] });
    expect([...seen.numbers.keys()]).toEqual([0, 1]);
    expect(seen.numbers.get(0)).toEqual({
      decision: decisionRow({ request: 'a' }),
      outcome: undefined,
    });
    expect([...seen.requests.keys()]).toEqual(['b']);
    expect(seen.requests.get('b')).toEqual(seen.numbers.get(1));
    expect(seen.numbers.get(1)?.outcome).toMatchObject({ kind: 'cancel', value: null });
  });

  test("a unit's last decision is seen, and no other experiment's", async () => {
    const [one, two] = [await given.experiment('one'), await given.experiment('two')];
    for (const unit of ['u', 'v', 'u', 'w'])
      await given.append(one.id, (to) => void to.decide({ unit }));
    await given.append(two.id, (to) => void to.decide({ unit: 'only here', request: 'two' }));
    const seen = await given.see(one.id, { units: ['u', 'v', 'only here'], requests: ['two'] });
    const last = [...seen.units].map(([unit, { decision }]) => [unit, decision.number]);
    expect(last).toEqual([
      ['u', 2],
      ['v', 1],
    ]);
    expect(seen.requests.size).toBe(0);
  });

  test("a unit's last decision is the last that was not cancelled", async () => {
    const { id } = await given.experiment();
    const cancelled = { kind: 'cancel', value: null } as const;
    await given.append(id, (to) => {
      for (const unit of ['u', 'u', 'v', 'w']) to.decide({ unit });
      for (const number of [1, 2]) to.settle(number, cancelled);
      to.settle(3);
      for (let i = 0; i < 100; i++) to.settle(to.decide({ unit: 'w' }), cancelled);
    });
    const seen = await given.see(id, { units: ['u', 'v', 'w'] });
    const last = [...seen.units].map(([unit, { decision }]) => [unit, decision.number]);
    // Of a unit that cancels without end only so many are looked through.
    expect(last).toEqual([['u', 0]]);
  });

  test('a batch is given what came after what it knows', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => to.settle(to.decide()));
    const tail = async (known: number) => (await given.see(id, {}, known)).tail;
    expect(await tail(3)).toEqual([]);
    expect((await tail(2)).map(({ type }) => type)).toEqual(['outcome']);
    expect(await tail(0)).toEqual(await given.log(id));
  });
}

export function logging(given: Given): void {
  test('the log is read in pages, in order, whatever the events are', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => {
      for (let round = 0; round < 20; round++) {
        const number = to.decide();
        if (round % 3 === 0) to.change({ kind: 'sweep' });
        if (round % 2 === 0) to.settle(number);
        if (round % 5 === 4) to.settle(round - 1 - ((round - 1) % 2 === 0 ? 1 : 0));
      }
    });
    const whole = await given.log(id);
    expect(whole.map(({ row }) => row.seq)).toEqual(whole.map((_, place) => place + 1));
    for (const size of [1, 2, 7, 1000]) {
      const pages = [];
      for (let after = 0; ; after = pages.at(-1)?.row.seq ?? 0) {
        const page = await given.log(id, after, size);
        expect(page).toHaveLength(Math.min(size, whole.length - pages.length));
        if (page.length === 0) break;
        pages.push(...page);
      }
      expect(pages).toEqual(whole);
    }
  });

  test('decisions come in pages from a number on; changes without sweeps', async () => {
    const { id } = await given.experiment();
    await given.append(id, (to) => {
      for (let round = 0; round < 5; round++) to.decide();
      to.change({ kind: 'sweep' }).change({ kind: 'restart' }).change({ kind: 'arm' });
    });
    const page = await insist(() => given.store.decisions(id, { from: 2, limit: 2 }));
    expect(page.map(({ decision }) => decision.number)).toEqual([2, 3]);
    const kinds = async (after: number, limit: number) =>
      (await insist(() => given.store.changes(id, after, limit))).map(({ kind }) => kind);
    expect(await kinds(0, 10)).toEqual(['create', 'restart', 'arm']);
    expect(await kinds(1, 1)).toEqual(['restart']);
  });
}
