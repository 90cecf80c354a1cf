// A plugin with a policy: ε-greedy on a window. Check it and use it anywhere:
//   driftline check examples/plugin-policy.ts
//   driftline compare --plugin examples/plugin-policy.ts --policies greedy-window,sw-moss \
//     --environment paper-2
import type { Archive, Kernel, PolicyDefinition, Random } from '@driftline/core';
import { createPolicyFromSpec, policyCatalogue, randomStream, trace } from '@driftline/core';
import { AS_SLOTS, leadersOf, type Moment, Window } from '@driftline/core/parts';

/** The best mean of the last τ slots, and with probability ε any arm. */
class GreedyWindowKernel implements Kernel {
  readonly all: Int32Array<ArrayBuffer>;
  readonly memory: Window;
  readonly explore: number;
  chance = 1;

  constructor(armCount: number, window: number, explore: number) {
    this.all = Int32Array.from({ length: armCount }, (_, arm) => arm);
    this.memory = new Window(armCount, window);
    this.explore = explore;
  }

  /** The estimate of an arm; one without rewards comes first. */
  value(arm: number): number {
    return this.memory.mass(arm) === 0 ? Number.POSITIVE_INFINITY : this.memory.mean(arm);
  }

  pickAmong(random: Random, among: Int32Array): number {
    // The lowest arm among equals.
    const best = among.reduce((first, arm) => (this.value(arm) > this.value(first) ? arm : first));
    const explores = random.uniform() < this.explore;
    const drawn = among[random.below(among.length)];
    const arm = explores ? drawn : best;
    this.chance = this.explore / among.length + (arm === best ? 1 - this.explore : 0);
    return arm;
  }

  pick(random: Random): number {
    return this.pickAmong(random, this.all);
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
    this.memory.advance();
  }

  learn(slot: number, arm: number, _ticket: number, reward: number): boolean {
    return this.memory.learn(slot, arm, reward);
  }

  weight(slot: number): number {
    return this.memory.weight(slot);
  }

  welcome(): void {}

  reset(): void {
    this.chance = 1;
    this.memory.reset();
  }

  transfer(archive: Archive): void {
    this.memory.transfer(archive);
  }
}

/** Why it picked, after the name of the arm: for the page that looks inside. */
function reason(at: Moment): string {
  const estimate = at.known('estimate', at.picked);
  if (Number.isNaN(estimate)) return ', of which nothing is remembered.';
  return leadersOf(at, 'estimate').arms.includes(at.picked)
    ? `, whose mean ${at.value(estimate)} is the largest.`
    : ': now and then it tries any arm.';
}

const greedyWindow: PolicyDefinition<GreedyWindowKernel> = {
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
  cost: 'O(K) per slot, about 2K + 2.5τ numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [
    {
      kind: 'integer',
      id: 'window',
      symbol: 'τ',
      // Tuning varies the memory by its number of slots.
      role: { of: 'memory', slots: AS_SLOTS },
      summary: 'slots remembered',
      default: 200,
      least: 1,
    },
    {
      kind: 'number',
      id: 'explore',
      symbol: 'ε',
      role: { of: 'exploration' },
      summary: 'probability of any arm',
      default: 0.1,
      least: 0,
      most: 1,
    },
  ],
  kernel: ({ armCount, values }) => new GreedyWindowKernel(armCount, values.window, values.explore),
  shows: {
    choice: 'rule',
    arm: ({ memory }, arm) => ({
      count: memory.mass(arm),
      mean: memory.mass(arm) === 0 ? Number.NaN : memory.mean(arm),
    }),
    explains: { reason },
  },
};

export const policies = [greedyWindow];

// Run alone, the file shows its policy at work.
if (process.argv[1] === import.meta.filename) {
  const policy = createPolicyFromSpec(
    'greedy-window:window=3',
    { armCount: 2 },
    policyCatalogue.with(policies),
  );
  const rewards = Array.from({ length: 12 }, (_, slot) => (slot < 6 ? [1, 0] : [0, 1]));
  console.log(`arms: ${trace(policy, rewards, randomStream(1)).join(' ')}`);
}
