/** The contract of a policy beyond what the suite in `contract/` runs over all of them. */
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../base/error-codes.ts';
import { ContractError, ParameterError, SnapshotError } from '../base/errors.ts';
import { ignoreWarning } from '../base/warnings.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy, createPolicyFromSpec } from './create-policy.ts';
import { createDecider } from './decider.ts';
import type { PolicyOptions } from './policy-options.ts';
import { sealed } from './snapshot-digest.ts';
import { trace } from './trace.ts';

function rows(slots: number, arms: number, seed: number): number[][] {
  const random = randomStream(seed);
  return Array.from({ length: slots }, () => Array.from({ length: arms }, () => random.uniform()));
}

describe('errors name the parameter, what is accepted and what came', () => {
  const cases: [string, string, PolicyOptions, string, ErrorCode?][] = [
    ['eta at 0', 'sw-moss', { armCount: 2, window: 5, eta: 0 }, 'eta must be a number > 0; got 0'],
    ['xi at 0', 'd-ucb', { armCount: 2, window: 5, xi: 0 }, 'xi must be a number > 0; got 0'],
    [
      'a negative budget',
      'r-moss',
      { armCount: 2, horizon: 9, variation: -1 },
      'variation must be a number >= 0; got -1',
    ],
    [
      'no slots',
      'moss',
      { armCount: 2, horizon: 0 },
      'horizon must be an integer from 1 to 2147483647; got 0',
    ],
    ['no arms', 'ucb1', { armCount: 0 }, 'armCount must be an integer from 1 to 16777216; got 0'],
    [
      'half a slot',
      'sw-ucb',
      { armCount: 2, window: 2.5 },
      'window must be an integer >= 1 and <= 2147483647; got 2.5',
    ],
    ['no base', 'rmoss', { armCount: 2, horizon: 9, a: 1 }, 'a must be a number >= 1.001; got 1'],
    [
      'a discount of 1',
      'd-ucb',
      { armCount: 2, discount: 1 },
      'discount must be a number >= 0 and < 1; got 1',
    ],
    [
      'a range upside down',
      'exp3',
      { armCount: 2, g: 0.1, rewardRange: [1, 0] },
      'rewardRange must be two numbers, the lower first, with magnitudes up to 1e+100 and at least 1e-100 apart; got [1,0]',
    ],
    [
      'no horizon',
      'moss',
      { armCount: 2 },
      'moss needs a horizon, an integer >= 1; got none',
      'parameter-missing',
    ],
    [
      'neither budget nor window',
      'sw-moss',
      { armCount: 2, horizon: 9 },
      'sw-moss needs a variation budget (variation >= 0) and a horizon, or a window; got no variation',
      'parameter-missing',
    ],
    [
      'nothing at all',
      'd-ucb',
      { armCount: 2 },
      'd-ucb needs a variation budget (variation >= 0) and a horizon, or a window or a discount; got no variation and no horizon',
      'parameter-missing',
    ],
    [
      'a parameter of another policy',
      'ucb1',
      { armCount: 2, eta: 1 },
      "ucb1 has no parameter 'eta'; accepted: scale, armCount, horizon, rewardRange, ties, pendingInWidth, maxPending, origin, onWarning",
      'unknown-parameter',
    ],
    [
      'pending without a width',
      'ts',
      { armCount: 2, pendingInWidth: true },
      'pendingInWidth must be false for ts, which has no width; got true',
      'parameters-conflict',
    ],
  ];
  test.each(cases)('%s', (_, id, options, message, code) => {
    expect(() => createPolicy(id, options)).toThrow(new ParameterError(message, code));
  });

  test('a general option in a spec, which is no parameter of the policy', () => {
    expect(() => createPolicyFromSpec('ucb1:ties=random', { armCount: 2 })).toThrow(
      new ParameterError("ucb1 has no parameter 'ties'; accepted: scale", 'unknown-parameter'),
    );
  });

  test('an unknown policy', () => {
    expect(() => createPolicy<string>('sw-mos', { armCount: 2 })).toThrow(
      /there is no policy 'sw-mos'; did you mean 'sw-moss'\?/,
    );
  });

  test('a selection of another slot, and one settled twice', () => {
    const policy = createPolicy('ucb1', { armCount: 2 });
    const random = randomStream(1);
    const first = policy.select(random);
    const same = policy.select(random);
    policy.begin(first);
    expect(() => policy.begin(same)).toThrow(
      new ContractError(
        'selection must be for the next slot, 1; got one for slot 0; select again, and begin each selection once',
        'not-the-next-slot',
      ),
    );
    policy.update(first, 1);
    expect(() => policy.update(first, 1)).toThrow(
      new ContractError(
        'slot 0 was skipped, or is already settled by this decision or another one for the same slot; settle each slot once, and select again for the next',
        'already-settled',
      ),
    );
    expect(() => policy.expire({ ...first, slot: 7 })).toThrow(
      new ContractError('selection must be for a slot from 0 to 1; got slot 7', 'slot-not-taken'),
    );
  });
});

