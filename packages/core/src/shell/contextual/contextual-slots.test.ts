/** Slots and late rewards of every contextual policy that an application can create. */
import { describe, expect, test } from 'vitest';
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import { randomStream } from '../../random/source.ts';
import { ContextualPolicy } from './contextual-policy.ts';
import type { ContextualSelection } from './contextual-selection.ts';

/** Oracles need hidden parameters, which applications do not have. */
const definitions = contextualPolicyCatalogue.list.filter(({ needs }) => needs === undefined);

function policyOf(definition: ContextualPolicy['definition']): ContextualPolicy {
  const { forms, parameters } = definition;
  const tuned = parameters.some(({ id }) => id === 'variation') ? { variation: 2 } : {};
  return new ContextualPolicy(definition, {
    ...(forms.includes('arms') ? { armCount: 3 } : {}),
    features: { dimension: 2 },
    horizon: 400,
    rewardRange: [0, 1],
    onWarning: () => {},
    ...tuned,
  });
}

/** Begins decisions, and returns them. */
function begin(policy: ContextualPolicy, count: number): ContextualSelection[] {
  const random = randomStream(3);
  return Array.from({ length: count }, (_, i) => {
    const vectors = [0, 1, 2].map((place) => [
      Math.cos(policy.slot + place),
      Math.sin(2 * i + place),
    ]);
    const asked = policy.form === 'arms' ? vectors[0] : { actions: vectors };
    const selection = policy.select(random, asked);
    policy.begin(selection);
    return selection;
  });
}

/** A policy that learned some rewards and waits for others, which are returned. */
function waiting(policy: ContextualPolicy): ContextualSelection[] {
  const begun = begin(policy, 12);
  for (const [i, selection] of begun.slice(0, 8).entries()) policy.update(selection, (i % 3) / 2);
  return begun.slice(8);
}

const text = (policy: ContextualPolicy) => JSON.stringify(policy.snapshot());

describe.each(definitions.map((definition) => [definition.id, definition] as const))(
  '%s',
  (_, definition) => {
    test('skips several slots as it skips them one by one', () => {
      const [together, apart] = [policyOf(definition), policyOf(definition)];
      for (const policy of [together, apart]) waiting(policy);
      together.skip(23);
      for (let slot = 0; slot < 23; slot++) apart.skip(1);
      expect(together.slot).toBe(35);
      expect(text(together)).toBe(text(apart));
      for (const policy of [together, apart]) waiting(policy);
      expect(text(together)).toBe(text(apart));
    });

    test('learns a late reward with the features of its own slot, whatever comes back', () => {
      const [own, other] = [policyOf(definition), policyOf(definition)];
      const [first, last] = [own, other].map((policy) => waiting(policy));
      expect(last).toEqual(first.map((each) => ({ ...each, origin: other.origin })));
      const [early, late] = [last[0], last[3]];
      expect(early.codes).not.toEqual(late.codes);
      own.update(first[0], 0.75);
      other.update({ ...early, codes: late.codes }, 0.75);
      const state = (policy: ContextualPolicy) => JSON.stringify(policy.snapshot().state);
      expect(state(other)).toBe(state(own));
      expect(other.pendingAt(late.slot)?.codes).toEqual(late.codes);
    });

    test('settles a pending decision once, and takes it out of widths once', () => {
      const policy = policyOf(definition);
      const [early, ...rest] = waiting(policy);
      policy.update(early, 0.5);
      const before = text(policy);
      expect(() => policy.update(early, 0.5)).toThrow(
        expect.objectContaining({ code: 'already-settled' }),
      );
      expect(text(policy)).toBe(before);
      expect(policy.pendingCount).toBe(rest.length);
    });
  },
);
