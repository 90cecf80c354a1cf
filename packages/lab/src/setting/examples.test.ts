import { readFileSync } from 'node:fs';
import { loadKernels } from '@driftline/engine/node';
import { type ComparisonResult, InlineExecutor, runComparisons } from '@driftline/engine/play';
import { beforeAll, expect, test, vi } from 'vitest';
import { exampleClaims } from '../../test/example-claims.ts';
import { examples, explanationOf } from './examples.ts';
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
      regret: {
        ...policy.regret,
        low: Number.NEGATIVE_INFINITY,
        high: Number.POSITIVE_INFINITY,
      },
    })),
    differences: result.differences.map((difference) => ({ ...difference, correctedP: 1 })),
  };
}

/** The same result without one of its policies. */
function without(result: ComparisonResult, spec: string): ComparisonResult {
  return { ...result, policies: result.policies.filter((policy) => policy.spec !== spec) };
}

/** The same result, were it of a single replication, of which no spread is known. */
function single(result: ComparisonResult): ComparisonResult {
  const unknown = { sd: Number.NaN, low: Number.NaN, high: Number.NaN };
  return {
    ...undecided(result),
    policies: result.policies.map((policy) => ({
      ...policy,
      regret: { ...policy.regret, ...unknown },
    })),
  };
}

/** How every explanation has to read, whatever the numbers are. */
function expectToRead(sentences: readonly string[]): void {
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^\S.*[.”]$/s);
    expect(sentence).not.toMatch(/NaN|Infinity|undefined| {2}|\.\.|loses? [−\d]/);
  }
}

test.each(examples)('$title shows what it is meant to show', async (example) => {
  const { setting, explain, lead } = example;
  const claims = exampleClaims[example.id];
  const comparison = comparisonOf(typeof setting === 'function' ? await setting() : setting);
  const executor = new InlineExecutor(undefined, loadKernels());
  const [result] = await runComparisons([comparison], { executor });
  expect(claims.filter((claim) => !claim.holds(result)).map(({ says }) => says)).toEqual([]);
  expect(claims.length).toBeGreaterThan(0);
  expect(lead).toMatch(/\?$/);
  for (const of of [result, undecided(result), single(result)]) expectToRead(explain(of));
  // Every policy on the chart is spoken of.
  for (const { name } of result.policies) {
    if (example.id !== 'window-too-long-too-short')
      expect(explain(result).join(' ')).toContain(name);
  }
  expect(example.specs).toEqual(comparison.policies);
  // Nothing is said of policies that are gone.
  for (const spec of example.specs) {
    expect(explanationOf(example, without(result, spec))).toBeUndefined();
  }
  // Other results get other words.
  expect(explain(undecided(result))).not.toEqual(explain(result));
  expect(explain(undecided(result)).join(' ')).not.toMatch(
    /loses least|pays here|is best here|^Yes|worse than the best single|far less|and loses? less|wider/,
  );
});
