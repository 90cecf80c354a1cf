import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { slidingWindowMoss } from '../policies/sliding-window-moss.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import { policyDefinitions } from '../shell/registry.ts';
import { policyContract } from './policy-contract.ts';

describe.each(policyDefinitions)('$id', (definition) => {
  test.each(policyContract(definition))('$name', ({ run }) => run());
});

test('every file in policies/ is registered', async () => {
  const folder = new URL('../policies/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    const registered = Object.values(module).some((value) =>
      policyDefinitions.some((definition) => definition === value),
    );
    expect(registered, `${file} must export a policy that registry.ts lists`).toBe(true);
  }
});

test('ids are unique', () => {
  const ids = policyDefinitions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('the contract can fail', () => {
  /** A definition whose kernel is spoilt in one method. */
  function spoilt(method: string, wrong: (...args: unknown[]) => unknown): PolicyDefinition {
    return {
      ...slidingWindowMoss,
      kernel: (settings) => Object.assign(slidingWindowMoss.kernel(settings), { [method]: wrong }),
    };
  }

  function failures(definition: PolicyDefinition): string[] {
    return policyContract(definition)
      .filter(({ run }) => {
        try {
          run();
          return false;
        } catch {
          return true;
        }
      })
      .map(({ name }) => name);
  }

  test('nothing fails on the real one', () => {
    expect(failures(slidingWindowMoss)).toEqual([]);
  });

  test('a policy that ignores the subset', () => {
    expect(failures(spoilt('pickAmong', () => 0))).toContain('chooses among given arms');
  });

  test('a policy whose snapshot is empty', () => {
    expect(failures(spoilt('transfer', () => undefined))).toContain(
      'continues bit for bit from a snapshot',
    );
  });

  test('a policy that draws while it claims not to be randomised', () => {
    const draws = spoilt('pick', (random) => (random as { below(n: number): number }).below(3));
    expect(failures(draws)).toContain('is deterministic');
  });

  test('a kernel without a method, and one whose learn says nothing', () => {
    const first = 'its kernel has every method';
    expect(failures({ ...slidingWindowMoss, kernel: () => ({}) as Kernel })).toContain(first);
    expect(failures(spoilt('learn', () => undefined))).toContain(first);
    const [check] = policyContract({
      ...slidingWindowMoss,
      kernel: (settings) =>
        Object.assign(slidingWindowMoss.kernel(settings), { ticket: 1, transfer: undefined }),
    });
    expect(check.first).toBe(true);
    expect(() => check.run()).toThrow(/; missing: ticket, transfer$/);
  });
});
