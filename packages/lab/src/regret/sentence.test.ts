import { type Comparison, InlineExecutor, runComparisons } from '@driftline/engine/play';
import { describe, expect, it } from 'vitest';
import { plainText, regretSentence } from './sentence.ts';

async function playedOn(
  environment: Comparison['environment'],
  policies: readonly string[],
  replications: number,
) {
  const comparison: Comparison = {
    name: 'test',
    environment,
    policies,
    variation: 1,
    replications,
    seed: 5,
    checkpoints: { count: 5, spacing: 'linear' },
  };
  const [result] = await runComparisons([comparison], {
    executor: new InlineExecutor(),
  });
  return result;
}

/** A small environment in which regret is what the arms' means make it. */
function playedAsIs(policies: readonly string[], replications: number, horizon = 400) {
  const environment: Comparison['environment'] = {
    kind: 'means',
    name: 'two arms',
    values: Array.from({ length: horizon }, () => [0.8, 0.3]).flat(),
    armCount: 2,
    rewards: 'bernoulli',
  };
  return playedOn(environment, policies, replications);
}

/** The same, the oracle passing for a policy that happens to be always right. */
async function played(policies: readonly string[], replications: number) {
  const result = await playedAsIs(policies, replications);
  return {
    ...result,
    policies: result.policies.map(({ needs, ...policy }) =>
      needs === undefined ? policy : { ...policy, id: 'seer', name: 'Seer' },
    ),
  };
}

async function said(policies: readonly string[], replications: number): Promise<string> {
  return plainText(regretSentence(await played(policies, replications)));
}

