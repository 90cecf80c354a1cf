import { expect, test } from 'vitest';
import { Caller, foldLog, insist, type Operation } from '../caller.ts';
import { newExperiment } from '../rows.ts';
import type { Given } from './given.ts';

/** What holds where several processes have one store, each by a handle of its own. */
export function sharing(given: Given): void {
  const ofSeveral = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      if (given.store.isShared) await run();
    });

  ofSeveral('what one appends another finds in its tail, and goes on from there', async () => {
    const { id } = await given.experiment();
    const other = await given.another();
    await other.append(id, (to) => to.settle(to.decide({ request: 'theirs' })));
    const seen = await given.see(id, { requests: ['theirs'] }, 1);
    expect(seen.tail.map(({ type }) => type)).toEqual(['decision', 'outcome']);
    expect(seen.requests.get('theirs')?.decision.number).toBe(0);
    expect(seen.experiment).toMatchObject({ head: 3, next: 1 });
    await given.append(id, (to) => void to.decide());
    expect((await other.see(id, {}, 3)).tail.map(({ row }) => row.seq)).toEqual([4]);
    expect(await other.numbers(id)).toEqual([0, 1]);
  });

  ofSeveral('in one commit, batches of which some are behind get their own tails', async () => {
    const ids = [(await given.experiment('a')).id, (await given.experiment('b')).id];
    const other = await given.another();
    const seen = async (known: readonly number[]) => {
      const tails = new Map<number, number>();
      const batches = ids.map((id, i) =>
        given.looking(id, known[i], ({ tail }) => void tails.set(id, tail.length)),
      );
      await given.store.commit(batches);
      return ids.map((id) => tails.get(id));
    };
    expect(await seen([1, 1])).toEqual([0, 0]);
    await other.append(ids[1], (to) => void to.decide());
    expect(await seen([1, 1])).toEqual([0, 1]);
    await other.append(ids[0], (to) => to.settle(to.decide()));
    await other.append(ids[1], (to) => void to.decide());
    expect(await seen([1, 1])).toEqual([2, 2]);
    expect(await seen([2, 3])).toEqual([1, 0]);
  });

  ofSeveral('a configuration that one changes, another sees', async () => {
    const { id } = await given.experiment();
    const other = await given.another();
    expect((await other.see(id, {})).experiment.config).toBe('{"arms":[]}');
    await given.append(id, (to) => to.change().set({ config: '{"arms":[1]}', revision: 2 }));
    expect((await other.see(id, {})).experiment).toMatchObject({
      config: '{"arms":[1]}',
      revision: 2,
    });
    await given.append(id, (to) => to.change().set({ status: 'paused' }));
    expect((await other.see(id, {})).experiment.status).toBe('paused');
  });

  ofSeveral('an experiment that two create at once is there once, and ids differ', async () => {
    const other = await given.another();
    const handles = [given.store, other.store];
    const created = await Promise.all(
      handles.flatMap((store) =>
        ['one', 'two', 'three'].map((key) => insist(() => store.create(newExperiment(key)))),
      ),
    );
    const rows = await insist(() => given.store.experiments());
    expect(rows.map(({ key }) => key).sort()).toEqual(['one', 'three', 'two']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    for (const row of created) if (row !== undefined) expect(rows).toContainEqual(row);
  });

  ofSeveral('two that write to one experiment at once do all exactly once', async () => {
    const { id } = await given.experiment();
    const handles = [given.store, (await given.another()).store];
    const answers = await Promise.all(handles.map((store, who) => hammer(store, id, who)));
    const log = await given.log(id, 1);
    expect(log.map(({ row }) => row.seq)).toEqual(log.map((_, place) => place + 2));
    const numbers = answers.flat().filter((answer) => typeof answer === 'number');
    expect(numbers.sort((one, two) => one - two)).toEqual(numbers.map((_, place) => place));
    const folds = await Promise.all(handles.map((store) => foldLog(store, id)));
    expect(folds[0]).toEqual(folds[1]);
    expect(folds[0]).toMatchObject({ decisions: numbers.length, total: numbers.length });
  });
}

const ROUNDS = 12;

async function hammer(store: Given['store'], id: number, who: number) {
  const caller = new Caller(store, id);
  const answers = [];
  for (let round = 0; round < ROUNDS; round++) {
    const requests = [0, 1].map((each) => `${who}-${round}-${each}`);
    const decided = await caller.perform(
      requests.map((request): Operation => ({ type: 'decide', request })),
    );
    answers.push(...decided);
    await caller.perform(
      decided.map((number): Operation => ({ type: 'reward', number: Number(number), value: 1 })),
    );
  }
  return answers;
}
