import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { slidingWindowMoss } from '../policies/sliding-window-moss.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import { policyContract } from './policy-contract.ts';

describe.each(policyCatalogue.list)('$id', (definition) => {
  test.each(policyContract(definition))('$name', ({ run }) => run());
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
