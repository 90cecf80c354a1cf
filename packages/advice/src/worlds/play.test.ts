import { createPolicyFromSpec, randomStream } from '@driftline/core';
import { ignoreWarning, ROLE_POLICY, ROLE_REWARDS } from '@driftline/core/play';
import { loadKernels } from '@driftline/engine/node';
import { describe, expect, it } from 'vitest';
import type { RewardNoise } from '../contract/path.ts';
import type { PlayRequest, WorldCourse } from '../contract/world.ts';
import { WorldPlayer } from './play.ts';
import { rewardDraws } from './rewards.ts';

const SLOTS = 700;
const path = {
  armCount: 3,
  bounds: Int32Array.from([0, 200, 450, SLOTS]),
  means: Float64Array.from([0.2, 0.5, 0.8, 0.9, 0.1, 0.3, 0.4, 0.6, 0.2]),
};
const plain: WorldCourse = { path, eligible: undefined, sets: [], due: undefined };
const resampled: RewardNoise = {
  law: 'resampled',
  residuals: [
    [-0.2, 0, 0.2],
    [-0.1, 0.1],
    [-0.3, -0.1, 0.4],
  ].map((each) => Float64Array.from(each)),
  tails: [{ sign: 1, from: 0.3, index: 3, share: 0.1 }],
};
const POLICIES = [
  'auto',
  'adr',
  'ucb1',
  'ts',
  'kl-ucb',
  'sw-ucb:window=100;scale=0.36',
  'd-ucb:window=100;scale=0.18',
  'sw-moss:window=50;scale=0.5',
  'd-rmoss:window=100;zeta=0.1;scale=0.5',
  'exp3s:changes=2',
];

function request(policy: string, course: WorldCourse, noise: RewardNoise): PlayRequest {
  const luck = { seed: 5, replication: 3 };
  return { policy, course, noise, rewardRange: [0, 1], luck, keepArms: true };
}

/** Everything in a plain loop over a policy of the library. */
function naive({ policy: spec, course, noise, luck }: PlayRequest): number[] {
  const policy = createPolicyFromSpec(spec, {
    armCount: 3,
    horizon: SLOTS,
    rewardRange: [0, 1],
    // Some resampled rewards are outside the range.
    onWarning: ignoreWarning,
  });
  const [own, rewards] = [ROLE_POLICY, ROLE_REWARDS].map((role) =>
    randomStream(luck.seed, luck.replication, role),
  );
  const draws = rewardDraws(noise);
  const open: { selection: ReturnType<typeof policy.select>; reward: number; due: number }[] = [];
  const arms: number[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    const among =
      course.eligible === undefined ? undefined : [...course.sets[course.eligible[slot]]];
    const selection = policy.select(own, among);
    policy.begin(selection);
    draws.next(rewards);
    const bin = path.bounds.findLastIndex((bound) => bound <= slot);
    const reward = draws.of(selection.arm, path.means[3 * bin + selection.arm]);
    open.push({ selection, reward, due: course.due?.[slot] ?? slot });
    for (const each of open.filter(({ due }) => due === slot))
      policy.update(each.selection, each.reward);
    arms.push(selection.arm);
  }
  return arms;
}

const kernels = loadKernels();

describe('play in a world', () => {
  it.each(POLICIES)(
    'of %s is the same by compiled kernels, by others, and in a plain loop',
    (policy) => {
      for (const noise of [{ law: 'bernoulli' } as const, resampled]) {
        const asked = request(policy, plain, noise);
        const own = new WorldPlayer().play(asked);
        expect([...(own.arms ?? [])]).toEqual(naive(asked));
        const player = new WorldPlayer(kernels);
        expect(player.play(asked)).toEqual(own);
        // Once more on the same table.
        expect(player.play(asked)).toEqual(own);
      }
    },
  );

  it.each(POLICIES)(
    'of %s among eligible arms with late rewards is that of a plain loop',
    (policy) => {
      const random = randomStream(9);
      const due = Int32Array.from({ length: SLOTS }, (_, slot) => {
        const at = slot + random.below(40);
        return at < SLOTS ? at : -1;
      });
      const eligible = Uint16Array.from({ length: SLOTS }, () => random.below(3));
      const sets = [[0, 1, 2], [0, 2], [1]].map((set) => Uint16Array.from(set));
      const courses = [
        { ...plain, due },
        { ...plain, eligible, sets },
        { ...plain, due, eligible, sets },
      ];
      for (const course of courses) {
        const asked = request(policy, course, resampled);
        const { arms } = new WorldPlayer(kernels).play(asked);
        expect([...(arms ?? [])]).toEqual(naive(asked));
        if (course.eligible === undefined) continue;
        const isAllowed = (arm: number, slot: number) => sets[eligible[slot]].includes(arm);
        expect(arms?.every(isAllowed)).toBe(true);
      }
    },
  );

  it('through the shell is that of the bare kernel where nothing is late', () => {
    const due = Int32Array.from({ length: SLOTS }, (_, slot) => slot);
    for (const policy of POLICIES) {
      const direct = new WorldPlayer().play(request(policy, plain, resampled));
      const shell = new WorldPlayer().play(request(policy, { ...plain, due }, resampled));
      expect(shell).toEqual(direct);
    }
  });

  it('sums up means, not luck: by hand', () => {
    const course: WorldCourse = {
      path: {
        armCount: 2,
        bounds: Int32Array.from([0, 2, 3]),
        means: Float64Array.from([1, 3, 5, 2]),
      },
      eligible: Uint16Array.from([0, 1, 0]),
      sets: [Uint16Array.from([0, 1]), Uint16Array.from([0])],
      due: undefined,
    };
    const asked = { ...request('uniform', course, resampled), rewardRange: [0, 5] as const };
    const { arms, best, earned, uniform } = new WorldPlayer().play(asked);
    expect(best).toBe(3 + 1 + 5);
    expect(uniform).toBe(2 + 1 + 3.5);
    const own = [[1, 3], [1], [5, 2]];
    expect(earned).toBe([...(arms ?? [])].reduce((sum, arm, slot) => sum + own[slot][arm], 0));
  });

  it('gives up rewards that never come, after as long as any takes', () => {
    const due = Int32Array.from({ length: SLOTS }, (_, slot) => (slot % 2 === 0 ? -1 : slot));
    const { arms } = new WorldPlayer().play(request('ucb1', { ...plain, due }, resampled));
    expect(new Set(arms)).toEqual(new Set([0, 1, 2]));
  });

  it('scales with the rewards: a scale is in their unit', () => {
    const twice = {
      ...plain,
      path: { ...path, means: path.means.map((mean) => 2 * mean) },
    };
    const noise = {
      law: 'resampled',
      residuals: [[0], [0], [0]].map((each) => Float64Array.from(each)),
    } as const;
    const play = (policy: string, course: WorldCourse) =>
      new WorldPlayer(kernels).play(request(policy, course, noise)).arms;
    expect(play('sw-ucb:window=100;scale=0.5', twice)).toEqual(
      play('sw-ucb:window=100;scale=0.25', plain),
    );
    expect(play('sw-ucb:window=100;scale=0.5', twice)).not.toEqual(
      play('sw-ucb:window=100;scale=0.5', plain),
    );
  });
});
