/** A store with something of everything that a store can hold, for tests that copy it. */
import { addKey, revokeKey } from '../src/manage-keys.ts';
import type { Store } from '../src/store/store.ts';
import { type Asked, HandClock, START, startWriter } from './writer/bench.ts';

const DAY = 86_400_000;
const REWARD = { min: 0, max: 1, timeout: '1h' } as const;
const ARMS = [
  { key: 'a' },
  { key: 'b', payload: { color: '#00f', text: 'Größe 🚲' } },
  { key: 'c' },
];

/** Decisions with all that they can carry, and each kind of outcome; returns those that wait. */
async function play(asked: Asked, key: string, experiment: number, round = 1): Promise<number[]> {
  const numbers: number[] = [];
  for (let i = 0; i < 30; i++) {
    const request = {
      ...(i % 2 === 0 ? { unit: `visitor ${i % 7}` } : {}),
      ...(i % 3 === 0 ? { context: { page: i, 'naïve 😀': [null, true, 1e-300] } } : {}),
      ...(i % 5 === 0 ? { exclude: ['c'] } : {}),
    };
    const { number } = await asked.decide(
      key,
      request,
      i % 4 === 0 ? `${key}-${round}-${i}` : undefined,
    );
    numbers.push(number ?? -1);
  }
  for (const number of numbers.slice(0, 15))
    await asked.reward(number, number % 3 === 0 ? 0.1 : 1, experiment);
  await asked.ok('cancel', { experiment, number: numbers[15] });
  return numbers.slice(16);
}

/** The decisions of the first experiment that may still be rewarded. */
export interface Filled {
  readonly waiting: readonly number[];
  readonly clock: HandClock;
}

/** Days from the first decision to the last. */
const DAYS = 4;

/** Fills a store by the writer itself, and closes it. The last decisions are made at `end`. */
export async function fillStore(
  open: () => Promise<Store>,
  location: string,
  end = START,
): Promise<Filled> {
  const clock = new HandClock(end - DAYS * DAY);
  // Days pass between two turns here, which a service takes for a long stop unless its clock is accepted.
  const asked = await startWriter(await open(), { clock, acceptsClock: true });
  await asked.create('first', { arms: ARMS, reward: REWARD });
  await asked.create('held', {
    arms: ARMS,
    reward: { ...REWARD, missing: 0 },
    policy: { type: 'sw-ucb' },
    memory: { decisions: 10 },
    retain: '1d',
  });
  await asked.create('idle', { arms: ARMS, reward: REWARD, policy: { type: 'ts' } });
  await play(asked, 'held', 2);
  // Closes what is overdue, and retention deletes what is older than two snapshots: the log has gaps from then on.
  for (let day = 0; day < DAYS; day++) {
    clock.pass(DAY);
    for (let turn = 0; turn < 4; turn++) await asked.writer.turn();
    await asked.reward(20 + day, 1, 2);
  }
  await play(asked, 'held', 2, 2);
  await asked.ok('change', { key: 'held', patch: { memory: { decisions: 12 } } });
  await asked.ok('addArm', { key: 'first', arm: 'd', change: { payload: [1, 2] } });
  const waiting = await play(asked, 'first', 1);
  await asked.ok('eraseUnit', { key: 'first', unit: 'visitor 2' });
  await asked.ok('setStatus', { key: 'idle', status: 'paused' });
  await asked.writer.close();
  await addKey(location, { name: 'shop', scopes: ['decide', 'reward'], experiments: ['first'] });
  await addKey(location, { name: 'page', scopes: ['decide'], origins: ['https://shop.example'] });
  await revokeKey(location, 'page');
  return { waiting, clock };
}
