/** Rested arms through the shells of policies. */
import {
  type Course,
  createPolicyFromSpec,
  createRewardLaw,
  MeanTable,
  preparePolicy,
  restedCourse,
} from '@driftline/core/play';
import { expect, test } from 'vitest';
import { LatePlayer } from '../src/play/late-player.ts';
import { type Player, PlayerFactory } from '../src/play/player.ts';

const [ARMS, HORIZON] = [3, 300];
const ends = [100, HORIZON];
const policies = ['ucb1', 'sw-moss', 'd-ucb', 'raw-ucb'];
const { sampler } = createRewardLaw('bernoulli');
const given = { armCount: ARMS, horizon: HORIZON, variation: 3 };

function tableOf(value: (row: number, arm: number) => number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: HORIZON * ARMS }, (_, i) =>
    value(Math.floor(i / ARMS), i % ARMS),
  );
}

function latePlayer(spec: string, course: Course): Player {
  const policy = () => createPolicyFromSpec(spec, given);
  const late = { delay: { law: 'fixed', slots: 0 }, burst: 1, floor: 0 } as const;
  return new LatePlayer([{ policy, course }], { late, sampler, ends, guard: undefined });
}

function plainPlayer(spec: string, course: Course): Player {
  const { kernel, rewardMap } = preparePolicy(spec, given);
  return new PlayerFactory(undefined).make([{ kernel, course }], { sampler, map: rewardMap, ends });
}

/** All numbers of three replications. */
function numbersOf(player: Player): unknown {
  return [4, 5, 6].map((number) => {
    const [{ regret, onBest, earned, arms }] = player.play(1, [number]);
    return [[...regret], onBest, earned, [...arms]];
  });
}

const still = new MeanTable(
  tableOf((_, arm) => 0.25 + 0.25 * arm),
  ARMS,
).course();

test.each(policies)('%s plays rested arms that never move as stationary ones', (spec) => {
  const rested = restedCourse(ARMS, still.means, still.best);
  expect(numbersOf(latePlayer(spec, rested))).toEqual(numbersOf(plainPlayer(spec, still)));
});

test.each(policies)('%s without a delay meets the same falling means as its kernel', (spec) => {
  const means = tableOf((plays, arm) => 0.9 / (1 + (0.02 + 0.03 * arm) * plays));
  const levels = tableOf((slot) => (slot % 100) / 1000);
  const course = restedCourse(ARMS, means, still.best, levels);
  const expected = numbersOf(plainPlayer(spec, course));
  expect(numbersOf(latePlayer(spec, course))).toEqual(expected);
  expect(expected).not.toEqual(numbersOf(plainPlayer(spec, still)));
});
