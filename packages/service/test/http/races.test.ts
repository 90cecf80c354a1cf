import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Started, startedWithExperiment } from './started.ts';

describe('a reward counts once', () => {
  test('sent five times', async () => {
    const { decide, reward, state } = await startedWithExperiment();
    const { decisionId, arm } = await decide();
    const statuses: string[] = [];
    for (let time = 0; time < 5; time++) statuses.push((await reward(decisionId, 1)).body.status);
    expect(statuses).toEqual(['counted', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
    const { arms } = await state();
    expect(arms.find(({ key }: { key: string }) => key === arm).observed).toBe(1);
  });

  test('sent a hundred times at once', async () => {
    const { decide, reward, state } = await startedWithExperiment();
    const { decisionId } = await decide();
    const answers = await Promise.all(Array.from({ length: 100 }, () => reward(decisionId, 0.5)));
    const statuses = answers.map(({ body }) => body.status);
    expect(statuses.filter((status) => status === 'counted')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'duplicate')).toHaveLength(99);
    const { arms, pending } = await state();
    expect(arms.map(({ observed }: { observed: number }) => observed).sort()).toEqual([0, 0, 1]);
    expect(pending).toBe(0);
  });

  test('different ones at once: one is stored, the others are told which', async () => {
    const { decide, reward } = await startedWithExperiment();
    const { decisionId } = await decide();
    const values = Array.from({ length: 20 }, (_, i) => i / 20);
    const answers = await Promise.all(values.map((value) => reward(decisionId, value)));
    const winner = values[answers.findIndex(({ status }) => status === 200)];
    const others = answers.filter(({ status }) => status !== 200);
    expect(others).toHaveLength(19);
    for (const { status, body } of others) {
      expect([status, body.type, body.stored]).toEqual([409, '/problems/conflict', winner]);
    }
  });

  test('of fifty decisions in any order', async () => {
    const { decide, reward, state } = await startedWithExperiment();
    const ids: string[] = [];
    for (let i = 0; i < 50; i++) ids.push((await decide()).decisionId);
    const reordered = ids
      .map((id, i) => [id, (i * 17) % 50] as const)
      .sort(([, a], [, b]) => a - b);
    const answers = await Promise.all(reordered.flatMap(([id]) => [reward(id, 1), reward(id, 1)]));
    const counted = answers.filter(({ body }) => body.status === 'counted');
    expect(counted).toHaveLength(50);
    const { arms, pending } = await state();
    const observed = arms.map((arm: { observed: number }) => arm.observed);
    expect(observed.reduce((sum: number, each: number) => sum + each, 0)).toBe(50);
    expect(pending).toBe(0);
  });

  test('a reward and a cancel at once: one of them, and the other is told', async () => {
    const { call, decide, reward } = await startedWithExperiment();
    const { decisionId } = await decide();
    const answers = await Promise.all([
      reward(decisionId, 1),
      call('POST', `/v1/decisions/${decisionId}/cancel`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a client that is gone before its answer', () => {
  /** Sends a request, reads nothing, and hangs up as soon as something new is stored. */
  async function sentAndGone(
    { address, admin, stored }: Started,
    path: string,
    body: object,
    headers: readonly string[] = [],
  ): Promise<void> {
    const before = await stored();
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const text = JSON.stringify(body);
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${admin}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      ...headers,
    ];
    socket.pause().write(`${lines.join('\r\n')}\r\n\r\n${text}`);
    await expect.poll(stored).not.toBe(before);
    socket.destroy();
  }

  test('finds at its retry that the reward was stored', async () => {
    const service = await startedWithExperiment();
    const { decide, reward, state } = service;
    const statuses: string[] = [];
    for (let time = 0; time < 5; time++) {
      const { decisionId } = await decide();
      await sentAndGone(service, `/v1/decisions/${decisionId}/reward`, { value: 1 });
      statuses.push((await reward(decisionId, 1)).body.status);
    }
    expect(statuses).toEqual(Array(5).fill('duplicate'));
    const { arms } = await state();
    const observed = arms.map((arm: { observed: number }) => arm.observed);
    expect(observed.reduce((sum: number, each: number) => sum + each, 0)).toBe(5);
  });

  test('gets the same decision again by its idempotency key', async () => {
    const service = await startedWithExperiment();
    const { call, state } = service;
    const path = '/v1/experiments/checkout/decisions';
    const headers = { 'idempotency-key': 'order-17' };
    await sentAndGone(service, path, {}, ['Idempotency-Key: order-17']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', path, { body: {}, headers })),
    );
    expect(new Set(answers.map(({ body }) => body.decisionId)).size).toBe(1);
    expect((await state()).decisions).toBe(1);
  });
});
