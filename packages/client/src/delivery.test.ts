import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeService, problem } from '../test/fake-service.ts';
import { FakeSurroundings } from '../test/fake-surroundings.ts';
import type { ClientProblem } from './client-problem.ts';
import { Driftline, type DriftlineOptions } from './driftline.ts';
import { MemoryStorage, type RewardStorage } from './storage.ts';

let service: FakeService;
let clock: FakeSurroundings;
let problems: ClientProblem[];
let storage: RewardStorage;

beforeEach(async () => {
  service = await FakeService.start();
  clock = new FakeSurroundings();
  problems = [];
  storage = new MemoryStorage();
});
afterEach(() => service.stop());

function connect(options: Partial<DriftlineOptions> = {}): Driftline {
  return new Driftline({
    url: service.url,
    onProblem: (met) => problems.push(met),
    surroundings: clock,
    storage,
    ...options,
  });
}

function codes(): string[] {
  return problems.map(({ code }) => code);
}

/** What the service was sent, batch by batch. */
function batches(): unknown[][] {
  return service.requests
    .filter(({ path }) => path === '/v1/batch')
    .map(({ body }) => JSON.parse(body).operations);
}

test('a reward is acknowledged, and nothing waits', async () => {
  const client = connect();
  const choice = await client.decide('checkout', { fallback: 'blue' });
  expect(await choice.reward(1)).toBe('counted');
  expect(await choice.reward(1)).toBe('duplicate');
  expect(client.pending).toBe(0);
  expect(service.decisions[0]).toMatchObject({ outcome: 1, counted: 1 });
  expect(clock.waits).toEqual([]);
});

test('cancel, and reward by an id that was kept', async () => {
  const client = connect();
  const choice = await client.decide('checkout', { fallback: 'blue' });
  expect(await choice.cancel()).toBe('cancelled');
  service.decide();
  expect(await client.reward('d_1', 0.5)).toBe('counted');
  expect(await client.cancel('d_0')).toBe('duplicate');
});

describe.each([
  ['cut before', 'overloaded'],
  ['cut after', 'page of a proxy'],
  ['half an answer', problem(429, 'rate-limited')],
] as const)('a reward waits over "%s" and %j', (...faults) => {
  test('and is counted once', async () => {
    const client = connect();
    service.decide();
    service.faults.push(...faults);
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(client.pending).toBe(1);
    clock.passToNext();
    await service.received(2);
    await client.close();
    expect(client.pending).toBe(1);
    // The program starts again with what the storage kept.
    const again = connect();
    expect(await again.flush()).toEqual([]);
    expect(service.decisions[0]).toMatchObject({ outcome: 1, counted: 1 });
    expect(problems).toEqual([]);
  });
});

test('a restart delivers by itself what was left', async () => {
  service.decide();
  service.faults.push('cut before');
  const first = connect();
  await first.reward('d_0', 1);
  await first.close();
  connect();
  await service.received(2);
  expect(service.decisions[0].outcome).toBe(1);
});

test('tries are further and further apart, up to a minute, and by no more than chance alike', async () => {
  const client = connect();
  service.decide();
  const waits: number[] = [];
  for (let failure = 1; failure <= 9; failure++) {
    service.faults.push('cut before');
    if (failure === 1) await client.reward('d_0', 1);
    else await client.flush();
    waits.push(clock.waits[0]);
  }
  expect(waits).toEqual([375, 750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]);
  clock.chance = 0;
  service.faults.push('cut before');
  await client.flush();
  expect(clock.waits).toEqual([30_000]);
});

test('the service says when to come back: by a header, or in the body where pages can read it', async () => {
  const client = connect();
  service.decide();
  service.faults.push('overloaded');
  await client.reward('d_0', 1);
  expect(clock.waits).toEqual([7000 + 375]);
  service.faults.push(problem(429, 'rate-limited', { retryAfter: 20 }));
  await client.flush();
  expect(clock.waits).toEqual([20_000 + 750]);
  service.faults.push(problem(503, 'starting', { retryAfter: 1e9 }));
  await client.flush();
  expect(clock.waits).toEqual([3_600_000 + 1500]);
});

