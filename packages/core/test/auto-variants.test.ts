/** The variants of experiments/auto: with nothing left out they are Auto, and every part that is makes a difference. */
import { createPolicyFromSpec, policyCatalogue, randomStream, trace } from '@driftline/core';
import { expect, test } from 'vitest';
import { policies } from '../../../experiments/auto/variants.ts';

const catalogue = policyCatalogue.with(policies);
const [{ words = [] }] = policies[0].parameters;

/** Values close to means that jump, one or all of them. */
function rewards(): number[][] {
  const random = randomStream(91);
  let means = [0.2, 0.5, 0.6];
  return Array.from({ length: 2500 }, (_, slot) => {
    if (slot % 400 === 399) {
      const alone = random.below(4);
      means = means.map((mean, arm) => (alone === 3 || arm === alone ? random.uniform() : mean));
    }
    return means.map((mean) => Math.max(0, Math.min(1, mean + 0.6 * random.uniform() - 0.3)));
  });
}

function armsOf(spec: string): readonly number[] {
  const policy = createPolicyFromSpec(spec, { armCount: 3 }, catalogue);
  return trace(policy, rewards(), randomStream(1));
}

test('with nothing left out, it is Auto', () => {
  expect(armsOf('auto-without')).toEqual(armsOf('auto'));
});

test.each(words.slice(1))('without %s it plays otherwise', (part) => {
  expect(armsOf(`auto-without:part=${part}`)).not.toEqual(armsOf('auto'));
});
