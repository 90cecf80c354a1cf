/** A process that is gone at any moment, without closing anything, leaves a store from which the next one goes on. */
import type { NewExperiment } from '@driftline/client/wire';
import { type Random, randomStream } from '@driftline/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Asked, Folder, HandClock, startWriter } from '../../test/writer/bench.ts';
import { offeredPolicies } from '../model/offered.ts';
import type { OperationName, Operations } from '../model/operations.ts';
import type { Store } from '../store/store.ts';

let folder: Folder;
let store: Store;

beforeEach(async () => {
  folder = new Folder();
  store = await folder.open();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

function experiment(type: string, isHeld: boolean): NewExperiment {
  const offered = offeredPolicies.get(type);
  const memory = { decisions: 15, maxAge: '2h' };
  return {
    arms: ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key })),
    policy: { type },
    ...(offered?.memory === 'required' ? { memory } : {}),
    reward: { min: 0, max: 1, timeout: '5m', ...(isHeld ? { missing: 0 } : {}) },
    retain: '1h',
    sticky: '1m',
  };
}

/** Asks, and takes a refusal for an answer. */
async function ask<Name extends OperationName>(
  asked: Asked,
  name: Name,
  given: Operations[Name]['ask'],
): Promise<void> {
  const answer = await asked.ask(name, given);
  if ('problem' in answer) expect(answer.problem.status).toBeLessThan(500);
}

const PATCHES = [
  { explore: 0.3 },
  { policy: { type: 'ucb1' }, memory: null },
  { policy: { type: 'sw-moss' }, memory: { decisions: 25, maxAge: '1h' } },
  { reward: { timeout: '10m' } },
] as const;

/** Many decisions and rewards at once, or some change. */
async function something(asked: Asked, clock: HandClock, random: Random): Promise<void> {
  const what = random.below(12);
  const { decisions } = await asked.ok('state', { key: 'x' });
  if (what < 7) {
    const asks = Array.from({ length: 10 }, () => {
      const number = decisions - 1 - random.below(20);
      const value = random.below(3) / 2;
      const kind = random.below(5);
      if (kind < 2) return ask(asked, 'decide', { key: 'x', request: {} });
      const unit = `unit${random.below(3)}`;
      if (kind === 2) return ask(asked, 'decide', { key: 'x', request: { unit } });
      return ask(asked, 'reward', { experiment: 1, number, value });
    });
    await Promise.all(asks);
  } else if (what === 7) {
    await ask(asked, 'cancel', { experiment: 1, number: decisions - 1 - random.below(5) });
  } else if (what === 8) {
    const patch = PATCHES[random.below(PATCHES.length)];
    await ask(asked, 'change', { key: 'x', patch });
  } else if (what === 9) {
    const arm = ['c', 'd', 'e'][random.below(3)];
    if (random.below(3) === 0) await ask(asked, 'retireArm', { key: 'x', arm });
    else await ask(asked, 'changeArm', { key: 'x', arm, change: { payload: decisions } });
  } else {
    clock.pass([20_000, 61_000, 301_000, 4_000_000][random.below(4)]);
    await asked.writer.turn();
  }
}

it.each([
  ['auto', false, 1],
  ['sw-ucb', true, 2],
  ['d-klucb', false, 3],
  ['ts', true, 4],
  ['sw-ts', false, 5],
] as const)('%s, rewards held: %s', async (type, isHeld, seed) => {
  const random = randomStream(seed);
  const clock = new HandClock();
  let asked = await startWriter(store, { clock });
  await asked.create('x', experiment(type, isHeld));
  let crashes = 0;
  for (let i = 0; i < 150; i++) {
    await something(asked, clock, random);
    if (random.below(8) > 0) continue;
    const before = await asked.ok('state', { key: 'x' });
    asked = await startWriter(store, { clock, random: randomStream(seed + i) });
    expect(await asked.ok('state', { key: 'x' })).toEqual(before);
    crashes += 1;
  }
  expect(crashes).toBeGreaterThan(8);
  const row = await store.experiment('x');
  expect(row?.next).toBeGreaterThan(100);
});