describe('a budget of 0', () => {
  const table = rows(300, 3, 1);
  const options = { armCount: 3, horizon: 200 };

  test.each(['r-moss', 'sw-moss'])('%s becomes MOSS, also beyond the horizon', (id) => {
    const policy = createPolicy(id, { ...options, variation: 0 });
    expect(trace(policy, table)).toEqual(trace(createPolicy('moss', options), table));
  });

  test.each(['r-rmoss', 'sw-rmoss'])('%s becomes Robust MOSS', (id) => {
    const policy = createPolicy(id, { ...options, variation: 0 });
    expect(trace(policy, table)).toEqual(trace(createPolicy('rmoss', options), table));
  });

  test('rexp3 becomes Exp3, dts ts, and exp3s takes the rate of Exp3', () => {
    const arms = (id: string, variation?: number) =>
      trace(createPolicyFromSpec(id, { ...options, variation }), table, randomStream(2));
    expect(arms('rexp3', 0)).toEqual(arms('exp3'));
    const g = createPolicy('exp3', options).params.g;
    expect(createPolicy('exp3s', { ...options, variation: 0 }).params.g).toBe(g);
    // The same posteriors, but a mean by recursion rounds differently from a quotient of sums.
    const [dts, ts] = [arms('dts', 0), arms('ts')];
    expect(dts.filter((arm, slot) => arm === ts[slot]).length).toBeGreaterThan(290);
  });

  test('d-ucb does not discount', () => {
    expect(createPolicy('d-ucb', { ...options, variation: 0 }).params).toMatchObject({
      discount: 1,
      window: 200,
    });
  });
});

describe('tuning', () => {
  test('the window is at most the horizon, with a warning', () => {
    const policy = createPolicy('sw-moss', { armCount: 2, horizon: 50, variation: 0.01 });
    expect(policy.params.window).toBe(50);
    expect(policy.warnings.map(({ code }) => code)).toEqual(['horizon-shorter-than-window']);
  });

  test('a budget beyond all measure leaves one slot, and no discount', () => {
    const policy = createPolicy('d-ucb', { armCount: 4, horizon: 10, variation: 1000 });
    expect(policy.params).toMatchObject({ discount: 0, window: 1 });
    expect(policy.warnings.map(({ code }) => code)).toEqual(['window-smaller-than-arms']);
    expect(trace(policy, rows(20, 4, 2))).toHaveLength(20);
  });

  test('a window given directly needs no horizon and comes before the budget', () => {
    const policy = createPolicyFromSpec('d-ucb:window=100', {
      armCount: 3,
      horizon: 5000,
      variation: 3,
    });
    expect(policy.params).toEqual({ window: 100, discount: 0.99, xi: 0.6, scale: 1 });
  });

  test.each([
    ['sw-ucb', 'xi'],
    ['d-ucb', 'xi'],
    ['bob', 'xi'],
    ['sw-moss', 'eta'],
  ])('%s plays %s = 1/2, which is published but not proved, with a warning', (id, parameter) => {
    const given = { armCount: 3, horizon: 100, ...(id === 'bob' ? {} : { window: 50 }) };
    const policy = createPolicyFromSpec(`${id}:${parameter}=0.5`, given);
    expect(policy.warnings).toEqual([
      {
        code: 'outside-theory',
        message: `${id}: ${parameter} 0.5 is not above 0.5, as the guarantee requires, so the policy runs without a guarantee`,
      },
    ]);
    expect(trace(policy, rows(60, 3, 4))).toHaveLength(60);
    expect(createPolicyFromSpec(`${id}:${parameter}=0.51`, given).warnings).toEqual([]);
  });

  test('a zeta too small for the guarantee runs with a warning', () => {
    const policy = createPolicy('rmoss', { armCount: 3, horizon: 100, zeta: 1 });
    expect(policy.warnings).toEqual([
      {
        code: 'psi-condition-unmet',
        message:
          'rmoss: zeta 1 is below 2.184, the smallest value for which the guarantee holds with a = 1.1 (psi(2 zeta/a) >= 2a/zeta), so the policy runs without a guarantee',
      },
    ]);
    expect(createPolicy('rmoss', { armCount: 3, horizon: 100 }).warnings).toEqual([]);
  });
});

