import { readFileSync } from 'node:fs';
import { type ComparisonResult, InlineExecutor, runComparisons } from '@driftline/engine';
import { loadKernels } from '@driftline/engine/node';
import { beforeAll, expect, test, vi } from 'vitest';
import { examples } from './examples.ts';
import { comparisonOf } from './setting.ts';

const DATA = new URL('../../../../experiments/data/', import.meta.url);

beforeAll(() => {
  // The page fetches its tables from beside itself; here they are read from the disk.
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const name = String(address).split('/').at(-1) ?? '';
    return new Response(readFileSync(new URL(name, DATA)));
  });
  return () => vi.unstubAllGlobals();
});

/** The same result, had it decided nothing. */
function undecided(result: ComparisonResult): ComparisonResult {
  return {
    ...result,
    policies: result.policies.map((policy) => ({
      ...policy,
      regret: { ...policy.regret, high: Number.POSITIVE_INFINITY },
    })),
    differences: result.differences.map((difference) => ({ ...difference, correctedP: 1 })),
  };
}

test.each(examples)('$title shows what it is meant to show', async (example) => {
  const { setting, claims, explain, lead } = example;
  const comparison = comparisonOf(typeof setting === 'function' ? await setting() : setting);
  const executor = new InlineExecutor([comparison], undefined, loadKernels());
  const [result] = await runComparisons([comparison], { executor });
  expect(claims.filter((claim) => !claim.holds(result)).map(({ says }) => says)).toEqual([]);
  expect(claims.length).toBeGreaterThan(0);
  expect(lead).toMatch(/\?$/);
  for (const sentence of explain(result)) expect(sentence).toMatch(/^\S.*[.”]$/s);
  // Other results get other words.
  expect(explain(undecided(result))).not.toEqual(explain(result));
  expect(explain(undecided(result)).join(' ')).not.toMatch(/loses least|pays here|^Yes/);
});
