/** Answers that no service of ours gives: what stands in them is not trusted. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeService, type Fault, problem } from '../test/fake-service.ts';
import { FakeSurroundings } from '../test/fake-surroundings.ts';
import { answerText } from './answer-text.ts';
import type { ClientProblem } from './client-problem.ts';
import { Driftline } from './driftline.ts';

let service: FakeService;
let clock: FakeSurroundings;
let problems: ClientProblem[];

beforeEach(async () => {
  service = await FakeService.start();
  clock = new FakeSurroundings();
  problems = [];
});
afterEach(() => service.stop());

function connect(): Driftline {
  return new Driftline({
    url: service.url,
    onProblem: (met) => problems.push(met),
    surroundings: clock,
  });
}

/** The first two waits before another try. */
const WAITS = [375, 750];

/** Pause after an answer, in addition to the client's own growing pause. */
async function addedWait(fault: Fault): Promise<number> {
  const client = connect();
  service.decide();
  service.faults.push(fault);
  expect(await client.reward('d_0', 1)).toBe('waiting');
  const [wait] = clock.waits;
  await client.close();
  return wait - WAITS[0];
}

/** A problem whose `retryAfter` is any text of JSON. */
function asking(retryAfter: string, headers = {}): Fault {
  const { title, ...rest } = problem(503, 'overloaded');
  const body = JSON.stringify({ title: `${title}?`, ...rest }).replace(
    '}',
    `,"retryAfter":${retryAfter}}`,
  );
  return { raw: { status: 503, headers, body } };
}

describe('the wait that a problem asks for', () => {
  test.each(['-1', '-1e300', '1e999', '-1e999', '"5"', '"soon"', 'null', '[9]', '{}', 'true'])(
    'has no say if it is %s',
    async (retryAfter) => {
      expect(await addedWait(asking(retryAfter))).toBe(0);
    },
  );

  test.each([
    ['0', 0],
    ['0.5', 500],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['1e308', 3_600_000],
  ])('is kept up to an hour: %s', async (retryAfter, millis) => {
    expect(await addedWait(asking(retryAfter))).toBe(millis);
  });

  test('has no say if it is negative in the result of one operation of a batch', async () => {
    const wrong = JSON.stringify({
      results: [{ problem: { ...problem(503, 'damaged'), retryAfter: -7 } }],
    });
    expect(await addedWait({ raw: { status: 200, body: wrong } })).toBe(0);
    const text = wrong.replace('-7', '"x"');
    expect(await addedWait({ raw: { status: 200, body: text } })).toBe(0);
  });

  test('grows as usual while wrong answers come', async () => {
    const client = connect();
    service.decide();
    const waits: number[] = [];
    for (let failure = 1; failure <= 4; failure++) {
      service.faults.push(asking('-1000'));
      if (failure === 1) await client.reward('d_0', 1);
      else await client.flush();
      waits.push(clock.waits[0]);
    }
    expect(waits).toEqual([375, 750, 1500, 3000]);
  });
});

describe('the header Retry-After', () => {
  const date = 'Wed, 18 Nov 2026 02:43:00 GMT';

  test.each([
    ['7', 7000],
    ['1.5', 1500],
    ['99999999', 3_600_000],
    ['999999999999999999999', 0],
    ['-7', 0],
    ['Infinity', 0],
    ['NaN', 0],
    ['0x10', 0],
    ['1e9', 0],
    ['soon', 0],
    ['-2026', 0],
    ['Wed, 18 Nov 2026 02:43:30 GMT', 30_000],
    ['Wed, 18 Nov 2026 02:42:30 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
    ['Wed, 99 Nov 2026 99:99:99 GMT', 0],
  ])('%s is %i ms more', async (value, millis) => {
    const headers = { 'retry-after': value, date };
    expect(await addedWait({ raw: { status: 503, headers, body: 'busy' } })).toBe(millis);
  });

  test('counts if the body asks for something that is no time', async () => {
    expect(await addedWait(asking('-1', { 'retry-after': '9' }))).toBe(9000);
  });
});

describe('an answer of 64 MB that comes in 64 KB', () => {
  test('is no decision: the fallback is used', async () => {
    const client = connect();
    service.faults.push('an answer of 64 MB');
    const choice = await client.decide('checkout', { fallback: 'blue' });
    expect(choice).toMatchObject({ arm: 'blue', reason: 'fallback', decisionId: null });
    expect(choice.problem).toMatchObject({ code: 'not-available' });
    expect(choice.problem?.message).toContain('more than 8388608 bytes');
    expect(service.requests).toHaveLength(1);
  });

  test('acknowledges no reward: it waits, and counts once', async () => {
    const client = connect();
    service.decide();
    service.faults.push('an answer of 64 MB');
    expect(await client.reward('d_0', 1)).toBe('waiting');
    expect(client.pending).toBe(1);
    await client.flush();
    expect(client.pending).toBe(0);
    expect(service.decisions[0]).toMatchObject({ outcome: 1, counted: 1 });
  });

  test('is not read beyond the limit', async () => {
    let pulled = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000).fill(32));
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect(await answerText(new Response(body), 10_000)).toBeUndefined();
    expect(pulled).toBeLessThanOrEqual(13);
    expect(isCancelled).toBe(true);
  });

  test.each(['', 'ü€😀', `${'x'.repeat(9997)}€`])(
    'is told from one that fits: %#',
    async (text) => {
      expect(await answerText(new Response(text), 10_000)).toBe(text);
      const withoutBody = new Response(null);
      Object.defineProperty(withoutBody, 'text', { value: async () => text });
      expect(await answerText(withoutBody, 10_000)).toBe(text);
    },
  );
});
