/**
 * How often the intervals of a report hold what they should, by simulation: a policy that learns greedily from what
 * it sees, and the explored slice beside it. Tolerances are three standard errors of a share of 0.95.
 */
import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import type { Ends, Interval } from './intervals.ts';
import { Moments } from './moments.ts';
import { Slices } from './slices.ts';

const RUNS = 700;
const SLACK = 3 * Math.sqrt((0.95 * 0.05) / RUNS);

interface World {
  readonly decisions: number;
  readonly arms: number;
  readonly ends: Ends | undefined;
  mean(arm: number, time: number): number;
  /** A reward of this mean from two even draws. */
  reward(mean: number, draw: () => number): number;
  explore(time: number): number;
}

const click = (mean: number, draw: () => number) => (draw() < mean ? 1 : 0);

const WORLDS: Readonly<Record<string, World>> = {
  'rare clicks': {
    decisions: 4000,
    arms: 3,
    ends: { min: 0, max: 1 },
    mean: (arm) => 0.03 + 0.02 * arm,
    reward: click,
    explore: () => 0.05,
  },
  'clicks that drift together, the best arm changing': {
    decisions: 3000,
    arms: 2,
    ends: { min: 0, max: 1 },
    mean: (arm, time) =>
      0.4 + 0.3 * Math.sin(7 * time) + 0.1 * (arm === Math.floor(time * 3) % 2 ? 1 : 0),
    reward: click,
    explore: () => 0.1,
  },
  'clicks that drift while the share explored is changed': {
    decisions: 3000,
    arms: 2,
    ends: { min: 0, max: 1 },
    mean: (arm, time) => 0.2 + 0.5 * time + 0.1 * arm,
    reward: click,
    explore: (time) => (time < 0.5 ? 0.05 : 0.3),
  },
  'amounts between 0 and 1': {
    decisions: 2000,
    arms: 2,
    ends: { min: 0, max: 1 },
    mean: (arm) => 0.3 + 0.2 * arm,
    reward: (mean, draw) => mean + 0.5 * (draw() - 0.5),
    explore: () => 0.05,
  },
  'skewed amounts without a range': {
    decisions: 2000,
    arms: 2,
    ends: undefined,
    mean: (arm) => 2 + arm,
    reward: (mean, draw) => -mean * Math.log(1 - draw()),
    explore: () => 0.1,
  },
};

/** The truth is what each would earn on average over all decisions of the range. */
interface Run {
  readonly truth: { readonly arm: number; readonly uniform: number; readonly policy: number };
  readonly slices: Slices;
}

class Greedy {
  readonly #sums: number[];
  readonly #counts: number[];

  constructor(arms: number) {
    this.#sums = Array<number>(arms).fill(0);
    this.#counts = Array<number>(arms).fill(0);
  }

  pick(): number {
    let best = 0;
    for (let arm = 1; arm < this.#sums.length; arm++)
      if (this.#score(arm) > this.#score(best)) best = arm;
    return best;
  }

  #score(arm: number): number {
    return (this.#sums[arm] + 1) / (this.#counts[arm] + 1);
  }

  learn(arm: number, reward: number): void {
    this.#sums[arm] = 0.99 * this.#sums[arm] + reward;
    this.#counts[arm] = 0.99 * this.#counts[arm] + 1;
  }
}

function play(world: World, seed: number): Run {
  const random = randomStream(seed);
  const draw = () => random.uniform();
  const { decisions, arms } = world;
  const slices = new Slices({ from: 0, to: decisions }, arms, world.ends);
  const greedy = new Greedy(arms);
  const ofArm = new Moments();
  const uniform = new Moments();
  const policy = new Moments();
  for (let number = 0; number < decisions; number++) {
    const time = number / decisions;
    const explores = draw() < world.explore(time);
    const picked = greedy.pick();
    const arm = explores ? Math.floor(draw() * arms) : picked;
    const reward = world.reward(world.mean(arm, time), draw);
    greedy.learn(arm, reward);
    slices.add(number, arm, explores, reward);
    for (let other = 0; other < arms; other++) uniform.add(world.mean(other, time));
    policy.add(world.mean(picked, time));
    if (explores && arm === 0) ofArm.add(world.mean(arm, time));
  }
  return { truth: { arm: ofArm.mean, uniform: uniform.mean, policy: policy.mean }, slices };
}

function holds(interval: Interval | null, truth: number): number {
  if (interval === null) throw new Error('there must be an estimate');
  return interval.low <= truth && truth <= interval.high ? 1 / RUNS : 0;
}

function coverageOf(world: World) {
  const coverage = { arm: 0, uniform: 0, policy: 0, gain: 0 };
  for (let run = 0; run < RUNS; run++) {
    const { truth, slices } = play(world, run);
    const { arms, uniform, policy, gain } = slices.estimates();
    coverage.arm += holds(arms[0], truth.arm);
    coverage.uniform += holds(uniform, truth.uniform);
    coverage.policy += holds(policy, truth.policy);
    coverage.gain += holds(gain, truth.policy - truth.uniform);
  }
  return coverage;
}

describe.each(Object.entries(WORLDS))('%s', (_, world) => {
  const coverage = coverageOf(world);
  test.each(['arm', 'uniform', 'policy', 'gain'] as const)('the interval of %s', (name) => {
    expect(coverage[name]).toBeGreaterThan(0.95 - SLACK);
  });
});
