/** The log with whatever events, and with the holes that retention leaves, against plain lists. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ExperimentRow, LogEvent } from '../../src/model/rows.ts';
import type { Pruning, Store, Writes } from '../../src/store/store.ts';
import { Appending, NOTHING_WANTED, newExperiment } from './rows.ts';

/** A step of an experiment's life: events, or retention. */
type Step =
  | { readonly type: 'decide' | 'sweep' | 'config' }
  | { readonly type: 'settle'; readonly which: number }
  | { readonly type: 'prune'; readonly below: Pruning; readonly limit: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('decide', 'sweep', 'config') }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('settle'), which: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('prune'),
      below: fc.record({
        known: fc.constant(1000),
        number: fc.nat(40),
        before: fc.nat(1100),
        seq: fc.nat(60),
      }),
      limit: fc.integer({ min: 1, max: 20 }),
    }),
  },
);

/** What a store must hold, as a list. */
class Model {
  row: ExperimentRow;
  log: LogEvent[] = [];

  constructor(row: ExperimentRow) {
    this.row = row;
  }

  append({ experiment, decisions, outcomes, changes }: Writes): void {
    this.row = experiment ?? this.row;
    this.log.push(
      ...decisions.map((row) => ({ type: 'decision', row }) as const),
      ...outcomes.map((row) => ({ type: 'outcome', row }) as const),
      ...changes.map((row) => ({ type: 'change', row }) as const),
    );
    this.log.sort((one, other) => one.row.seq - other.row.seq);
  }

  prune(below: Pruning, limit: number): number {
    let deleted = 0;
    for (const number of this.#prunable(below)) {
      const isOf = (event: LogEvent) => event.type !== 'change' && event.row.number === number;
      const rows = this.log.filter(isOf).length;
      if (deleted + rows > limit) return deleted;
      this.log = this.log.filter((event) => !isOf(event));
      deleted += rows;
    }
    const left =
      this.log.find(({ type }) => type === 'decision')?.row.seq ?? Number.POSITIVE_INFINITY;
    const sweeps = this.log
      .filter(
        ({ type, row }) =>
          type === 'change' && row.kind === 'sweep' && row.seq < left && row.seq <= below.seq,
      )
      .slice(0, limit - deleted);
    this.log = this.log.filter((event) => !sweeps.includes(event));
    return deleted + sweeps.length;
  }

  #prunable({ number, before, seq }: Pruning): number[] {
    const eventsOf = (wanted: number) =>
      this.log.filter((event) => event.type !== 'change' && event.row.number === wanted);
    return this.log.flatMap(({ type, row }) => {
      if (type !== 'decision' || row.number >= number || row.at >= before) return [];
      return eventsOf(row.number).every((event) => event.row.seq <= seq) ? [row.number] : [];
    });
  }
}

/** What a step writes; undefined where there is nothing to settle. */
function writesOf(
  model: Model,
  { type, ...rest }: Exclude<Step, { type: 'prune' }>,
): Writes | undefined {
  const to = new Appending(model.row);
  if (type === 'decide') to.decide({ at: 1000 + model.row.head });
  else if (type === 'settle') {
    const settled = model.log.flatMap((event) =>
      event.type === 'outcome' ? [event.row.number] : [],
    );
    const open = model.log.flatMap(({ type: kind, row }) =>
      kind === 'decision' && !settled.includes(row.number) ? [row.number] : [],
    );
    if (open.length === 0) return undefined;
    to.settle(open[('which' in rest ? rest.which : 0) % open.length]);
  } else to.change({ kind: type });
  return to.writes;
}

async function play(store: Store, model: Model, steps: readonly Step[]): Promise<void> {
  const { id } = model.row;
  for (const each of steps) {
    if (each.type === 'prune') {
      expect(await store.prune(id, each.below, each.limit)).toBe(
        model.prune(each.below, each.limit),
      );
      continue;
    }
    const writes = writesOf(model, each);
    if (writes === undefined) continue;
    const batch = {
      experiment: id,
      known: model.row.head,
      wanted: NOTHING_WANTED,
      work: () => writes,
    };
    expect(await store.commit([batch])).toEqual([{ end: 'committed' }]);
    model.append(writes);
  }
}

/** Expects that any life of an experiment leaves the log that plain lists have, in pages of any size. */
export async function expectPlainLists(store: Store, numRuns: number): Promise<void> {
  let experiments = 0;
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 50 }),
    fc.integer({ min: 1, max: 9 }),
    async (steps, size) => {
      const created = newExperiment(`experiment-${experiments++}`);
      const row = await store.create(created);
      if (row === undefined) throw new Error('the key is taken');
      const model = new Model(row);
      model.log.push({ type: 'change', row: created.change });
      await play(store, model, steps);
      const pages: LogEvent[] = [];
      for (;;) {
        const page = await store.log(row.id, pages.at(-1)?.row.seq ?? 0, size);
        pages.push(...page);
        if (page.length < size) break;
      }
      expect(pages).toEqual(model.log);
      const shown = model.log.filter(
        ({ type, row: each }) => type === 'change' && each.kind !== 'sweep',
      );
      expect(await store.changes(row.id, 0, 1000)).toEqual(shown.map(({ row: each }) => each));
    },
  );
  await fc.assert(property, { numRuns, seed: 3 });
}
