import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { slidingWindowMoss } from '../policies/sliding-window-moss.ts';
import type { Archive } from '../portable/base/archive.ts';
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

  describe('a memory longer than the other checks play', () => {
    /** SW-MOSS with a window of its own, under a name that has a role or one that has none. */
    function remembering(slots: number, id = 'window'): PolicyDefinition {
      const { parameters, kernel } = slidingWindowMoss;
      return {
        ...slidingWindowMoss,
        parameters: [
          { kind: 'integer', id, symbol: 'τ', summary: 'slots', default: slots, least: 1 },
          ...parameters.filter((parameter) => ['eta', 'scale'].includes(parameter.id)),
        ],
        tune: () => ({}),
        kernel: (settings) =>
          kernel({ ...settings, values: { ...settings.values, window: settings.values[id] } }),
      };
    }

    test.each([
      ['800 slots', remembering(800)],
      ['800 slots without a role', remembering(800, 'tau')],
      ['a million slots', remembering(1_000_000)],
    ])('passes: %s', (_, definition) => {
      expect(failures(definition)).toEqual([]);
    });

    test('fails if the state grows all the same', () => {
      const { kernel } = remembering(800);
      const growing: PolicyDefinition = {
        ...remembering(800),
        kernel: (settings) => {
          const made = kernel(settings);
          const kept: number[] = [];
          const { learn, transfer } = made;
          return Object.assign(made, {
            learn: (...args: Parameters<Kernel['learn']>) => {
              kept.push(args[3]);
              return learn.apply(made, args);
            },
            transfer: (archive: Archive) => {
              transfer.call(made, archive);
              archive.reals('kept', Float64Array.from(kept), kept.length);
            },
          });
        },
      };
      expect(failures(growing)).toContain('keeps its state bounded');
    });
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
    const first = 'has a kernel with every method';
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
