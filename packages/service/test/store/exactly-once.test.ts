/** Over a store that fails, a caller that keeps to the protocol gets every operation done exactly once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { BatchEnd, Store } from '../../src/store/store.ts';
import { type Answer, batchOf, Caller, foldLog, type Operation } from './caller.ts';
import { FaultyStore } from './faulty-store.ts';
import { newExperiment } from './rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'driftline-once-'));
let store: Store;
let experiments = 0;

beforeAll(async () => {
  store = await openSqliteStore(join(folder, 'data.db'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function newId(): Promise<number> {
  const row = await store.create(newExperiment(`experiment-${experiments++}`));
  if (row === undefined) throw new Error('the key is taken');
  return row.id;
}

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constant('decide'), request: fc.stringMatching(/^[a-f]$/) }),
  fc.record({
    type: fc.constant('reward'),
    number: fc.nat(6),
    value: fc.constantFrom(0, 0.5, 1),
  }),
);
const batches = fc.array(fc.array(operation, { maxLength: 5 }), { maxLength: 8 }).map(sensible);

/** Without rewards of decisions that are yet to come: asked again, they would find their decision. */
function sensible(asked: readonly Operation[][]): Operation[][] {
  const requests = new Set<string>();
  const isSensible = (one: Operation) => {
    if (one.type === 'decide') requests.add(one.request);
    return one.type === 'decide' || one.number < requests.size;
  };
  return asked.map((operations) => operations.filter(isSensible));
}

/** What the operations would do in a world without faults. */
function ideal(operations: readonly Operation[]) {
  const numbers = new Map<string, number>();
  const rewards = new Map<number, number>();
  const answers = operations.map((one): Answer => {
    if (one.type === 'decide') {
      if (!numbers.has(one.request)) numbers.set(one.request, numbers.size);
      return numbers.get(one.request) ?? -1;
    }
    if (one.number >= numbers.size) return 'unknown decision';
    const before = rewards.get(one.number);
    if (before !== undefined) return before === one.value ? 'duplicate' : 'conflict';
    rewards.set(one.number, one.value);
    return 'counted';
  });
  return { answers, decisions: numbers.size, rewards };
}

test('whatever fails, the log is that of a world without faults', async () => {
  const met = { committed: 0, failed: 0, 'unknown, not written': 0, 'unknown, written': 0 };
  const property = fc.asyncProperty(batches, fc.nat(1e9), async (asked, seed) => {
    const id = await newId();
    const faulty = new FaultyStore(store, { seed, faults: 0.5 });
    const caller = new Caller(faulty, id);
    const answers: Answer[] = [];
    for (const operations of asked) answers.push(...(await caller.perform(operations)));
    const expected = ideal(asked.flat());
    const ledger = await foldLog(store, id);
    expect(ledger.decisions).toBe(expected.decisions);
    expect(ledger.rewards).toEqual(expected.rewards);
    // An answer that was lost is given again: a reward that was counted is then its own duplicate.
    expect(answers.map(withoutRetry)).toEqual(expected.answers.map(withoutRetry));
    for (const fate of Object.keys(met) as (keyof typeof met)[]) met[fate] += faulty.met[fate];
  });
  await fc.assert(property, { numRuns: 60, seed: 15 });
  for (const times of Object.values(met)) expect(times).toBeGreaterThan(20);
});

function withoutRetry(answer: Answer): Answer {
  return answer === 'duplicate' ? 'counted' : answer;
}

type Treatment = 'fold again' | 'acknowledge' | 'go on with what is in memory';

/** 40 decisions with their rewards, at most 1000 tries, by a caller that treats failures as it likes. */
async function played(treat: (end: BatchEnd['end']) => Treatment) {
  const id = await newId();
  const faulty = new FaultyStore(store, { seed: 7, faults: 0.5 });
  let ledger = await foldLog(store, id);
  let acknowledged = 0;
  for (let tries = 0; acknowledged < 40 && tries < 1000; tries++) {
    const asked: Operation[] = [
      { type: 'decide', request: `request-${acknowledged}` },
      { type: 'reward', number: acknowledged, value: 1 },
    ];
    const [end] = await faulty.commit([batchOf(id, ledger, asked).batch]);
    const treatment = end.end === 'committed' ? 'acknowledge' : treat(end.end);
    if (treatment === 'fold again') ledger = await foldLog(store, id);
    if (treatment === 'acknowledge') acknowledged++;
  }
  return { acknowledged, counted: (await foldLog(store, id)).total };
}

test('callers that do not keep to it are found out', async () => {
  expect(await played(() => 'fold again')).toEqual({ acknowledged: 40, counted: 40 });
  const believer = await played((end) => (end === 'unknown' ? 'acknowledge' : 'fold again'));
  expect(believer.counted).toBeLessThan(believer.acknowledged);
  const stubborn = await played(() => 'go on with what is in memory');
  expect(stubborn.acknowledged).toBeLessThan(40);
});
