/** Plugins that are wrong in one way each, and the check that finds it; and right ones, which pass all. */
import { describe, expect, test } from 'vitest';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { freshParameter } from '../definitions/environment.ts';
import type { RewardLawDefinition } from '../definitions/law.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { Archive } from '../portable/base/archive.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import type { ContractCheck } from './check.ts';
import { environmentContract } from './environment-contract.ts';
import { policyContract } from './policy-contract.ts';
import { rewardLawContract } from './reward-law-contract.ts';
import type { Surroundings } from './surroundings.ts';

const EXPLORE = 0.2;
const WINDOW = 60;

/** The best mean of the last slots, and now and then any arm: right in all that is checked. */
class GreedyKernel implements Kernel {
  readonly armCount: number;
  readonly arms = new Int32Array(WINDOW).fill(-1);
  readonly rewards = new Float64Array(WINDOW);
  slot = 0;
  chance = 1;

  constructor(armCount: number) {
    this.armCount = armCount;
  }

  value(arm: number): number {
    let [sum, count] = [0, 0];
    this.arms.forEach((other, place) => {
      if (other !== arm) return;
      sum += this.rewards[place];
      count += 1;
    });
    return count === 0 ? Number.POSITIVE_INFINITY : sum / count;
  }

  pickAmong(random: Random, among: Int32Array): number {
    const values = [...among].map((arm) => this.value(arm));
    const best = among[values.indexOf(Math.max(...values))];
    const explores = random.uniform() < EXPLORE;
    const drawn = among[random.below(among.length)];
    const arm = explores ? drawn : best;
    this.chance = EXPLORE / among.length + (arm === best ? 1 - EXPLORE : 0);
    return arm;
  }

  pick(random: Random): number {
    return this.pickAmong(
      random,
      new Int32Array(this.armCount).map((_, arm) => arm),
    );
  }

  propensity(): number {
    return this.chance;
  }

  ticket(): number {
    return 0;
  }

  acceptsTicket(): boolean {
    return true;
  }

  advance(): void {
    this.arms[this.slot % WINDOW] = -1;
    this.slot += 1;
  }

  learn(slot: number, arm: number, _ticket: number, reward: number): boolean {
    if (slot < this.slot - WINDOW) return false;
    this.arms[slot % WINDOW] = arm;
    this.rewards[slot % WINDOW] = reward;
    return true;
  }

  weight(slot: number): number {
    return slot < this.slot - WINDOW ? 0 : 1;
  }

  welcome(_arm: number): void {}

