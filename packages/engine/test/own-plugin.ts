/** A right policy, environment and reward law of one's own, for tests that change something in one. */
import {
  type EnvironmentDefinition,
  type Kernel,
  MeanTable,
  type PolicyDefinition,
  type RewardLawDefinition,
} from '@driftline/core';

/** Plays arms in turn. */
export class TurnsKernel implements Kernel {
  slot = 0;
  readonly armCount: number;

  constructor(armCount: number) {
    this.armCount = armCount;
  }

  pick(): number {
    return this.slot % this.armCount;
  }

  pickAmong(_random: unknown, arms: Int32Array): number {
    return arms[this.slot % arms.length];
  }

  propensity(): number {
    return 1;
  }

  ticket(): number {
    return 0;
  }

  acceptsTicket(): boolean {
    return true;
  }

  advance(): void {
    this.slot += 1;
  }

  learn(_slot: number, _arm: number, _ticket: number, _reward: number): boolean {
    return true;
  }

  weight(_slot: number): number {
    return 1;
  }

  welcome(): void {}

  reset(): void {
    this.slot = 0;
  }

  transfer(archive: { slot(value: number): number }): void {
    this.slot = archive.slot(this.slot);
  }
}

/** Called 'turns', or what `kernel` makes of it. */
export function ownPolicy(
  kernel: (armCount: number) => unknown = (armCount) => new TurnsKernel(armCount),
): PolicyDefinition {
  return {
    id: 'turns',
    name: 'Turns',
    summary: 'Arms in turn.',
    reference: 'a test',
    formula: 'slot mod K',
    memory: 'none',
    estimator: 'none',
    index: 'none',
    rewards: 'any',
    guarantee: 'none',
    cost: 'O(1)',
    randomised: false,
    lateRewards: 'ignored',
    parameters: [],
    // A plugin in JavaScript returns anything, whatever the types say.
    kernel: ({ armCount }) => kernel(armCount) as Kernel,
  };
}

/** A kernel of turns with some methods replaced by others, of any type. */
export function changedKernel(changes: object): (armCount: number) => unknown {
  return (armCount) => Object.assign(new TurnsKernel(armCount), changes);
}

/** Called 'steps': means that differ between arms and do not move. */
export function ownEnvironment(changes: object = {}): EnvironmentDefinition {
  return {
    id: 'steps',
    name: 'Steps',
    summary: 'Each arm a little better than the one before.',
    parameters: [],
    armCount: 3,
    horizon: 60,
    law: 'gaussian',
    means: ({ armCount, horizon }) =>
      new MeanTable(
        Float64Array.from({ length: armCount * horizon }, (_, i) => (i % armCount) / armCount),
        armCount,
      ),
    ...changes,
  };
}

/** Called 'plain': a little noise. */
export function ownLaw(changes: object = {}): RewardLawDefinition {
  return {
    id: 'plain',
    name: 'Plain',
    summary: 'A little noise.',
    parameters: [],
    rewardRange: [0, 1],
    sampler: () => ({ draw: (mean, random) => mean + 0.1 * (random.uniform() - 0.5) }),
    variance: () => 0.01 / 12,
    ...changes,
  };
}