describe('the sentence about regret', () => {
  it('names who loses least, by how much, and who loses most', async () => {
    const result = await played(['uniform', 'ucb1', 'oracle'], 50);
    const [uniform, ucb1, oracle] = result.policies.map(({ regret }) => regret.mean);
    expect(oracle).toBe(0);
    expect(uniform).toBeGreaterThan(ucb1);
    const text = plainText(regretSentence(result));
    expect(text).toMatch(
      /^Seer loses least here: 0 after 400 slots, [\d.]+ less than UCB1\. Uniform loses most: [\d.]+\.$/,
    );
    expect(text).toContain(`, ${Number(ucb1.toPrecision(3))} less than UCB1`);
  });

  it('leaves oracles out', async () => {
    const text = plainText(regretSentence(await playedAsIs(['uniform', 'ucb1', 'oracle'], 50)));
    expect(text).toMatch(
      /^UCB1 loses least here: [\d.]+ after 400 slots, [\d.]+ less than Uniform/,
    );
  });

  it('says how many times as much, where the least is above 0', async () => {
    expect(await said(['uniform', 'ucb1', 'moss'], 50)).toMatch(
      /Uniform loses most: [\d.]+, [\d.]+ times as much\.$/,
    );
  });

  it('has names that stand out', async () => {
    const [first] = regretSentence(await played(['uniform', 'oracle'], 20));
    expect(first).toEqual({ name: 'Seer' });
  });

  it('distinguishes two only when the difference is beyond doubt', async () => {
    const result = await played(['uniform', 'uniform'], 30);
    // The same policy twice, with luck of its own each, can't differ.
    const shifted = {
      ...result,
      differences: result.differences.map((difference) => ({
        ...difference,
        mean: -1.2,
        low: -5.8,
        high: 3.4,
        correctedP: 0.6,
      })),
      policies: result.policies.map((policy, i) => ({
        ...policy,
        name: ['SW-MOSS', 'R-MOSS'][i],
        regret: { ...policy.regret, mean: 100 + 1.2 * i },
      })),
    };
    expect(plainText(regretSentence(shifted))).toBe(
      'SW-MOSS and R-MOSS do not differ significantly yet: difference 1.2 [95% CI −3.4 to 5.8].',
    );
  });

  it('explains an interval without 0 that many pairs leave open', async () => {
    const result = await played(['uniform', 'ucb1', 'oracle'], 20);
    const open = {
      ...result,
      differences: result.differences.map((difference) => ({
        ...difference,
        // UCB1 against Seer.
        ...(difference.first === 1 ? { mean: 1.2, low: 0.1, high: 2.3, correctedP: 0.1 } : {}),
      })),
    };
    expect(plainText(regretSentence(open))).toContain(
      'Seer and UCB1 do not differ significantly yet: difference 1.2 [95% CI 0.1 to 2.3] (not corrected for 3 pairs).',
    );
    expect(plainText(regretSentence(open))).toContain('Uniform loses most');
  });

  it('lists three that cannot be distinguished, and counts more', async () => {
    const result = await played(['uniform', 'ucb1', 'moss', 'oracle', 'exp3'], 10);
    const openTo = (places: readonly number[]) => ({
      ...result,
      differences: result.differences.map((difference) => ({
        ...difference,
        correctedP: places.includes(difference.first) || difference.second === 4 ? 0.5 : 0.001,
      })),
    });
    expect(plainText(regretSentence(openTo([0, 1, 2])))).toBe(
      'Seer and 4 others do not differ significantly yet.',
    );
    const [, ucb1, moss] = result.policies.map(({ regret }) => regret.mean);
    expect(moss).toBeLessThan(ucb1);
    expect(plainText(regretSentence(openTo([2])))).toMatch(
      /^Seer, MOSS and Exp3 do not differ significantly yet\. Uniform loses most/,
    );
  });

  it('explains a regret below 0', async () => {
    const result = await played(['uniform', 'oracle'], 20);
    const recorded = {
      ...result,
      policies: result.policies.map((policy) => ({
        ...policy,
        regret: { ...policy.regret, mean: policy.regret.mean - 10 },
      })),
    };
    expect(plainText(regretSentence(recorded))).toMatch(
      /^Seer earns most here: 10 more than the benchmark after 400 slots, and [\d.]+ more than Uniform\.$/,
    );
  });

  /** A record whose second arm pays from its middle on, so that a policy that moves gains. */
  function replayed(policies: readonly string[], replications: number, rotated: boolean) {
    const environment: Comparison['environment'] = {
      kind: 'rewards',
      name: 'record',
      values: Array.from({ length: 400 }, (_, slot) => (slot < 220 ? [1, 0] : [0, 1])).flat(),
      armCount: 2,
      against: 'fixed',
      smoothing: 20,
      rotated,
    };
    return playedOn(environment, policies, replications);
  }

  it('says that replications are the same where nothing is drawn', async () => {
    const same =
      / All replications are the same here, because the record is played from its first slot/;
    const result = await replayed(['ucb1', 'd-ucb'], 40, false);
    expect(result.policies.map(({ regret }) => regret.sd)).toEqual([0, 0]);
    const text = plainText(regretSentence(result));
    expect(text).toMatch(same);
    expect(text).not.toContain('significantly');
    expect(plainText(regretSentence(await replayed(['ucb1', 'd-ucb'], 40, true)))).not.toMatch(
      same,
    );
    const drawing = await replayed(['ucb1', 'uniform'], 40, false);
    expect(plainText(regretSentence(drawing))).not.toMatch(same);
  });

  it('calls what is earned beyond the best single arm a gain', async () => {
    const result = await replayed(['ucb1', 'd-ucb', 'moss'], 40, false);
    const gains = [-139, -204, -60];
    const gaining = {
      ...result,
      policies: result.policies.map((policy, i) => ({
        ...policy,
        regret: { ...policy.regret, mean: gains[i] },
      })),
    };
    const text = plainText(regretSentence(gaining));
    expect(text).toMatch(
      /^D-UCB earns most here: 204 more than the best single arm after 400 slots, and 65 more than UCB1\./,
    );
    expect(text).toContain('MOSS gains least: 60 more than the best single arm.');
    const lone = { ...gaining, policies: gaining.policies.slice(0, 1) };
    expect(plainText(regretSentence(lone))).toMatch(
      /^UCB1 earns 139 more than the best single arm after 400 slots\./,
    );
  });

  it('does not believe a single replication', async () => {
    expect(await said(['uniform', 'oracle'], 1)).toBe(
      'One replication can’t show which policy is better: differences may be chance.',
    );
  });

  it('says what one policy loses', async () => {
    expect(await said(['uniform'], 5)).toMatch(/^Uniform loses [\d.]+ after 400 slots\.$/);
    expect(await said(['uniform'], 1)).toMatch(
      /^Uniform loses [\d.]+ after 400 slots, in a single replication\.$/,
    );
  });

  it('says that policies lose the same rather than that they cannot be distinguished yet', async () => {
    const alike = async (count: number, replications: number) => {
      const result = await played(['oracle', 'uniform'], replications);
      const policies = Array.from({ length: count }, (_, i) => ({
        ...result.policies[0],
        spec: `seer-${i}`,
        name: `Seer ${i}`,
      }));
      const differences = policies.flatMap((_, second) =>
        policies.slice(0, second).map((__, first) => ({
          ...result.differences[0],
          ...{ first, second, mean: 0, low: 0, high: 0, correctedP: 1 },
        })),
      );
      return plainText(regretSentence({ ...result, policies, differences }));
    };
    expect(await alike(2, 20)).toBe('Seer 0 and Seer 1 lose the same: 0 after 400 slots.');
    expect(await alike(5, 20)).toBe('Seer 0 and 4 others lose the same: 0 after 400 slots.');
    expect(await alike(2, 1)).toBe(
      'Seer 0 and Seer 1 lose the same: 0 after 400 slots, in a single replication.',
    );
  });

  it('says why replications are the same where rewards are exact', async () => {
    const result = await played(['ucb1', 'moss'], 10);
    const exact = {
      ...result,
      environment: { ...result.environment, rewards: { id: 'exact', params: {} } },
      policies: result.policies.map((policy) => ({
        ...policy,
        regret: { ...policy.regret, sd: 0 },
      })),
    };
    expect(plainText(regretSentence(exact))).toMatch(
      / All replications are the same here, because rewards are the means themselves and these policies make no random choices\.$/,
    );
  });
});
