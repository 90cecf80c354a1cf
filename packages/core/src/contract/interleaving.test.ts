/** The contract tries policies as they are usually made; here they have less memory than arms. */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { ContractViolation } from './check.ts';
import { takes } from './fixtures.ts';
import { staysTheSame } from './interleaving.ts';
import { armed } from './subject.ts';

const windowed = policyCatalogue.list.filter(
  (definition) => takes(definition, 'window') && definition.needs === undefined,
);

test.each(windowed)('$id continues between any calls where arms take turns', (definition) => {
  const options = { armCount: 5, window: 2, horizon: 300 };
  for (const seed of [70, 71, 72]) {
    staysTheSame(armed(definition), options, seed);
    if (definition.shows?.indexed === undefined) continue;
    staysTheSame(armed(definition), { ...options, ties: 'random', pendingInWidth: true }, seed);
  }
});

test('there are policies with a window', () => {
  expect(windowed.length).toBeGreaterThan(8);
});

test('finds what is lost of pending decisions', () => {
  const definition = policyCatalogue.find('d-ucb');
  // A kernel that forgets how old what is pending is, which nothing but a width shows.
  const forgetful: PolicyDefinition = {
    ...definition,
    kernel: (settings) => {
      const kernel = definition.kernel(settings);
      const weight = kernel.weight.bind(kernel);
      const transfer = kernel.transfer.bind(kernel);
      let restores = 0;
      return Object.assign(kernel, {
        transfer: (archive: Parameters<typeof transfer>[0]) => {
          restores += 1;
          transfer(archive);
        },
        weight: (slot: number) => weight(slot) * (restores > 1 ? 0.5 : 1),
      });
    },
  };
  const options = { armCount: 3, discount: 0.9, pendingInWidth: true };
  expect(() => staysTheSame(armed(definition), options, 73)).not.toThrow();
  expect(() => staysTheSame(armed(forgetful), options, 73)).toThrow(ContractViolation);
});