  reset(): void {
    this.slot = 0;
    this.chance = 1;
    this.arms.fill(-1);
    this.rewards.fill(0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.cells('arms', this.arms, WINDOW, this.armCount);
    archive.reals('rewards', this.rewards, WINDOW);
  }
}

function policy(kernel: new (armCount: number) => Kernel, changes: object = {}): PolicyDefinition {
  return {
    id: 'own',
    name: 'Own',
    summary: 'A policy of one’s own.',
    reference: 'this test',
    formula: 'ε-greedy',
    memory: 'window',
    estimator: 'mean',
    index: 'ε-greedy',
    rewards: 'sub-gaussian',
    guarantee: 'none',
    cost: 'O(K τ)',
    randomised: true,
    lateRewards: 'own-slot',
    parameters: [],
    kernel: ({ armCount }) => new kernel(armCount),
    ...changes,
  };
}

/** What a check says; undefined where it has nothing to say. */
function finding({ run }: ContractCheck): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What one of the checks says. */
function findingOf(checks: readonly ContractCheck[], name: string): string | undefined {
  const check = checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check '${name}'`);
  return finding(check);
}

/** What all checks say. */
function findings(checks: readonly ContractCheck[]): string[] {
  return checks.map(finding).filter((said) => said !== undefined);
}

// What is kept in a module, and is there for all instances.
let sharedSlot = 0;
let notedMeans: MeanTable | undefined;
let notedMean = 0;

const peekingEnvironment = {
  id: 'noted',
  name: 'Noted',
  summary: 'Means that its module notes.',
  parameters: [freshParameter],
  armCount: 3,
  horizon: 300,
  law: 'gaussian',
  means: ({ armCount, horizon }, random) => {
    const row = Array.from({ length: armCount }, () => random.uniform());
    notedMeans = MeanTable.fromRows(Array.from({ length: horizon }, () => row));
    return notedMeans;
  },
} satisfies EnvironmentDefinition;

const peekingLaw: RewardLawDefinition = {
  id: 'noting',
  name: 'Noting',
  summary: 'Rewards whose means are noted.',
  parameters: [],
  rewardRange: [0, 1],
  sampler: () => ({
    draw: (mean) => {
      notedMean = mean;
      return mean;
    },
  }),
  variance: () => 0,
};

describe('a policy', () => {
  test('that is right passes', () => {
    expect(findings(policyContract(policy(GreedyKernel)))).toEqual([]);
  });

  test.each<[string, PolicyDefinition, string, RegExp, Surroundings?]>([
    [
      'an arm that there is not, once in a while',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return this.slot === 1700 ? this.armCount : arm;
          }
        },
      ),
      'picks existing arms',
      /with 2 arms, pick must return an integer from 0 to 1; got 2 in slot 1700/,
    ],
    [
      'an arm that there is not, with many arms',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return this.armCount > 5 && arm === 5 ? -1 : arm;
          }
        },
      ),
      'picks existing arms',
      /with 7 arms, .* got -1 in slot/,
    ],
    [
      'luck from elsewhere',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return Math.random() < 0.01 ? 0 : arm;
          }
        },
      ),
      'is deterministic',
      /arms of a second run with the same seed, at another time: first differs at slot/,
    ],
    [
      'an index that it does not pick by',
      policy(GreedyKernel, {
        shows: { choice: 'index', arm: (_: Kernel, arm: number) => ({ index: -arm }) },
      }),
      'shows the reason for a pick without changing state',
      /must have the largest shown index, 0; arm [12] has -[12]/,
    ],
    [
      'an index that is passed over though it is large',
      policy(GreedyKernel, {
        shows: {
          choice: 'rule',
          indexed: (kernel: GreedyKernel) => ({
            indexWithExtra: (arm: number) => kernel.value(arm),
          }),
          mayReach: (kernel: GreedyKernel, arm: number, _extra: number, top: number) =>
            kernel.value(arm) > top,
        },
      }),
      'shows the reason for a pick without changing state',
      /mayReach must be true for an index that an arm can reach; got false for arm 0/,
    ],
    [
      'what changes when it is shown',
      policy(GreedyKernel, {
        shows: {
          choice: 'rule',
          arm: (kernel: GreedyKernel, arm: number) => {
            kernel.rewards[arm] += 1e-9;
            return {};
          },
        },
      }),
      'shows the reason for a pick without changing state',
      /the state after showing/,
    ],
    [
      'the clock',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return new Date().getDay() === 3 ? 0 : arm;
          }
        },
      ),
      'is deterministic',
      /at another time: first differs at slot/,
    ],
    [
      'a pick that changes what is not saved',
      policy(
        class extends GreedyKernel {
          picks = 0;

          override pick(random: Random): number {
            const arm = super.pick(random);
            this.picks += 1;
            return this.picks % 50 === 0 ? 0 : arm;
          }
        },
      ),
      'allows select without a decision',
      /arms after extra calls of select: first differs at slot/,
    ],
    [
      'a pick that changes what is saved',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            this.rewards[0] += 1e-9;
            return super.pick(random);
          }
        },
      ),
      'draws random numbers only in select, which changes no state',
      /the state after select/,
    ],
    [
      'learning by the last pick rather than by what comes back',
      policy(
        class extends GreedyKernel {
          override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
            return super.learn(slot, arm, ticket, reward / this.chance);
          }
        },
        { rewards: 'any' },
      ),
      'allows select without a decision',
      /arms after extra calls of select: first differs/,
    ],
    [
      'a ticket that is the propensity, which is not stated',
      policy(
        class extends GreedyKernel {
          override ticket(): number {
            return this.chance;
          }
        },
      ),
      'states propensities that are probabilities',
      /ticketIsPropensity must be true if and only if .*; got undefined/,
    ],
    [
      'a ticket that is said to be the propensity, and is not',
      policy(class extends GreedyKernel {}, { ticketIsPropensity: true }),
      'states propensities that are probabilities',
      /ticketIsPropensity must be true if and only if .*; got true/,
    ],
    [
      'pending decisions in a width that there is not',
      policy(class extends GreedyKernel {}, { pendingInWidth: true }),
      'describes itself',
      /pendingInWidth must be left out unless shows\.indexed is set/,
    ],
    [
      'draws while it learns',
      policy(
        class extends GreedyKernel {
          random: Random | undefined;

          override pick(random: Random): number {
            this.random = random;
            return super.pick(random);
          }

          override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
            this.random?.uniform();
            return super.learn(slot, arm, ticket, reward);
          }
        },
      ),
      'draws random numbers only in select, which changes no state',
      /the random source after begin and update/,
    ],
    [
      'state that all instances share',
      policy(
        class extends GreedyKernel {
          override advance(): void {
            super.advance();
            sharedSlot += 1;
          }

          override pick(random: Random): number {
            const arm = super.pick(random);
            return sharedSlot % 97 === 0 ? 0 : arm;
          }
        },
      ),
      'shares no state between instances',
      /arms while another instance of the policy played: first differs|made after others/,
    ],
    [
      'state of empty slots that is not saved',
      policy(
        class extends GreedyKernel {
          empty = 0;

          override advance(arm = 0): void {
            super.advance();
            if (arm < 0) this.empty += 1;
          }

          override pickAmong(random: Random, among: Int32Array): number {
            const arm = super.pickAmong(random, among);
            return this.empty > 20 ? among[0] : arm;
          }
        },
      ),
      'continues bit for bit between any calls',
      /the result of call \d+ after the policy was saved and restored between calls/,
    ],
    [
      'state of arms that joined while rewards were pending',
      policy(
        class extends GreedyKernel {
          joined = 0;

          override welcome(_arm: number): void {
            this.joined = this.slot;
          }

          override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
            const earlier = slot < this.joined ? reward / 2 : reward;
            return super.learn(slot, arm, ticket, earlier);
          }
        },
        { rewards: 'any' },
      ),
      'continues bit for bit between any calls',
      /the state restored after call \d+/,
    ],
    [
      'empty slots that are a reward of 0 for the last arm',
      policy(
        class extends GreedyKernel {
          override advance(arm = 0): void {
            super.advance();
            if (arm < 0) this.learn(this.slot - 1, this.armCount - 1, 0, 0);
          }
        },
        {
          shows: {
            choice: 'rule',
            arm: (kernel: GreedyKernel, arm: number) => ({
              count: kernel.arms.filter((other) => other === arm).length,
            }),
          },
        },
      ),
      'accepts empty slots',
      /an empty slot must not play an arm; remembered rewards went from/,
    ],
    [
      'no empty slots',
      policy(
        class extends GreedyKernel {
          override advance(arm = 0): void {
            if (arm >= 0) super.advance();
          }
        },
      ),
      'continues bit for bit between any calls',
      /after the policy was saved and restored between calls|the state restored after call/,
    ],
    [
      'state kept over reset',
      policy(
        class extends GreedyKernel {
          total = 0;

          override advance(): void {
            super.advance();
            this.total += 1;
          }

          override pick(random: Random): number {
            const arm = super.pick(random);
            return this.total > 800 ? 0 : arm;
          }
        },
      ),
      'starts again after reset',
      /arms of a kernel after reset: first differs/,
    ],
    [
      'means that its environment noted',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return notedMeans === undefined ? arm : notedMeans.bestArm(0);
          }
        },
      ),
      'depends only on its rewards',
      /arms on the same rewards, while environments and rewards of the same plugin were created/,
      { environments: [peekingEnvironment], rewardLaws: [] },
    ],
    [
      'means that its reward law noted',
      policy(
        class extends GreedyKernel {
          override pick(random: Random): number {
            const arm = super.pick(random);
            return notedMean > 0.5 ? arm : 0;
          }
        },
      ),
      'depends only on its rewards',
      /while environments and rewards of the same plugin were created/,
      { environments: [], rewardLaws: [peekingLaw] },
    ],
    [
      'false propensities',
      policy(
        class extends GreedyKernel {
          override propensity(): number {
            return 1 / this.armCount;
          }
        },
      ),
      'states propensities that match its picks',
      /the propensity must be the probability of the arm; after \d+ slots, .* was picked \d+ times in 3000/,
    ],
    [
      'propensities that add up to more than 1',
      policy(
        class extends GreedyKernel {
          override propensity(): number {
            return Math.min(1, this.chance * 1.04);
          }
        },
      ),
      'states propensities that match its picks',
      /propensities of all arms must add up to 1: .* they add up to 1\.0|the propensity must be/,
    ],
    [
      'a propensity above 1',
      policy(
        class extends GreedyKernel {
          override propensity(): number {
            return 1 / this.chance;
          }
        },
      ),
      'states propensities that are probabilities',
      /propensity must be above 0 and at most 1/,
    ],
    [
      'late rewards put to the wrong slot',
      policy(
        class extends GreedyKernel {
          override learn(_slot: number, arm: number, ticket: number, reward: number): boolean {
            return super.learn(this.slot - 1, arm, ticket, reward);
          }
        },
      ),
      'counts late rewards as its definition states',
      /arms after rewards in another order, although the definition states that late rewards count for their own slot/,
    ],
    [
      'rewards that are not ignored, as it says',
      policy(GreedyKernel, { lateRewards: 'ignored' }),
      'counts late rewards as its definition states',
      /arms after other rewards, although the definition states that rewards are ignored/,
    ],
    [
      'a weight that is none',
      policy(
        class extends GreedyKernel {
          override weight(slot: number): number {
            return super.weight(slot) * 2;
          }
        },
      ),
      'weights rewards from 1 down to 0',
      /weight must fall from 1 to 0 as a slot gets older; got 2 in slot/,
    ],
    [
      'a weight that grows while a slot is young',
      policy(
        class extends GreedyKernel {
          override weight(slot: number): number {
            const age = this.slot - 1 - slot;
            return age < 29 ? 0.5 + age : super.weight(slot);
          }
        },
      ),
      'weights rewards from 1 down to 0',
      /weight must fall from 1 to 0 as a slot gets older; got 0.5 in slot 20 for slot 20/,
    ],
    [
      'a weight that is less when a slot is new',
      policy(
        class extends GreedyKernel {
          override weight(slot: number): number {
            return super.weight(slot) / 2;
          }
        },
      ),
      'weights rewards from 1 down to 0',
      /got 0.5 in slot 20 for slot 20, after 1/,
    ],
    [
      'a weight that is not what counts',
      policy(
        class extends GreedyKernel {
          override weight(slot: number): number {
            return slot < this.slot - 20 ? 0 : 1;
          }
        },
      ),
      'weights rewards from 1 down to 0',
      /for a reward \d+ slots late, weight is 0, but learn returned true/,
    ],
    [
      'a favourite arm',
      policy(
        class extends GreedyKernel {
          override value(arm: number): number {
            return super.value(arm) + (arm === 0 ? 0.2 : 0);
          }
        },
      ),
      'treats all arms equally',
      /arms must be treated equally; in 200 slots arm 0 is played \d+\.\d times more often/,
    ],
    [
      'a subset that is not looked at',
      policy(
        class extends GreedyKernel {
          override pickAmong(random: Random, among: Int32Array): number {
            const arm = super.pickAmong(random, among);
            return this.slot % 40 === 39 ? 0 : arm;
          }
        },
      ),
      'chooses among given arms',
      /select among .* chose 0/,
    ],
    [
      'a snapshot that forgets a field',
      policy(
        class extends GreedyKernel {
          bonus = 0;

          override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
            if (arm === 1) this.bonus = Math.min(0.5, this.bonus + 0.02);
            return super.learn(slot, arm, ticket, reward);
          }

          override value(arm: number): number {
            return super.value(arm) + (arm === 1 ? this.bonus : 0);
          }

          override reset(): void {
            super.reset();
            this.bonus = 0;
          }
        },
        { rewards: 'any' },
      ),
      'continues bit for bit from a snapshot',
      /arms after restoring at slot \d+/,
    ],
    [
      'a new arm that is never tried',
      policy(
        class extends GreedyKernel {
          override pickAmong(random: Random, among: Int32Array): number {
            return super.pickAmong(random, among.length > 3 ? among.subarray(0, 3) : among);
          }
        },
      ),
      'accepts new arms while running',
      /a new arm must be played at least once in 150 slots/,
    ],
    [
      'a state that grows',
      policy(
        class extends GreedyKernel {
          readonly all: number[] = [];

          override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
            this.all.push(reward);
            return super.learn(slot, arm, ticket, reward);
          }

          override transfer(archive: Archive): void {
            super.transfer(archive);
            archive.reals('all', Float64Array.from(this.all), this.all.length);
          }
        },
      ),
      'keeps its state bounded',
      /the state must not grow with time/,
    ],
    [
      'what is no error',
      policy(
        class extends GreedyKernel {
          override advance(): void {
            throw 'x';
          }
        },
      ),
      'has a kernel with every method',
      /^x$/,
    ],
  ])('%s', (_, definition, check, message, surroundings) => {
    [sharedSlot, notedMeans, notedMean] = [0, undefined, 0];
    expect(findingOf(policyContract(definition, surroundings), check)).toMatch(message);
  });
});

describe('a reward law', () => {
  /** Uniform within 0.5 around the mean. */
  const right: RewardLawDefinition = {
    id: 'own',
    name: 'Own',
    summary: 'A law of one’s own.',
    parameters: [],
    rewardRange: [-1, 2],
    meanRange: [0, 1],
    sampler: () => ({ draw: (mean, random) => mean + random.uniform() - 0.5 }),
    variance: () => 1 / 12,
  };
  const drawing = (draw: (mean: number, random: Random) => unknown) =>
    ({ sampler: () => ({ draw }) }) as Partial<RewardLawDefinition>;

  test('that is right passes', () => {
    expect(findings(rewardLawContract(right))).toEqual([]);
  });

  test.each<[string, Partial<RewardLawDefinition>, string, RegExp]>([
    [
      'a small bias',
      drawing((mean, random) => mean + random.uniform() - 0.49),
      'has the given mean',
      /rewards with mean 0 must average to it within/,
    ],
    [
      'a bias that a false spread hides',
      { ...drawing((mean, random) => mean + random.uniform() - 0.4), variance: () => 100 },
      'has the stated variance',
      /the stated variance must match the rewards; it is 100/,
    ],
    [
      'NaN at one mean alone',
      drawing((mean, random) => mean + random.uniform() - 0.5 + (mean === 0.5 ? Number.NaN : 0)),
      'draws finite numbers',
      /rewards must be finite numbers; got NaN for the mean 0\.5/,
    ],
    [
      'an infinite reward near an end',
      drawing(
        (mean, random) =>
          mean +
          random.uniform() -
          0.5 +
          (mean > 0.9999 && mean < 1 ? Number.POSITIVE_INFINITY : 0),
      ),
      'draws finite numbers',
      /got Infinity for the mean 0\.9/,
    ],
    [
      'a reward as text',
      drawing((mean) => String(mean)),
      'draws finite numbers',
      /rewards must be finite numbers/,
    ],
    [
      'a number of draws that depends on the mean',
      drawing((mean, random) => {
        if (mean === 0) random.uniform();
        return mean + random.uniform() - 0.5;
      }),
      'draws equally often for every mean',
      /the state of the random source after a draw with the mean .* rather than 0/,
    ],
    [
      'more draws now and then, by the mean',
      drawing((mean, random) => {
        let reward = random.uniform();
        while (reward < mean / 50) reward = random.uniform();
        return mean + reward - 0.5;
      }),
      'draws equally often for every mean',
      /the state of the random source after a draw/,
    ],
    [
      'a spare draw',
      {
        sampler: () => {
          let spare: number | undefined;
          return {
            draw: (mean, random) => {
              const drawn = spare ?? random.uniform();
              spare = spare === undefined ? random.uniform() : undefined;
              return mean + drawn - 0.5;
            },
          };
        },
      },
      'draws each reward independently',
      /a reward must depend on its mean and on the random source alone/,
    ],
    [
      'luck from elsewhere',
      drawing((mean) => mean + Math.random() - 0.5),
      'is deterministic',
      /at another time/,
    ],
    [
      'the clock',
      drawing((mean, random) => mean + random.uniform() - 0.5 + (Date.now() % 2) * 1e-9),
      'is deterministic',
      /at another time/,
    ],
  ])('%s', (_, changes, check, message) => {
    expect(findingOf(rewardLawContract({ ...right, ...changes }), check)).toMatch(message);
  });
});

describe('an environment', () => {
  const { means: drawn } = { ...peekingEnvironment };
  const right: EnvironmentDefinition = { ...peekingEnvironment, id: 'own' };
  let lastDrawn = 0;

  test('that is right passes', () => {
    expect(findings(environmentContract(right))).toEqual([]);
  });

  const scaled = (factor: () => number): Partial<EnvironmentDefinition> => ({
    means: (settings, random) => {
      const { values, armCount } = drawn(settings, random);
      const by = factor();
      return new MeanTable(
        values.map((mean) => mean * by),
        armCount,
      );
    },
  });

  test.each<[string, Partial<EnvironmentDefinition>, string, RegExp]>([
    [
      'means that are drawn, but never anew',
      { parameters: [] },
      'redraws means for each replication with fresh=1',
      /means depend on the seed, .* add freshParameter of @driftline\/core to the parameters/,
    ],
    ['luck from elsewhere', scaled(Math.random), 'is deterministic', /at another time/],
    ['the clock', scaled(() => 1 + (Date.now() % 7)), 'is deterministic', /at another time/],
    ['the date', scaled(() => new Date().getFullYear()), 'is deterministic', /at another time/],
    [
      'means that depend on those made before',
      {
        means: (settings, random) => {
          const before = lastDrawn;
          lastDrawn = random.uniform();
          const { values, armCount } = drawn(settings, random);
          return new MeanTable(
            values.map((mean) => mean + before),
            armCount,
          );
        },
      },
      'is deterministic',
      /means made from the same seed after others were made|at another time/,
    ],
    [
      'a number of arms of its own',
      { means: (settings, random) => drawn({ ...settings, armCount: 3 }, random) },
      'has the requested number of arms and slots',
      /arms and slots: expected \[5,300\], got \[3,300\]/,
    ],
    [
      'a number of slots of its own',
      {
        means: (settings, random) =>
          drawn({ ...settings, horizon: Math.max(3, settings.horizon) }, random),
      },
      'has the requested number of arms and slots',
      /arms and slots: expected \[3,1\], got \[3,3\]/,
    ],
    [
      'a best mean that is not the best',
      {
        means: (settings, random) => {
          const table = drawn(settings, random);
          return Object.assign(table, { bestMean: (slot: number) => table.mean(slot, 0) });
        },
      },
      'gives the same means in every form',
      /bestMean\(0\) and the table's/,
    ],
  ])('%s', (_, changes, check, message) => {
    lastDrawn = 0;
    expect(findingOf(environmentContract({ ...right, ...changes }), check)).toMatch(message);
  });
});
