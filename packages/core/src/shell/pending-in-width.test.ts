/** Whether pending decisions narrow widths where nobody says so: that is for the definition to state. */
import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../base/errors.ts';
import { play, rewardsFor, throughJson, usualOptions } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { createDecider } from './decider.ts';
import { Policy } from './policy.ts';
import type { PolicyOptions } from './policy-options.ts';
import { sealed } from './snapshot-digest.ts';

/** Auto after the same rewards of each of three arms, by turns 0 and 1. */
function autoAfter(options: Partial<PolicyOptions> = {}): Policy {
  const policy = createPolicy('auto', { armCount: 3, ...options });
  for (let slot = 0; slot < 60; slot++) {
    const [arm, round] = [slot % 3, Math.floor(slot / 3)];
    policy.update({ ...policy.select(randomStream(1)), arm }, round % 2);
  }
  return policy;
}

/** The arms of decisions whose rewards do not come. */
function burst(policy: Policy, count = 30): string {
  const random = randomStream(2);
  return Array.from({ length: count }, () => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection.arm;
  }).join('');
}

const herd = burst(autoAfter({ pendingInWidth: false }));

test('auto alone does it by itself', () => {
  const narrowing = policyCatalogue.list.filter((definition) => {
    const policy = new Policy(definition, usualOptions(definition));
    return policy.snapshot().pendingInWidth;
  });
  expect(narrowing.map(({ id }) => id)).toEqual(['auto']);
});

test('auto spreads a burst, unless it is told not to', () => {
  const spread = burst(autoAfter());
  expect(new Set(spread).size).toBe(3);
  expect(burst(autoAfter({ pendingInWidth: true }))).toBe(spread);
  expect(new Set(herd).size).toBe(1);
});

const indexed = policyCatalogue.list.filter(({ shows }) => shows?.indexed !== undefined);

test.each(indexed)('of $id nothing changes while every reward is in time', (definition) => {
  const played = [true, false].map((pendingInWidth) => {
    const policy = new Policy(definition, { ...usualOptions(definition), pendingInWidth });
    return play(policy, randomStream(4), rewardsFor(300, 3, 4));
  });
  expect(played[0]).toEqual(played[1]);
});

test('a policy without a width cannot state it', () => {
  const definition = { ...policyCatalogue.find('ts'), pendingInWidth: true };
  expect(() => new Policy(definition, { armCount: 2 })).toThrow(
    'pendingInWidth must be false for ts, which has no width; got true',
  );
});

describe('a snapshot of auto', () => {
  const older = throughJson(autoAfter({ pendingInWidth: false }).snapshot());

  test('from before auto did it goes on without, where nobody says otherwise', () => {
    const policy = createPolicy('auto', { armCount: 3 });
    policy.restore(older);
    expect(policy.snapshot()).toEqual(older);
    expect(burst(policy)).toBe(herd);
  });

  test('and one that does it goes on with it', () => {
    const policy = createPolicy('auto', { armCount: 3 });
    policy.restore(older);
    policy.restore(throughJson(autoAfter().snapshot()));
    expect(burst(policy)).toBe(burst(autoAfter()));
  });

  test('takes the decisions that were made before it', () => {
    const before = createDecider('auto', { armCount: 3, pendingInWidth: false });
    const decision = before.decide();
    const decider = createDecider('auto', { armCount: 3 });
    decider.restore(before.snapshot());
    expect(decider.update(decision, 1)).toBe(true);
  });

  test.each([true, false])('is refused where pendingInWidth is to be %s, and is not', (said) => {
    const snapshot = autoAfter({ pendingInWidth: !said }).snapshot();
    const policy = createPolicy('auto', { armCount: 3, pendingInWidth: said });
    expect(() => policy.restore(snapshot)).toThrow(
      new SnapshotError(
        `cannot restore a snapshot with pendingInWidth ${!said}, because pendingInWidth is ${said} here; restore it with the settings that wrote it`,
        'snapshot-of-another',
      ),
    );
  });

  test('that says neither is refused', () => {
    const { digest: _, ...rest } = older;
    const policy = createPolicy('auto', { armCount: 3 });
    const altered = sealed({ ...rest, pendingInWidth: 1 }) as unknown as typeof older;
    expect(() => policy.restore(altered)).toThrow(
      new SnapshotError('pendingInWidth must be true or false; got 1'),
    );
  });

  test('of another policy is refused as before', () => {
    const snapshot = createPolicy('ucb1', { armCount: 3, pendingInWidth: true }).snapshot();
    expect(() => createPolicy('ucb1', { armCount: 3 }).restore(snapshot)).toThrow(
      'cannot restore a snapshot with pendingInWidth true',
    );
  });
});
