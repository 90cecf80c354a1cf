// A plugin with a policy: ε-greedy on a window. Check it and use it anywhere:
//   driftline check examples/plugin-policy.ts
//   driftline compare --plugin examples/plugin-policy.ts --policies greedy-window,sw-moss \
//     --environment paper-2
import type { Archive, Kernel, PolicyDefinition, Random } from '@driftline/core';
import { createPolicyFromSpec, randomStream, trace } from '@driftline/core';

/** The best mean of the last τ slots, and with probability ε any arm. */
class GreedyWindowKernel implements Kernel {
  readonly armCount: number;
  readonly window: number;
  readonly explore: number;
  /** The arm and the reward of each of the last τ slots; −1 where no reward has come. */
  readonly arms: Int32Array<ArrayBuffer>;
  readonly rewards: Float64Array<ArrayBuffer>;
  slot = 0;
  chance = 1;

  constructor(armCount: number, window: number, explore: number) {
    this.armCount = armCount;
    this.window = window;
    this.explore = explore;
    this.arms = new Int32Array(window).fill(-1);
    this.rewards = new Float64Array(window);
  }

  /** The largest mean, the lowest arm among equals; an arm without rewards comes first. */
  best(among: Int32Array): number {
    const sums = new Float64Array(this.armCount);
    const counts = new Float64Array(this.armCount);
    this.arms.forEach((arm, place) => {
      if (arm < 0) return;
      sums[arm] += this.rewards[place];
      counts[arm] += 1;
    });
    const value = (arm: number) =>
      counts[arm] === 0 ? Number.POSITIVE_INFINITY : sums[arm] / counts[arm];
    return among.reduce((first, arm) => (value(arm) > value(first) ? arm : first), among[0]);
  }

  pickAmong(random: Random, among: Int32Array): number {
    const best = this.best(among);
    const explores = random.uniform() < this.explore;
    const drawn = among[random.below(among.length)];
    const arm = explores ? drawn : best;
    this.chance = this.explore / among.length + (arm === best ? 1 - this.explore : 0);
    return arm;
  }

  pick(random: Random): number {
    return this.pickAmong(
      random,
      Int32Array.from({ length: this.armCount }, (_, arm) => arm),
    );
  }

  propensity(): number {
    return this.chance;
  }

  /** Nothing has to come back with a reward. */
  ticket(): number {
    return 0;
  }

  acceptsTicket(): boolean {
    return true;
  }

  advance(): void {
    this.arms[this.slot % this.window] = -1;
    this.slot += 1;
  }

  learn(slot: number, arm: number, _ticket: number, reward: number): boolean {
    if (slot < this.slot - this.window) return false;
    this.arms[slot % this.window] = arm;
    this.rewards[slot % this.window] = reward;
    return true;
  }

  weight(slot: number): number {
    return slot < this.slot - this.window ? 0 : 1;
  }

  welcome(): void {}

  reset(): void {
    this.slot = 0;
    this.chance = 1;
    this.arms.fill(-1);
    this.rewards.fill(0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.cells('arms', this.arms, this.window, this.armCount);
    archive.reals('rewards', this.rewards, this.window);
  }
}

const greedyWindow: PolicyDefinition = {
  id: 'greedy-window',
  name: 'Greedy window',
  summary: 'The best mean of the last τ slots, and now and then any arm.',
  reference: 'this example',
  formula: 'with probability ε any arm, else the largest windowed mean',
  memory: 'window',
  estimator: 'mean',
  index: 'ε-greedy',
  rewards: 'sub-gaussian',
  guarantee: 'none',
  cost: 'O(τ + K) a slot, 2τ numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [
    {
      kind: 'integer',
      id: 'window',
      symbol: 'τ',
      summary: 'slots remembered',
      default: 200,
      least: 1,
    },
    {
      kind: 'number',
      id: 'explore',
      symbol: 'ε',
      summary: 'probability of any arm',
      default: 0.1,
      least: 0,
      most: 1,
    },
  ],
  kernel: ({ armCount, values }) => new GreedyWindowKernel(armCount, values.window, values.explore),
};

export const policies = [greedyWindow];

// Run by itself, the file shows its policy at work.
if (process.argv[1] === import.meta.filename) {
  const policy = createPolicyFromSpec('greedy-window:window=3', { armCount: 2 }, policies);
  const rewards = Array.from({ length: 12 }, (_, slot) => (slot < 6 ? [1, 0] : [0, 1]));
  console.log(`arms: ${trace(policy, rewards, randomStream(1)).join(' ')}`);
}
