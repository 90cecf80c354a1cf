/** Metrics, alarms, history, report and export of the real service, over HTTP. */
import type { ExportLine, History, Report } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { started, startedWithExperiment } from './started.ts';

/** The sum of a metric's series whose labels match. */
function sumOf(text: string, name: string, labels = /(?:)/): number {
  return text
    .split('\n')
    .filter(
      (line) => line.startsWith(`driftline_${name}{`) || line.startsWith(`driftline_${name} `),
    )
    .filter((line) => labels.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test('what is done over HTTP is in the metrics', async () => {
  const { call, decide, reward } = await startedWithExperiment({ limits: { rate: 200 } });
  const decided = [];
  for (let i = 0; i < 10; i++) decided.push(await decide());
  await reward(decided[0].decisionId, 1);
  await reward(decided[0].decisionId, 1);
  await call('POST', `/v1/decisions/${decided[1].decisionId}/cancel`, {});
  const operations = Array.from({ length: 150 }, () => ({ decide: 'checkout' }));
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('POST', '/v1/batch', { body: { operations } })),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(answers.map(({ status }) => status)).toContain(429);
  const read = async () => {
    const { body } = await call('GET', '/metrics');
    return String(body);
  };
  // The writer hands over what it measured once in a while, and the key's bucket fills again.
  await expect
    .poll(async () => sumOf(await read(), 'decisions_total', /experiment="checkout"/))
    .toBe(10 + 150 * taken);
  const text = await read();
  expect(sumOf(text, 'rewards_total', /status="counted"/)).toBe(1);
  expect(sumOf(text, 'rewards_total', /status="duplicate"/)).toBe(1);
  expect(sumOf(text, 'cancels_total')).toBe(1);
  expect(sumOf(text, 'pending')).toBe(8 + 150 * taken);
  expect(sumOf(text, 'reward_delay_decisions_count')).toBe(1);
  expect(sumOf(text, 'shed_total', /why="rate-limited"/)).toBeGreaterThanOrEqual(149);
  expect(sumOf(text, 'batch_operations_sum')).toBeGreaterThanOrEqual(13 + 150 * taken);
  expect(sumOf(text, 'commit_seconds_count')).toBeGreaterThan(0);
  expect(sumOf(text, 'fold_events_total')).toBeGreaterThanOrEqual(12 + 150 * taken);
  expect(sumOf(text, 'http_seconds_count', /route="\/v1\/batch",status="200"/)).toBe(taken);
  expect(sumOf(text, 'ready')).toBe(1);
  await expect.poll(async () => sumOf(await read(), 'arm_share')).toBeCloseTo(1, 6);
});

test('silence is warned of in the list, in the state and in the metrics', async () => {
  const { call } = await started();
  const body = {
    arms: [{ key: 'blue' }, { key: 'green' }],
    reward: { min: 0, max: 1, timeout: '100ms' },
  };
  await call('PUT', '/v1/experiments/quiet', { body });
  const operations = Array.from({ length: 200 }, () => ({ decide: 'quiet' }));
  await call('POST', '/v1/batch', { body: { operations } });
  const codes = async () => {
    const { body: list } = await call('GET', '/v1/experiments');
    return list.experiments[0].warnings.map(({ code }: { code: string }) => code);
  };
  await expect.poll(codes).toEqual(['no-rewards']);
  const { body: state } = await call('GET', '/v1/experiments/quiet/state');
  expect(state.warnings.map(({ code }: { code: string }) => code)).toEqual(['no-rewards']);
  const { body: text } = await call('GET', '/metrics');
  expect(sumOf(String(text), 'warning', /experiment="quiet",code="no-rewards"/)).toBe(1);
});

test('history, report and export agree with what was done', async () => {
  const { call } = await started();
  const body = {
    arms: [{ key: 'blue' }, { key: 'green' }],
    policy: { type: 'uniform' },
    explore: 0.5,
    reward: { min: 0, max: 1, timeout: '1h' },
  };
  await call('PUT', '/v1/experiments/checkout', { body });
  const decide = Array.from({ length: 400 }, () => ({ decide: 'checkout' }));
  const { body: decided } = await call('POST', '/v1/batch', { body: { operations: decide } });
  const ids: { decisionId: string; arm: string }[] = decided.results.map(
    ({ ok }: { ok: { decisionId: string; arm: string } }) => ok,
  );
  const operations = ids.map(({ decisionId, arm }) => ({
    reward: decisionId,
    value: arm === 'blue' ? 1 : 0,
  }));
  await call('POST', '/v1/batch', { body: { operations } });
  const { body: told } = await call('GET', '/v1/experiments/checkout/export');
  const lines: ExportLine[] = String(told)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ decisionId, arm }) => ({ decisionId, arm }))).toEqual(
    ids.map(({ decisionId, arm }) => ({ decisionId, arm })),
  );
  const blue = lines.filter(({ arm }) => arm === 'blue').length;
  const asked = await call('GET', '/v1/experiments/checkout/history?bins=4');
  const history: History = asked.body;
  expect(history.bins).toHaveLength(4);
  const ofArm = (arm: number) =>
    history.bins.reduce((sum, { arms }) => sum + arms[arm].decisions, 0);
  expect([ofArm(0), ofArm(1)]).toEqual([blue, 400 - blue]);
  const { body: found }: { body: Report } = await call('GET', '/v1/experiments/checkout/report');
  const explored = lines.filter(({ reason }) => reason === 'explored');
  expect(found.arms.map(({ explored: mean }) => mean?.value)).toEqual([1, 0]);
  expect(found.uniform?.rewards).toBe(explored.length);
  // Decisions are drawn without a seed. Of about 200 draws of a fair coin, a share that is 0.3 off is 8 standard
  // deviations away. Whether the interval holds the true value in 95% of cases is tested with seeds.
  const { value = Number.NaN, low = Number.NaN, high = Number.NaN } = found.uniform ?? {};
  expect(Math.abs(value - 0.5)).toBeLessThan(0.3);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
});