describe('fewer slots in memory than arms', () => {
  test('an epoch hands its place on', () => {
    const policy = createPolicy('r-moss', { armCount: 5, window: 3 });
    expect(trace(policy, rows(9, 5, 3))).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3]);
  });

  test('a window policy picks the arm that has waited longest', () => {
    const policy = createPolicy('sw-moss', { armCount: 5, window: 3 });
    expect(trace(policy, rows(9, 5, 3))).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3]);
  });
});

describe('rewards outside the declared range', () => {
  test('are clipped, with one warning', () => {
    const policy = createPolicy('kl-ucb', {
      armCount: 2,
      rewardRange: [-1, 1],
      onWarning: ignoreWarning,
    });
    const random = randomStream(1);
    policy.update(policy.select(random), 0.5);
    expect(policy.warnings).toEqual([]);
    policy.update(policy.select(random), 3);
    policy.update(policy.select(random), -8);
    expect(policy.warnings).toHaveLength(1);
    expect(policy.warnings[0].message).toBe(
      'kl-ucb: a reward of 3 is outside the range -1 to 1 and counts as 1; set rewardRange to the lowest and highest possible reward',
    );
    // Arm 1 was picked twice: 3 counts as 1 and -8 as 0.
    expect(policy.inspect()[1].mean).toBe(0.5);
  });
});

describe('ties at random', () => {
  test('each of the tied arms gets its share, with its propensity', () => {
    const counts = [0, 0, 0, 0];
    const random = randomStream(8);
    const times = 4000;
    for (let i = 0; i < times; i++) {
      const selection = createPolicy('ucb1', { armCount: 4, ties: 'random' }).select(
        random,
        [0, 2, 3],
      );
      expect(selection.propensity).toBe(1 / 3);
      counts[selection.arm] += 1;
    }
    expect(counts[1]).toBe(0);
    // Binomial(4000, 1/3): five standard deviations are 149.
    for (const arm of [0, 2, 3]) expect(Math.abs(counts[arm] - times / 3)).toBeLessThan(149);
  });
});

