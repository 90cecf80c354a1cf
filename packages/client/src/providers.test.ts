import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeService, problem } from '../test/fake-service.ts';
import { Driftline } from './driftline.ts';
import { check, decideAll, type Wish } from './providers.ts';

let service: FakeService;
let client: Driftline;

beforeEach(async () => {
  service = await FakeService.start();
  client = new Driftline({ url: service.url, key: 'dl_key', onProblem: () => {} });
});
afterEach(async () => {
  await client.close();
  await service.stop();
});

const PATIENT = 3_600_000;

function wish(experiment: string, more: Partial<Wish> = {}): Wish {
  return { experiment, fallback: 'blue', idempotencyKey: `key of ${experiment}`, ...more };
}

test('several decisions are one request, and each has its reward', async () => {
  const choices = await decideAll(client, [wish('a', { unit: 'u' }), wish('b')], PATIENT);
  expect(choices.map(({ experiment, arm, decisionId }) => [experiment, arm, decisionId])).toEqual([
    ['a', 'red', 'd_0'],
    ['b', 'green', 'd_1'],
  ]);
  expect(service.requests).toHaveLength(1);
  const { operations } = JSON.parse(service.requests[0].body);
  expect(operations[0]).toEqual({ decide: 'a', idempotencyKey: 'key of a', unit: 'u' });
  expect(await choices[0].reward(1)).toBe('counted');
  expect(await choices[1].cancel()).toBe('cancelled');
});

test('one that is refused leaves the others theirs', async () => {
  const choices = await decideAll(client, [wish('unknown'), wish('b')], PATIENT);
  expect(choices[0]).toMatchObject({
    arm: 'blue',
    reason: 'fallback',
    problem: { code: 'decision-refused', problem: { status: 404 } },
  });
  expect(choices[1]).toMatchObject({ reason: 'policy' });
});

test('so does one for which all of them are refused', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const wrong = wish('a', { context: circle as never });
  const choices = await decideAll(client, [wrong, wish('b'), wish('c')], PATIENT);
  expect(choices.map(({ reason }) => reason)).toEqual(['fallback', 'policy', 'policy']);
  expect(service.decisions).toHaveLength(2);
});

test('asked again with the same keys they are the same decisions', async () => {
  service.faults.push('cut after');
  const [lost] = await decideAll(client, [wish('a')], PATIENT);
  expect(lost).toMatchObject({ reason: 'fallback', problem: { code: 'not-available' } });
  const [found] = await decideAll(client, [wish('a')], PATIENT);
  expect(found.decisionId).toBe('d_0');
  expect(service.decisions).toHaveLength(1);
});

test('more than fit into a request are several requests', async () => {
  const context = 'x'.repeat(2000);
  const wishes = Array.from({ length: 40 }, (_, i) => wish(`e${i}`, { context }));
  const choices = await decideAll(client, wishes, PATIENT);
  expect(choices.map(({ experiment }) => experiment)).toEqual(
    wishes.map((each) => each.experiment),
  );
  expect(service.requests).toHaveLength(2);
  expect(await decideAll(client, [], PATIENT)).toEqual([]);
});

test('what is not answered in time is not waited for', async () => {
  service.faults.push('hold');
  const [choice] = await decideAll(client, [wish('a')], 20);
  expect(choice.problem?.code).toBe('not-available');
});

test('half an answer, a page of a proxy and a service that is busy are no decisions', async () => {
  service.faults.push('half an answer', 'page of a proxy', 'overloaded');
  for (let count = 0; count < 3; count++) {
    const [choice] = await decideAll(client, [wish('a')], PATIENT);
    expect(choice.problem?.code).toBe('not-available');
  }
});

test('whether the service is there is asked without any effect', async () => {
  expect(await check(client)).toBeNull();
  expect(service.decisions).toEqual([]);
  service.faults.push('overloaded');
  expect(await check(client)).toMatchObject({ code: 'not-available' });
  service.faults.push('none', problem(401, 'unauthorized'));
  expect(await check(client)).toMatchObject({ code: 'not-allowed', problem: { status: 401 } });
  await service.goAway();
  expect(await check(client)).toMatchObject({ code: 'not-available' });
  await service.comeBack();
});
