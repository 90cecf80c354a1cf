/** Arms that join one after the other, with and without a use of the policy between them. */
import { expect, test } from 'vitest';
import { usualOptions } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { Policy } from './policy.ts';

test.each(policyCatalogue.list.filter(({ needs }) => needs === undefined).map(({ id }) => id))(
  'arms of %s that join together are as if the policy had been used between them',
  (id) => {
    const definition = policyCatalogue.find(id);
    for (const slots of [0, 2, 25]) {
      const [together, apart] = [false, true].map((uses) => {
        const policy = new Policy(definition, usualOptions(definition));
        const random = randomStream(4);
        const play = (count: number) =>
          Array.from({ length: count }, (_, i) => {
            const selection = policy.select(random);
            if (i % 6 === 2) policy.begin(selection);
            else policy.update(selection, ((i * 5 + selection.arm) % 7) / 6);
            return selection.arm;
          });
        play(slots);
        for (let i = 0; i < 4; i++) {
          expect(policy.addArm()).toBe(3 + i);
          if (uses) policy.inspect();
        }
        return { arms: play(40), snapshot: policy.snapshot() };
      });
      expect(together).toEqual(apart);
    }
  },
);

test('the kernel is made once for many arms', () => {
  const definition = policyCatalogue.find('ucb1');
  let made = 0;
  const counted = new Policy(
    {
      ...definition,
      kernel: (settings) => {
        made += 1;
        return definition.kernel(settings);
      },
    },
    { armCount: 2 },
  );
  for (let arm = 2; arm < 20_000; arm++) expect(counted.addArm()).toBe(arm);
  counted.select(randomStream(1));
  expect(made).toBe(2);
  expect(counted.inspect()).toHaveLength(20_000);
});

test('a restore forgets arms that have joined', () => {
  const policy = createPolicy('ucb1', { armCount: 2 });
  const before = policy.snapshot();
  policy.addArm();
  policy.restore(before);
  expect(policy.snapshot()).toEqual(before);
});
