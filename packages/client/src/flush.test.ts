/** Tests of `flush`, which waits for rewards and returns the rest, and of the types of `decide`. */
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { FakeService } from '../test/fake-service.ts';
import { FakeSurroundings } from '../test/fake-surroundings.ts';
import type { Choice } from './choice.ts';
import { Driftline, type DriftlineOptions } from './driftline.ts';
import { MemoryStorage } from './storage.ts';
import type { Undelivered } from './undelivered.ts';
import type { Json } from './wire.ts';

let service: FakeService;
let clock: FakeSurroundings;

beforeEach(async () => {
  service = await FakeService.start();
  clock = new FakeSurroundings();
});
afterEach(() => service.stop());

function connect(options: Partial<DriftlineOptions> = {}): Driftline {
  return new Driftline({
    url: service.url,
    onProblem: () => undefined,
    surroundings: clock,
    ...options,
  });
}

test('flush returns each reward and cancellation that still waits, the oldest first', async () => {
  const client = connect();
  await service.goAway();
  const since = new Date(clock.now()).toISOString();
  await client.reward('d_0', 0.5);
  await client.cancel('d_1');
  await client.rewardUnit('checkout', 'visitor-7', 1);
  expect(await client.flush()).toEqual([
    { kind: 'reward', since, decisionId: 'd_0', value: 0.5 },
    { kind: 'cancel', since, decisionId: 'd_1' },
    { kind: 'unit-reward', since, experiment: 'checkout', unit: 'visitor-7', value: 1 },
  ]);
  expect(client.pending).toBe(3);
  await service.comeBack();
  service.decide();
  service.decide('visitor-7');
  expect(await client.flush()).toEqual([]);
  expect(client.pending).toBe(0);
});

/** A storage that keeps an item only when it is released, as a disk does. */
class SlowStorage extends MemoryStorage {
  release: () => void = () => undefined;

  override setItem(key: string, value: string): Promise<void> {
    return new Promise((resolve) => {
      this.release = () => {
        super.setItem(key, value);
        resolve();
      };
    });
  }
}

test('flush waits for a reward that is still on its way into the storage', async () => {
  const storage = new SlowStorage();
  const client = connect({ storage });
  service.decide();
  const rewarded = client.reward('d_0', 1);
  const flushed = client.flush();
  storage.release();
  expect(await flushed).toEqual([]);
  expect(service.decisions[0]).toMatchObject({ outcome: 1, counted: 1 });
  expect(await rewarded).toBe('counted');
});

test('flush does not fail over a time in the storage that no calendar has', async () => {
  const storage = new MemoryStorage();
  const data = { kind: 'cancel', decisionId: 'd_0', made: 1e300, expiresAt: null };
  storage.setItem(`driftline ${service.url} x`, JSON.stringify(data));
  const codes: string[] = [];
  const client = connect({ storage, onProblem: ({ code }) => codes.push(code) });
  expect(await client.flush()).toEqual([]);
  expect(codes).toEqual(['storage-unreadable']);
});

test('decide gives payloads the type that is named, and null for a fallback', async () => {
  interface Button {
    readonly color: string;
  }
  const client = connect();
  const choice = await client.decide<Button>('checkout', { fallback: 'blue' });
  expectTypeOf(choice).toEqualTypeOf<Choice<Button>>();
  expectTypeOf(choice.payload).toEqualTypeOf<Button | null>();
  expect(choice.payload?.color).toBe('red');
  const plain = await client.decide('checkout', { fallback: 'blue' });
  expectTypeOf(plain.payload).toEqualTypeOf<Json>();
  await service.goAway();
  const fallback = await client.decide<Button>('checkout', { fallback: 'blue' });
  expect([fallback.reason, fallback.payload]).toEqual(['fallback', null]);
  await service.comeBack();
  expectTypeOf(client.flush).returns.resolves.toEqualTypeOf<readonly Undelivered[]>();
});