test('while it waits for another try, rewards that come are kept and do not knock', async () => {
  const client = connect();
  for (let count = 0; count < 5; count++) service.decide();
  service.faults.push('cut before');
  await client.reward('d_0', 1);
  for (let number = 1; number < 5; number++) {
    expect(await client.reward(`d_${number}`, 1)).toBe('waiting');
  }
  expect(service.requests).toHaveLength(1);
  expect(client.pending).toBe(5);
  clock.passToNext();
  await service.received(2);
  expect(await client.flush()).toEqual([]);
  expect(batches()[1]).toEqual(
    [0, 1, 2, 3, 4].map((number) => ({ reward: `d_${number}`, value: 1 })),
  );
});

test('an experiment that is out of order keeps the others waiting for a moment only', async () => {
  const client = connect();
  for (let count = 0; count < 4; count++) service.decide();
  service.damaged.add('d_0');
  expect(await client.reward('d_0', 1)).toBe('waiting');
  await client.flush();
  await client.flush();
  expect(clock.waits).toEqual([1500]);
  // Something else gets through, and the next try comes soon again.
  expect(await client.reward('d_1', 1)).toBe('waiting');
  expect(await client.flush()).toHaveLength(1);
  expect(service.decisions[1].counted).toBe(1);
  expect(clock.waits).toEqual([375]);
});

test('a service that does not answer is left after ten seconds', async () => {
  const client = connect();
  service.decide();
  service.faults.push('hold');
  const rewarded = client.reward('d_0', 1);
  await service.received(1);
  expect(clock.waits).toEqual([10_000]);
  clock.passToNext();
  expect(await rewarded).toBe('waiting');
  expect(clock.waits).toEqual([375]);
});

