import { expect, test } from 'vitest';
import type { ExperimentRow } from '../../../src/model/rows.ts';
import type { Writes } from '../../../src/store/store.ts';
import { Appending, changeRow, NOTHING_WANTED } from '../rows.ts';
import { type Given, isInjected } from './given.ts';

export function refusing(given: Given): void {
  /** Writes of an experiment with one settled decision (number 0, request `taken`) that must not be accepted. */
  const wrong: readonly [string, (row: ExperimentRow) => Writes][] = [
    ['a second outcome of a decision', (row) => new Appending(row).settle(0).writes],
    ['a request that is taken', (row) => withDecision(row, { request: 'taken' })],
    ['a request that is taken, beside one that is not', withTwoDecisions],
    ['a wrong seq', (row) => shifted(row, { seq: row.head + 2 })],
    ['a hole in the order of events', withHole],
    ['a head without an event', (row) => nothingBut({ ...row, head: row.head + 1 })],
    ['an event twice', (row) => ({ ...withDecision(row), changes: [changeRow({ seq: 4 })] })],
    ['a number that is not the next', (row) => shifted(row, { number: 7 })],
    ['a head that goes back', (row) => nothingBut({ ...row, head: 1 })],
    ['a time that goes back', (row) => nothingBut({ ...row, at: row.at - 1 })],
    ['a sweep that goes back', (row) => nothingBut({ ...row, swept: -1 })],
    ['another experiment', (row) => nothingBut({ ...row, id: row.id + 1 })],
    ['events without the experiment', (row) => ({ ...withDecision(row), ...withoutRow })],
    ['text that is none', (row) => withDecision(row, { unit: '\ud800' })],
    ['text that PostgreSQL does not keep', (row) => withDecision(row, { unit: 'a\0b' })],
  ];

  test.each(wrong)('%s is refused, and nothing of the batch is written', async (_, writes) => {
    const { id } = await given.experiment();
    await given.append(id, (to) => to.settle(to.decide({ request: 'taken' })));
    const before = await given.row();
    const end = await given.settled({
      experiment: id,
      wanted: NOTHING_WANTED,
      work: ({ experiment }) => writes(experiment),
    });
    expect(end).toMatchObject({ end: 'failed', error: expect.any(Error) });
    expect(await given.seqs(id)).toEqual([1, 2, 3]);
    expect(await given.row()).toEqual(before);
    await given.append(id, (to) => void to.decide());
    expect(await given.seqs(id)).toEqual([1, 2, 3, 4]);
  });

  test('a caller that knows more than there is has to fold again', async () => {
    const { id } = await given.experiment();
    const [end] = await given.store.commit([
      { experiment: id, known: 9, wanted: NOTHING_WANTED, work: nothing },
    ]);
    if (!isInjected(end)) expect(end.end).toBe('failed');
  });

  test('an experiment that is not there fails its batch', async () => {
    const [end] = await given.store.commit([
      { experiment: 99, known: 0, wanted: NOTHING_WANTED, work: nothing },
    ]);
    if (!isInjected(end)) expect(end.end).toBe('failed');
  });
}

const withoutRow = { experiment: undefined as never };
const nothing = (): Writes => ({ decisions: [], outcomes: [], changes: [] });
const nothingBut = (experiment: ExperimentRow): Writes => ({ ...nothing(), experiment });

function withDecision(row: ExperimentRow, decision = {}): Writes {
  const to = new Appending(row);
  to.decide(decision);
  return to.writes;
}

function withTwoDecisions(row: ExperimentRow): Writes {
  const to = new Appending(row);
  to.decide({ request: 'free' });
  to.decide({ request: 'taken' });
  return to.writes;
}

function withHole(row: ExperimentRow): Writes {
  const to = new Appending({ ...row, head: row.head + 1 });
  to.decide();
  return to.writes;
}

function shifted(row: ExperimentRow, change: { seq?: number; number?: number }): Writes {
  const writes = withDecision(row);
  return { ...writes, decisions: [{ ...writes.decisions[0], ...change }] };
}