describe('pending decisions in the width', () => {
  test('a burst spreads instead of going to one arm', () => {
    const spread = createPolicy('sw-moss', { armCount: 3, window: 200, pendingInWidth: true });
    const herd = createPolicy('sw-moss', { armCount: 3, window: 200 });
    const random = randomStream(9);
    for (const policy of [spread, herd]) {
      for (const reward of [0.5, 0.45, 0.4]) policy.update(policy.select(random), reward);
    }
    const burst = (policy: typeof spread) =>
      Array.from({ length: 6 }, () => {
        const selection = policy.select(random);
        policy.begin(selection);
        return selection.arm;
      });
    expect(burst(herd)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(new Set(burst(spread))).toEqual(new Set([0, 1, 2]));
  });

  test('arms never seen take turns while their first rewards are awaited', () => {
    const policy = createPolicy('ucb1', { armCount: 3, pendingInWidth: true });
    const random = randomStream(9);
    const arms = Array.from({ length: 7 }, () => {
      const selection = policy.select(random);
      policy.begin(selection);
      return selection.arm;
    });
    expect(arms).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(policy.inspect().map(({ pending }) => pending)).toEqual([3, 2, 2]);
  });

  test('the index is the mean with the width of observed and pending together', () => {
    const policy = createPolicy('sw-ucb', { armCount: 2, window: 50, xi: 1, pendingInWidth: true });
    for (const [slot, arm] of [0, 1, 0].entries()) {
      policy.update({ slot, arm, propensity: 1, ticket: 0 }, arm === 0 ? 0.5 : 0.3);
    }
    policy.begin({ slot: 3, arm: 1, propensity: 1, ticket: 0 });
    // At t = 5: arm 0 has 0.5 + √(ln 5 / 2) = 1.397; arm 1 has 0.3 + √(ln 5 / 1) = 1.569 by what was
    // observed, and 0.3 + √(ln 5 / 2) = 1.197 with the pending decision.
    expect(policy.select(randomStream(1)).arm).toBe(0);
  });
});

describe('what comes back from outside', () => {
  test('a selection without its ticket is refused before it does harm', () => {
    const policy = createPolicy('exp3', { armCount: 2, g: 0.1 });
    const { slot, arm, propensity } = policy.select(randomStream(1));
    const before = policy.snapshot();
    for (const ticket of [undefined, 0, Number.NaN, 2]) {
      // As `never`: no type holds back what a caller in JavaScript has stored.
      expect(() => policy.update({ slot, arm, propensity, ticket } as never, 1)).toThrow(
        ContractError,
      );
    }
    expect(policy.snapshot()).toEqual(before);
  });

  test('a reward that no sum can hold is refused, scaled ones too', () => {
    const policy = createPolicy('ucb1', { armCount: 2, scale: 1e-100 });
    const selection = policy.select(randomStream(1));
    expect(() => policy.update(selection, 1e10)).toThrow(
      'reward must have a magnitude of at most 1e+100 after scaling; got 10000000000, which becomes 1e+110; use smaller rewards, a larger scale or a wider rewardRange',
    );
    expect(() =>
      createPolicy('exp3', { armCount: 2, g: 0.1, rewardRange: [-1e308, 1e308] }),
    ).toThrow('rewardRange must be two numbers, the lower first, with magnitudes up to 1e+100');
    expect(policy.slot).toBe(0);
  });

  test('a snapshot made with other options is refused', () => {
    const make = (options: object) => createPolicy('exp3', { armCount: 2, g: 0.1, ...options });
    const wide = make({ rewardRange: [0, 100] }).snapshot();
    expect(() => make({}).restore(wide)).toThrow(
      'cannot restore a snapshot with rewardRange [0,100], because rewardRange is [0,1] here; restore it with the settings that wrote it',
    );
    expect(() => make({}).restore(make({ ties: 'random' }).snapshot())).toThrow(
      'with ties "random"',
    );
    const huge = sealed({ ...make({}).snapshot(), armCount: 2 ** 40 });
    expect(() => make({}).restore(huge)).toThrow('armCount must be an integer from 2 to 16777216');
  });

  test('a window and a discount at once are refused', () => {
    expect(() => createPolicy('d-ucb', { armCount: 2, window: 5, discount: 0.99 })).toThrow(
      'd-ucb accepts a window or a discount, because both set the length of the memory; got both; drop one of them',
    );
  });

  test('a window too large to be kept is refused', () => {
    expect(() => createPolicy('sw-moss', { armCount: 2, window: 2 ** 30 })).toThrow(
      'window must be at most 67108864',
    );
  });
});

test('posteriors of 0/1 rewards are exact', () => {
  const policy = createPolicy('ts', { armCount: 1 });
  for (let slot = 0; slot < 300; slot++) {
    policy.update({ slot, arm: 0, propensity: undefined, ticket: 0 }, slot % 3 === 2 ? 1 : 0);
    const ones = Math.floor((slot + 1) / 3);
    expect(policy.inspect()[0].posterior).toEqual({ alpha: 1 + ones, beta: 2 + slot - ones });
  }
});

describe('a late reward', () => {
  test('from before the window or the last reset does not count, and is not pending forever', () => {
    for (const id of ['sw-moss', 'r-moss', 'sw-rmoss', 'r-rmoss', 'rexp3']) {
      const policy = createPolicy(id, { armCount: 2, window: 4 });
      const random = randomStream(1);
      const late = policy.select(random);
      policy.begin(late);
      for (let i = 0; i < 8; i++) policy.update(policy.select(random), 0.5);
      expect(policy.pendingCount, id).toBe(0);
      expect(policy.update(late, 1), id).toBe(false);
    }
  });
});

describe('decider', () => {
  test('continues bit for bit from its snapshot, random source included', () => {
    const table = rows(200, 3, 4);
    const decider = createDecider('dts', { armCount: 3, window: 50, seed: 9 });
    const live = (one: typeof decider, from: number, to: number) =>
      table.slice(from, to).map((row) => {
        const decision = one.decide();
        one.update(decision, row[decision.arm]);
        return decision.arm;
      });
    live(decider, 0, 100);
    const saved = JSON.parse(JSON.stringify(decider.snapshot()));
    const onwards = live(decider, 100, 200);
    const twin = createDecider('dts', { armCount: 3, window: 50, seed: 1 });
    twin.restore(saved);
    expect(live(twin, 100, 200)).toEqual(onwards);
    const { policy, random } = decider.snapshot();
    expect(twin.snapshot()).toMatchObject({ policy, random });
  });

  test('refuses what is not its own, and stays as it was', () => {
    const decider = createDecider('exp3', { armCount: 3, g: 0.1 });
    decider.expire(decider.decide());
    const before = decider.snapshot();
    const other = createDecider('exp3', { armCount: 3, g: 0.2 }).snapshot();
    expect(() => decider.restore(other)).toThrow(
      new SnapshotError(
        'cannot restore a snapshot with params.g 0.2, because params.g is 0.1 here; restore it with the settings that wrote it',
        'snapshot-of-another',
      ),
    );
    // As `never`: a snapshot comes from a file, of which types know nothing.
    expect(() => decider.restore({ ...before, version: 7 } as never)).toThrow(
      'a snapshot must have format driftline-decider, version 1 or 2; got format driftline-decider, version 7; restore it with the version of Driftline that wrote it',
    );
    expect(() => decider.restore({ ...before, random: [0, 0, 0, 0] })).toThrow(SnapshotError);
    expect(() => decider.restore(null as never)).toThrow(SnapshotError);
    expect(decider.snapshot()).toEqual(before);
  });
});