test('many go in requests of at most 1000 operations and 60 KB, in order', async () => {
  const client = connect();
  service.faults.push('cut before');
  service.decide();
  await client.reward('d_0', 1);
  for (let number = 1; number < 2500; number++) {
    service.decide();
    await client.reward(`d_${number}`, number / 2500);
  }
  expect(await client.flush()).toEqual([]);
  const sizes = batches().slice(1);
  expect(sizes.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(service.decisions.every(({ counted }) => counted === 1)).toBe(true);
  expect(batches().slice(1).flat()).toEqual(
    service.decisions.map(({ number }) => ({
      reward: `d_${number}`,
      value: number === 0 ? 1 : number / 2500,
    })),
  );

  const units = Array.from({ length: 300 }, (_, place) => `${place}-${'€'.repeat(120)}`);
  for (const unit of units) service.decide(unit);
  service.faults.push('cut before');
  const before = service.requests.length;
  await Promise.all(units.map((unit) => client.rewardUnit('checkout', unit, 1)));
  expect(await client.flush()).toEqual([]);
  const bodies = service.requests.slice(before).map(({ body }) => Buffer.byteLength(body));
  expect(Math.max(...bodies)).toBeGreaterThan(50_000);
  expect(Math.max(...bodies)).toBeLessThan(61_000);
});

test('fewer go at once where they are too many for the rate of the key, and soon more again', async () => {
  const client = connect();
  service.faults.push('cut before');
  for (let number = 0; number < 100; number++) {
    service.decide();
    await client.reward(`d_${number}`, 1);
  }
  const tooMany = problem(429, 'rate-limited');
  service.faults.push(tooMany, tooMany, tooMany);
  while ((await client.flush()).length > 0);
  const sizes = batches().map(({ length }) => length);
  expect(sizes).toEqual([1, 100, 50, 25, 12, 24, 48, 16]);
});

describe('what the service refuses', () => {
  test('is reported once and dropped; the rest goes through', async () => {
    const client = connect();
    service.decide();
    service.decide();
    const outcomes = await Promise.all([
      client.reward('d_0', 2),
      client.reward('d_99', 1),
      client.reward('d_1', 1),
      client.reward('d_1', 0),
    ]);
    expect(outcomes).toEqual(['refused', 'refused', 'counted', 'refused']);
    expect(client.pending).toBe(0);
    expect(codes()).toEqual(['reward-refused', 'reward-refused', 'reward-refused']);
    expect(problems[0]).toMatchObject({ decisionId: 'd_0', problem: { status: 422 } });
    expect(problems[0].message).toBe(
      'the reward 2 of decision d_0 was refused and is dropped (reward-out-of-range: made by a test)',
    );
  });

  test('in a whole batch is looked for in its halves, and alone is dropped', async () => {
    const client = connect();
    service.faults.push('cut before');
    for (let number = 0; number < 5; number++) {
      service.decide();
      await client.reward(`d_${number}`, 1);
    }
    // Five, then two of which the second is at fault, then three.
    service.faults.push(
      problem(400, 'invalid'),
      problem(400, 'invalid'),
      'none',
      problem(400, 'invalid'),
    );
    expect(await client.flush()).toEqual([]);
    expect(batches().map(({ length }) => length)).toEqual([1, 5, 2, 1, 1, 3]);
    expect(service.decisions.map(({ counted }) => counted)).toEqual([1, 0, 1, 1, 1]);
    expect(codes()).toEqual(['reward-refused']);
    expect(problems[0].decisionId).toBe('d_1');
  });

  test('because of the key waits until that is put right, and is reported once', async () => {
    const client = connect();
    service.decide();
    service.faults.push(problem(401, 'unauthorized'), problem(401, 'unauthorized'));
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(await client.flush()).toHaveLength(1);
    expect(codes()).toEqual(['not-allowed']);
    expect(await client.flush()).toEqual([]);
    expect(service.decisions[0].counted).toBe(1);
  });

  test('because of what the key may do, as well', async () => {
    const client = connect();
    service.decide();
    service.forbidden = true;
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(await client.flush()).toHaveLength(1);
    expect(codes()).toEqual(['not-allowed']);
    expect(clock.waits).toHaveLength(1);
    service.forbidden = false;
    expect(await client.flush()).toEqual([]);
  });

  test('is believed of the service alone: what a proxy refuses waits', async () => {
    const client = connect();
    service.decide();
    service.faults.push({ ...problem(400, ''), type: 'about:blank' });
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(await client.flush()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('for not being a finite number never leaves', async () => {
    expect(await connect().reward('d_0', Number.NaN)).toBe('refused');
    expect(service.requests).toEqual([]);
    expect(codes()).toEqual(['reward-refused']);
  });
});

test('a reward is given up a week after its decision expired, and not without a try', async () => {
  const client = connect();
  const day = 86_400_000;
  const expiresAt = new Date(clock.now() + 3 * day).toISOString();
  service.faults.push('cut before', 'cut before', 'cut before');
  await client.reward('d_0', 1, expiresAt);
  clock.pass(10 * day - 1);
  await service.received(2);
  expect(await client.flush()).toHaveLength(1);
  clock.pass(day);
  service.faults.push('cut before', 'cut before');
  expect(await client.flush()).toEqual([]);
  expect(codes()).toEqual(['gave-up']);
});

test('a moment that is none sets no limit', async () => {
  const client = connect();
  service.faults.push('cut before');
  expect(await client.reward('d_0', 1, 'tomorrow')).toBe('waiting');
  expect(codes()).toEqual([]);
});

test('no more than maxWaiting are kept', async () => {
  const client = connect({ maxWaiting: 2 });
  service.decide();
  service.faults.push('cut before');
  expect(await client.reward('d_0', 1)).toBe('waiting');
  expect(await client.reward('d_0', 1)).toBe('waiting');
  expect(await client.reward('d_0', 1)).toBe('refused');
  expect(codes()).toEqual(['too-many-waiting']);
  await client.flush();
  expect(await client.reward('d_0', 1)).toBe('duplicate');
});

describe("a unit's reward", () => {
  test('goes to its last decision', async () => {
    service.decide('u');
    service.decide('v');
    service.decide('u');
    expect(await connect().rewardUnit('checkout', 'u', 1)).toBe('counted');
    expect(service.decisions.map(({ outcome }) => outcome)).toEqual([undefined, undefined, 1]);
  });

  test('that was counted without an answer does not count for a newer decision as well', async () => {
    service.decide('u');
    const client = connect();
    // The unit's decision is found; its reward is counted, and the answer lost.
    service.faults.push('none', 'cut after');
    expect(await client.rewardUnit('checkout', 'u', 1)).toBe('waiting');
    expect(service.decisions[0].counted).toBe(1);
    service.decide('u');
    await client.close();
    expect(await connect().flush()).toEqual([]);
    expect(service.decisions.map(({ counted }) => counted)).toEqual([1, 0]);
    expect(problems).toEqual([]);
  });

  test('of whom nothing was decided is reported and dropped', async () => {
    expect(await connect().rewardUnit('checkout', 'nobody', 1)).toBe('refused');
    expect(problems[0]).toMatchObject({ code: 'reward-refused', experiment: 'checkout' });
    expect(problems[0].message).not.toContain('nobody');
  });
});

test('rewards for two services share a storage and do not meet', async () => {
  const other = await FakeService.start();
  service.decide();
  other.decide();
  service.faults.push('cut before');
  const client = connect();
  await client.reward('d_0', 1);
  const second = connect({ url: other.url });
  expect(second.pending).toBe(0);
  expect(await second.reward('d_0', 0)).toBe('counted');
  expect(await client.flush()).toEqual([]);
  expect([service, other].map(({ decisions }) => decisions[0].outcome)).toEqual([1, 0]);
  await other.stop();
});

describe('a storage that fails', () => {
  test('leaves rewards in memory, is reported once, and nothing counts twice', async () => {
    const full = new MemoryStorage();
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    storage = full;
    const client = connect();
    service.decide();
    service.faults.push('cut before');
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(client.pending).toBe(2);
    expect(await client.flush()).toEqual([]);
    expect(service.decisions[0].counted).toBe(1);
    expect(codes()).toEqual(['not-stored']);
  });

  test('as where a browser forbids it altogether, keeps nobody from reporting', async () => {
    const fails = () => {
      throw new Error('SecurityError');
    };
    storage = { length: 1, key: fails, getItem: fails, setItem: fails, removeItem: fails };
    const client = connect();
    service.decide();
    expect(await client.reward('d_0', 1)).toBe('counted');
    expect(codes()).toEqual(['not-stored']);
  });

  test('that can no more be read fails no delivery', async () => {
    service.decide();
    service.faults.push('cut before');
    const client = connect();
    await client.reward('d_0', 1);
    const read = storage.getItem.bind(storage);
    storage.getItem = () => {
      throw new Error('gone');
    };
    expect(await client.flush()).toEqual([{ kind: 'unreadable' }]);
    storage.getItem = read;
    expect(await client.flush()).toEqual([]);
  });

  test("forgets a unit's reward that it can't replace by the one whose decision is known", async () => {
    service.decide('u');
    service.faults.push('cut before');
    const client = connect();
    await client.rewardUnit('checkout', 'u', 1);
    storage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    service.faults.push('none', 'cut after');
    expect(await client.flush()).toHaveLength(1);
    // The program dies here: what would be found again by the unit is not in the storage any more.
    expect(storage.length).toBe(0);
  });

  test('with something else in it loses that alone', async () => {
    const prefix = `driftline ${service.url} `;
    for (const [place, text] of [
      '{',
      '7',
      '{"kind":"reward"}',
      '{"kind":"fly","made":1,"expiresAt":null}',
    ].entries()) {
      await storage.setItem(`${prefix}${place}`, text);
    }
    await storage.setItem('theme', 'dark');
    service.decide();
    const client = connect();
    expect(await client.reward('d_0', 1)).toBe('counted');
    expect(await client.flush()).toEqual([]);
    expect(codes()).toEqual(Array.from({ length: 4 }, () => 'storage-unreadable'));
    expect(storage.length).toBe(1);
  });
});

test('pages that share a storage lose nothing of each other', async () => {
  const first = connect({ surroundings: new FakeSurroundings('a') });
  const second = connect({ surroundings: new FakeSurroundings('b') });
  for (let count = 0; count < 20; count++) service.decide();
  service.faults.push('cut before', 'cut before');
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      (number % 2 ? first : second).reward(`d_${number}`, 1),
    ),
  );
  expect(first.pending).toBe(20);
  await Promise.all([first.flush(), second.flush()]);
  expect([first.pending, second.pending]).toEqual([0, 0]);
  expect(service.decisions.every(({ counted }) => counted === 1)).toBe(true);
});

test('after close nothing is tried by itself, and what comes is kept', async () => {
  const client = connect();
  await client.close();
  expect(await client.reward('d_0', 1)).toBe('waiting');
  expect(service.requests).toEqual([]);
  expect(client.pending).toBe(1);
});
