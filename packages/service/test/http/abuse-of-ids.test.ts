import { expect, test } from 'vitest';
import { refused, sharedService, startedWithExperiment } from './started.ts';

const shared = sharedService();

/** The name of one decision with the signature of another. */
function moved(one: string, other: string): string {
  const [name, signature] = [one, other].map((id) => Buffer.from(id.slice(2), 'base64url'));
  return `d_${Buffer.concat([name.subarray(0, 11), signature.subarray(11)]).toString('base64url')}`;
}

test('ids of decisions that were not given out are unknown, all in one way', async () => {
  const running = shared();
  const { call, decide } = running;
  const [one, other] = [(await decide()).decisionId, (await decide()).decisionId];
  const forged = [
    `${one.slice(0, -1)}${one.endsWith('A') ? 'B' : 'A'}`,
    one.slice(0, -1),
    `${one}A`,
    moved(one, other),
    `d_${Buffer.alloc(23).toString('base64url')}`,
    one.toLowerCase(),
    "d_' OR 1=1 --",
  ];
  for (const id of forged) {
    for (const what of ['reward', 'cancel']) {
      const asked = what === 'reward' ? { body: { value: 1 } } : {};
      const path = `/v1/decisions/${encodeURIComponent(id)}/${what}`;
      const problem = await refused(running, 404, () => call('POST', path, asked));
      expect(problem).toEqual({
        type: '/problems/not-found',
        title: 'Not found',
        status: 404,
        detail: 'there is no such decision, or it has been deleted',
      });
    }
    const operations = [{ reward: id, value: 1 }, { cancel: id }];
    const before = await running.stored();
    const { body } = await call('POST', '/v1/batch', { body: { operations } });
    expect(body.results).toMatchObject([
      { problem: { status: 404 } },
      { problem: { status: 404 } },
    ]);
    expect(await running.stored()).toBe(before);
  }
  expect((await running.reward(one, 1)).status).toBe(200);
});

test('what is too short or too long to be one is not well formed', async () => {
  const running = shared();
  for (const id of ['d_', `d_${'A'.repeat(400)}`]) {
    await refused(running, 400, () => running.reward(id, 1));
  }
});

test('a decision of another store is unknown here', async () => {
  const running = shared();
  const elsewhere = await startedWithExperiment();
  const { decisionId } = await elsewhere.decide();
  await running.decide();
  await refused(running, 404, () => running.reward(decisionId, 1));
});
