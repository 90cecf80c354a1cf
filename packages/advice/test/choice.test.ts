/** Advice for logs whose truth is known: few logs and few worlds; `npm run test:advise` tries many. */
import { expect, test } from 'vitest';
import {
  adviceFor,
  advisedFor,
  Deployed,
  isTooLong,
  lawOf,
  logOfTogether,
} from './choice-trial.ts';

const HORIZON = 20_000;
const asked = { horizon: 10_000, worlds: 4 };
const deployed = new Deployed(lawOf('jumps 2000'), 3, { horizon: HORIZON, paths: 4 });

test('10 000 rows of jumps lead to a policy that needs nothing, and 9 % of what blind choice loses', async () => {
  const [choice] = await adviceFor(
    'jumps 2000',
    { armCount: 3, rows: 10_000, logs: 1, first: 1 },
    asked,
  );
  expect(['auto', 'adr']).toContain(choice.policy);
  expect(deployed.score(choice.spec)).toBeLessThan(0.09);
});

test('1 000 rows of jumps never lead to a long memory', async () => {
  const [choice] = await adviceFor(
    'jumps 2000',
    { armCount: 3, rows: 1000, logs: 1, first: 1 },
    asked,
  );
  expect(isTooLong(choice)).toBe(false);
  expect(deployed.score(choice.spec)).toBeLessThan(0.15);
});

test('no memory is praised where arms move together', async () => {
  const { params, because } = await advisedFor(logOfTogether(1), { horizon: 2000, worlds: 2 });
  expect([params, because]).toEqual([{}, 'arms-move-together']);
});
