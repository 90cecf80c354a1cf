import { expect, test } from 'vitest';
import { EXPERIMENT, started, storeFile } from './started.ts';

test('a file that says more than is there is told of, and applied where that is asked for', async () => {
  const data = storeFile();
  const first = await started({ data, experiments: { shop: EXPERIMENT } });
  expect(first.service.declared).toEqual(['shop: created']);
  await first.close();

  const changed = {
    ...EXPERIMENT,
    arms: [{ key: 'blue', payload: 1 }, EXPERIMENT.arms[1], { key: 'violet' }],
    reward: { min: 0, max: 5, timeout: '2h' },
    defaultArm: 'violet',
    explore: 0.1,
  };
  const second = await started({ data, experiments: { shop: changed } });
  const [told, ...more] = second.service.declared;
  expect(more).toEqual([]);
  for (const name of [
    'explore',
    'reward.timeout',
    'defaultArm',
    'arm violet is new',
    'payload of blue',
  ]) {
    expect(told).toContain(name);
  }
  const { body: before } = await second.call('GET', '/v1/experiments/shop');
  expect(before).toMatchObject({ explore: 0.02, revision: 1 });
  await second.close();

  const third = await started({ data, experiments: { shop: changed }, apply: true });
  const { body: after } = await third.call('GET', '/v1/experiments/shop');
  expect(after).toMatchObject({
    explore: 0.1,
    defaultArm: 'violet',
    reward: { min: 0, max: 1, timeout: '2h' },
  });
  expect(after.arms).toMatchObject([
    { key: 'blue', payload: 1 },
    { key: 'green' },
    { key: 'red', state: 'active' },
    { key: 'violet' },
  ]);
  const lines = third.service.declared.join('\n');
  expect(lines).toContain('shop: changed to match the file');
  expect(lines).toContain('shop: the file declares other rewards, which cannot be changed');
  expect(lines).toContain('shop: the arm red is not in the file');
  await third.close();

  const fourth = await started({ data, experiments: { shop: changed }, apply: true });
  expect(fourth.service.declared.filter((line) => line.includes('revised'))).toEqual([]);
  const { body: same } = await fourth.call('GET', '/v1/experiments/shop');
  expect(same.revision).toBe(after.revision);
});
