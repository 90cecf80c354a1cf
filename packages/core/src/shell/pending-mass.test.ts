import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../base/errors.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { PendingMass } from './pending-mass.ts';
import type { Policy } from './policy.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import type { Selection } from './selection.ts';
import { sealed } from './snapshot-digest.ts';

const DISCOUNT = 0.99;

test('the mass of an arm is the sum over its pending decisions, in one step', () => {
  const random = randomStream(91);
  const waiting = new Map<number, number>();
  let now = 0;
  let asked = 0;
  const weight = (slot: number) => {
    asked += 1;
    return DISCOUNT ** (now - 1 - slot);
  };
  const mass = new PendingMass(weight);
  const left = (arm: number) => [...waiting.values()].filter((each) => each === arm).length;
  for (let step = 0; step < 3000; step++) {
    const slot = now++;
    const arm = random.below(3);
    mass.add(slot, arm);
    waiting.set(slot, arm);
    while (waiting.size > 200 || (step % 500 === 499 && waiting.size > 0)) {
      const oldest = [...waiting.keys()][random.below(Math.min(20, waiting.size))];
      const owner = waiting.get(oldest) ?? 0;
      waiting.delete(oldest);
      mass.remove(oldest, owner, left(owner));
    }
    for (const each of [0, 1, 2]) {
      asked = 0;
      const kept = mass.of(each);
      expect(asked).toBeLessThanOrEqual(1);
      let sum = 0;
      for (const [of, owner] of waiting) if (owner === each) sum += DISCOUNT ** (now - 1 - of);
      // Rounding of at most 200 decisions, each of which weighs 1 at most.
      expect(Math.abs(kept - sum)).toBeLessThan(1e-11);
      if (left(each) === 0) expect(kept).toBe(0);
    }
  }
});

test('a policy that discounts gives up decisions that are 36 memories old', () => {
  // 52 ln 2 / −ln γ: with γ = 0.9 a decision weighs 2^-52 after 342.1 slots.
  const policy = createPolicy('d-ucb', { armCount: 3, discount: 0.9 });
  const random = randomStream(1);
  const first = policy.select(random);
  policy.begin(first);
  for (let slot = 1; slot < 2000; slot++) policy.begin(policy.select(random));
  expect(policy.pendingCount).toBe(343);
  expect(policy.update(first, 1)).toBe(false);
  expect(policy.update(policy.pendingAt(2000 - 343) as Selection, 1)).toBe(true);
});

describe('a policy that discounts, with pending decisions in its widths', () => {
  const options = { armCount: 3, discount: DISCOUNT, pendingInWidth: true };

  /** Some decisions are settled late, some never. */
  function playedOn(policy: Policy, seed: number, waiting: Selection[]): number[] {
    const random = randomStream(seed);
    return Array.from({ length: 300 }, () => {
      const selection = policy.select(random);
      policy.begin(selection);
      waiting.push(selection);
      if (waiting.length > 40) {
        const [late] = waiting.splice(random.below(30), 1);
        policy.update(late, late.arm === 1 ? 0.8 : 0.3);
      }
      return selection.arm;
    });
  }

  function played(): { policy: Policy; waiting: Selection[]; snapshot: PolicySnapshot } {
    const policy = createPolicy('d-ucb', options);
    const waiting: Selection[] = [];
    playedOn(policy, 92, waiting);
    return { policy, waiting, snapshot: JSON.parse(JSON.stringify(policy.snapshot())) };
  }

  test('goes on bit for bit from a snapshot', () => {
    const { policy, waiting, snapshot } = played();
    expect(snapshot.pendingMass).toHaveLength(3);
    const twin = createPolicy('d-ucb', options);
    twin.restore(snapshot);
    expect(JSON.parse(JSON.stringify(twin.snapshot()))).toEqual(snapshot);
    const again = [...waiting];
    expect(playedOn(twin, 93, again)).toEqual(playedOn(policy, 93, waiting));
    expect(twin.snapshot()).toEqual(policy.snapshot());
  });

  test('opens a snapshot that does not have the sums yet', () => {
    const { policy, snapshot } = played();
    const { pendingMass, digest: _, ...older } = snapshot;
    const twin = createPolicy('d-ucb', options);
    twin.restore(sealed(older) as PolicySnapshot);
    const summed = twin.snapshot().pendingMass ?? [];
    expect(summed.map(([arm]) => arm)).toEqual([0, 1, 2]);
    for (const [arm, slot, sum] of pendingMass ?? []) {
      expect(summed[arm][2]).toBeCloseTo(sum * DISCOUNT ** (policy.slot - 1 - slot), 11);
    }
  });

  test('without pending decisions a snapshot has none of it', () => {
    const { policy, waiting } = played();
    for (const selection of waiting) policy.update(selection, 0.5);
    expect(policy.snapshot()).not.toHaveProperty('pendingMass');
  });

  test.each([
    ['no list', { 0: 1 }],
    ['an arm without pending decisions', [[7, 299, 1]]],
    ['a slot before a pending decision', [[0, 0, 1]]],
    ['a sum above the decisions', [[0, 299, 1e6]]],
    [
      'an arm twice',
      [
        [0, 299, 1],
        [0, 299, 1],
      ],
    ],
  ])('%s is refused', (_, pendingMass) => {
    const { snapshot } = played();
    const { digest: __, ...rest } = snapshot;
    const altered = sealed({ ...rest, pendingMass }) as unknown as PolicySnapshot;
    const twin = createPolicy('d-ucb', options);
    expect(() => twin.restore(altered)).toThrow(SnapshotError);
    expect(() => twin.restore(altered)).toThrow(/^pendingMass must hold triples/);
  });
});
