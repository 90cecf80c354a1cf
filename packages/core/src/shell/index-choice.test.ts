/** What the shell chooses by the indices is what a kernel picks by itself. */
import { describe, expect, test } from 'vitest';
import { usualOptions } from '../contract/fixtures.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import { randomStream, restoreRandom, saveRandom } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { Policy } from './policy.ts';
import type { Selection } from './selection.ts';

const ARMS = 4;
const SLOTS = 400;
/** So rare that it never chooses, but the shell has to do as if it did. */
const NEARLY_NO_FLOOR = 1e-300;

const indexed = policyCatalogue.list.filter(({ shows }) => shows?.indexed !== undefined);

function copyOf(random: Random): Random {
  const copy = randomStream(0);
  restoreRandom(copy, saveRandom(random));
  return copy;
}

/** Any number of arms, the same in every run. */
function someArms(random: Random): number[] {
  const arms = Array.from({ length: ARMS }, (_, arm) => arm);
  const some = arms.filter(() => random.below(2) === 1);
  return some.length > 0 ? some : [random.below(ARMS)];
}

/** Coins, whose means are often equal, and rewards whose means never are. */
const REWARDS: Readonly<Record<string, (random: Random, arm: number) => number>> = {
  coins: (random, arm) => (random.uniform() < 0.4 + 0.1 * arm ? 1 : 0),
  'sure coins': (random, arm) => (random.uniform() < 0.9 + 0.02 * arm ? 1 : 0),
  uniforms: (random, arm) => 0.7 * random.uniform() + 0.1 * arm,
};

describe.each(indexed.map((definition) => [definition.id, definition] as const))('%s', (_, one) => {
  test.each(Object.keys(REWARDS))('picks alike with and without the shell, on %s', (kind) => {
    const options = usualOptions(one, ARMS, SLOTS);
    const plain = new Policy(one, options);
    const others = [
      { policy: new Policy(one, options), floor: NEARLY_NO_FLOOR },
      { policy: new Policy(one, { ...options, ties: 'lowest' }), floor: 0 },
      { policy: new Policy(one, { ...options, pendingInWidth: true }), floor: 0 },
      { policy: new Policy(one, { ...options, pendingInWidth: true }), floor: NEARLY_NO_FLOOR },
    ];
    const random = randomStream(61);
    for (let slot = 0; slot < SLOTS; slot++) {
      const some = someArms(random);
      for (const among of [some, undefined]) {
        const chance = copyOf(random);
        const { arm } = plain.select(copyOf(chance), among);
        const arms = others.map(
          ({ policy, floor }) => policy.select(copyOf(chance), { among, floor }).arm,
        );
        if (arms.some((other) => other !== arm)) expect([slot, among, arms]).toEqual([slot, arm]);
      }
      const { arm } = plain.select(random, slot % 3 === 0 ? some : undefined);
      const reward = REWARDS[kind](random, arm);
      for (const policy of [plain, ...others.map((other) => other.policy)]) {
        policy.update({ slot, arm, propensity: 1, ticket: 0 }, reward);
      }
    }
  });
});

describe.each(
  indexed.filter(({ shows }) => shows?.mayReach !== undefined).map((one) => [one.id, one] as const),
)('%s', (_, one) => {
  test('passes over no arm that it would have taken', () => {
    const arms = 12;
    const all: PolicyDefinition = { ...one, shows: { choice: 'index', ...one.shows } };
    delete (all.shows as { mayReach?: unknown }).mayReach;
    const options = {
      ...usualOptions(one, arms, SLOTS),
      ties: 'random',
      pendingInWidth: true,
    } as const;
    const [some, every] = [one, all].map((definition) => new Policy(definition, options));
    const random = randomStream(63);
    const waiting: Selection[] = [];
    for (let slot = 0; slot < 4 * SLOTS; slot++) {
      const among = slot % 5 === 0 ? [1, 4, 5, 9] : undefined;
      const selection = some.select(copyOf(random), { among, floor: 0.02 });
      expect(every.select(random, { among, floor: 0.02 })).toEqual(selection);
      some.begin(selection);
      every.begin(selection);
      waiting.push(selection);
      if (slot % 60 > 30) continue;
      for (const decision of waiting.splice(0, 2)) {
        // Coins, so that indices are often equal.
        const reward = random.uniform() < 0.3 + 0.04 * decision.arm ? 1 : 0;
        expect(every.update(decision, reward)).toBe(some.update(decision, reward));
      }
    }
  });
});

test('imed breaks ties at random among the arms that a kernel takes for equal', () => {
  const policy = createPolicy('imed', { armCount: 3, ties: 'random' });
  const take = (arm: number, reward: number) =>
    policy.update({ slot: policy.slot, arm, propensity: 1, ticket: 0 }, reward);
  // After 48 successes and one failure arm 0 costs ln 49; so does arm 1, by −ln(1 − 48/49), and is rounded.
  for (let i = 0; i < 48; i++) take(0, 1);
  take(0, 0);
  take(1, 0);
  for (const reward of [0, 0, 0]) take(2, reward);
  const random = randomStream(62);
  const picks = Array.from({ length: 200 }, () => policy.select(random));
  expect(new Set(picks.map(({ arm }) => arm))).toEqual(new Set([0, 1]));
  for (const { propensity } of picks) expect(propensity).toBe(0.5);
});
