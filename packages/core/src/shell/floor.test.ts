/** A floor: any arm with some probability, and propensities that count it. */
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import { ARMS, play, rewardsFor, usual } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { createDecider } from './decider.ts';

const FLOOR = 0.3;
const PICKS = 400;
/** In standard errors: a right policy fails with a probability below 1e-6. */
const TOLERANCE = 5;

/** Weighted by 1/p, each arm that has a probability p comes once per pick on average. */
function demandTrue(times: readonly number[], least: number): void {
  const error = Math.sqrt((1 / least - 1) / PICKS);
  for (const inverses of times) {
    expect(Math.abs(inverses / PICKS - 1)).toBeLessThanOrEqual(TOLERANCE * error);
  }
}

const takesFloor = policyCatalogue.list.filter(({ ticketIsPropensity }) => !ticketIsPropensity);
const refusesFloor = policyCatalogue.list.filter(({ ticketIsPropensity }) => ticketIsPropensity);

describe.each(takesFloor.map((definition) => [definition.id, definition] as const))(
  '%s',
  (id, one) => {
    test('takes any eligible arm with at least its share of the floor, and says how likely it was', () => {
      const policy = usual(one);
      play(policy, randomStream(81), rewardsFor(60, ARMS, 82));
      for (const among of [undefined, [0, 2]]) {
        const arms = among ?? [0, 1, 2];
        const random = randomStream(83);
        const inverses = arms.map(() => 0);
        const explored = arms.map(() => 0);
        for (let i = 0; i < PICKS; i++) {
          const selection = policy.select(random, { among, floor: FLOOR });
          const place = arms.indexOf(selection.arm);
          if (selection.explored) explored[place] += 1;
          inverses[place] += 1 / (selection.propensity ?? Number.NaN);
          if (selection.propensity === undefined) continue;
          expect(selection.propensity).toBeGreaterThanOrEqual(FLOOR / arms.length);
        }
        // Binomial: the explored slice is a uniform sample of the arms.
        const share = FLOOR / arms.length;
        const error = Math.sqrt(PICKS * share * (1 - share));
        for (const count of explored) {
          expect(Math.abs(count - PICKS * share)).toBeLessThanOrEqual(TOLERANCE * error);
        }
        if (Number.isNaN(inverses[0])) expect(one.randomised, id).toBe(true);
        else demandTrue(inverses, share);
      }
    });
  },
);

test.each(refusesFloor.map(({ id }) => id))(
  '%s, whose ticket is its propensity, refuses one',
  (id) => {
    const policy = usual(policyCatalogue.find(id));
    expect(() => policy.select(randomStream(1), { floor: 0.1 })).toThrow(
      new ParameterError(
        `floor must be 0 for ${id}, which already explores and weights each reward by the probability of its draw; got 0.1`,
        'parameters-conflict',
      ),
    );
    expect(policy.select(randomStream(1), { floor: 0 }).explored).toBeUndefined();
  },
);

test('Exp3 and its kin refuse one, nobody else', () => {
  expect(refusesFloor.map(({ id }) => id).sort()).toEqual(['exp3', 'exp3r', 'exp3s', 'rexp3']);
});

test('the propensity is that of the floor and of the policy together', () => {
  const policy = createPolicy('ucb1', { armCount: 4, ties: 'random' });
  for (const [slot, reward] of [1, 0, 1, 0].entries()) {
    policy.update({ slot, arm: slot, propensity: 1, ticket: 0 }, reward);
  }
  const random = randomStream(5);
  const seen = new Map<number, number | undefined>();
  for (let i = 0; i < 200; i++) {
    const { arm, propensity } = policy.select(random, { floor: 0.2 });
    seen.set(arm, propensity);
  }
  // Arms 0 and 2 are tied: 0.05 + 0.8/2.
  expect([0, 1, 2, 3].map((arm) => seen.get(arm))).toEqual([0.45, 0.05, 0.45, 0.05]);
});

test('where the floor alone chooses, the propensity is known whatever the policy is', () => {
  const policy = createPolicy('ts', { armCount: 4 });
  const { explored, propensity } = policy.select(randomStream(6), { floor: 1 });
  expect([explored, propensity]).toEqual([true, 0.25]);
});

test('a floor of 0 is none: the same draws, and nothing is marked', () => {
  const decider = createDecider('sw-ts', { armCount: 3, window: 50 });
  const other = createDecider('sw-ts', { armCount: 3, window: 50 });
  for (let slot = 0; slot < 50; slot++) {
    const decision = decider.decide({ floor: 0, among: [0, 1] });
    expect(other.decide([0, 1])).toEqual(decision);
    for (const one of [decider, other]) one.update(decision, decision.arm);
  }
});

test('what is no floor, and an option that there is not, are refused', () => {
  const policy = createPolicy('ucb1', { armCount: 2 });
  for (const floor of [-0.1, 1.1, Number.NaN, '0.1' as never, null as never]) {
    expect(() => policy.select(randomStream(1), { floor })).toThrow(
      `floor must be a number from 0 to 1; got ${floor}`,
    );
  }
  expect(() => policy.select(randomStream(1), { amung: [1] } as never)).toThrow(
    new ParameterError("select has no option 'amung'; accepted: among, floor", 'unknown-parameter'),
  );
});
