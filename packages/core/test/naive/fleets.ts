/** Fleets straight from their rules: every player recomputes all indices of UCB1 from its whole history. */
import type { RewardSampler } from '../../src/portable/laws/sampler.ts';
import type { Course } from '../../src/portable/means/course.ts';
import type { Random } from '../../src/portable/random/generator.ts';
import { ROLE_REWARDS, roleOfPlayer } from '../../src/portable/random/streams.ts';
import { randomStream } from '../../src/random/source.ts';
import { type Remembered, rewardsOf } from './history.ts';

/** The knowledge of a naive player. */
export interface NaivePlayer {
  readonly random: Random;
  readonly history: { arm: number; reward: number }[];
  /** True for each slot so far that ended in a collision. */
  readonly collisions: boolean[];
  rank: number;
  isFixed: boolean;
}

function ucb1(history: Remembered, arm: number): number {
  const rewards = rewardsOf(history, arm);
  const n = rewards.length;
  if (n === 0) return Number.POSITIVE_INFINITY;
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / n;
  return mean + Math.sqrt((2 * Math.log(history.length + 1)) / n);
}

/** Arms by falling index, the lowest first among equals. */
function ordered(indices: readonly number[]): number[] {
  return indices
    .map((_, arm) => arm)
    .sort((a, b) => (indices[a] === indices[b] ? a - b : indices[b] - indices[a]));
}

function indicesOf(history: Remembered, armCount: number): number[] {
  return Array.from({ length: armCount }, (_, arm) => ucb1(history, arm));
}

function drawn(random: Random, arms: readonly number[]): number {
  return arms.length === 1 ? arms[0] : arms[random.below(arms.length)];
}

/** A rule: the arm of a player among so many arms and players. */
export type NaiveRule = (player: NaivePlayer, armCount: number, players: number) => number;

export const naiveRhoRand: NaiveRule = (player, armCount, players) => {
  if (player.rank === 0 || player.collisions.at(-1) === true) {
    player.rank = 1 + player.random.below(players);
  }
  return ordered(indicesOf(player.history, armCount))[player.rank - 1];
};

function topM(player: NaivePlayer, armCount: number, players: number, fixes: boolean): number {
  const { history, random } = player;
  const best = ordered(indicesOf(history, armCount)).slice(0, players);
  const last = history.at(-1)?.arm;
  if (last === undefined) return drawn(random, best);
  if (!best.includes(last)) {
    player.isFixed = false;
    const before = indicesOf(history.slice(0, -1), armCount);
    const smaller = best.filter((arm) => before[arm] <= before[last]);
    return drawn(random, smaller.length === 0 ? best : smaller);
  }
  if (player.collisions.at(-1) === true && !player.isFixed) return drawn(random, best);
  player.isFixed = fixes;
  return last;
}

export const naiveRandTopM: NaiveRule = (player, armCount, players) =>
  topM(player, armCount, players, false);

export const naiveMcTopM: NaiveRule = (player, armCount, players) =>
  topM(player, armCount, players, true);

export const naiveSelfish: NaiveRule = ({ history, random }, armCount) => {
  const indices = indicesOf(history, armCount);
  const top = Math.max(...indices);
  return drawn(
    random,
    indices.flatMap((index, arm) => (index === top ? [arm] : [])),
  );
};

/** A replication that naive players play. */
export interface NaiveReplication {
  readonly course: Course;
  readonly sampler: RewardSampler;
  readonly slots: number;
  readonly players: number;
  readonly seed: number;
  readonly number: number;
}

/** The arms of all players, slot by slot. Players that do not sense learn the reward that they earned. */
export function naiveArms(
  rule: NaiveRule,
  senses: boolean,
  { course, sampler, slots, players, seed, number }: NaiveReplication,
): number[] {
  const { armCount, means } = course;
  const rewards = randomStream(seed, number, ROLE_REWARDS);
  const seats = Array.from(
    { length: players },
    (_, j): NaivePlayer => ({
      random: randomStream(seed, number, roleOfPlayer(j)),
      history: [],
      collisions: [],
      rank: 0,
      isFixed: false,
    }),
  );
  const played: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const arms = seats.map((player) => rule(player, armCount, players));
    const luck = Array.from({ length: armCount }, (_, arm) =>
      sampler.draw(means[slot * armCount + arm], rewards),
    );
    seats.forEach((player, j) => {
      const collides = arms.filter((arm) => arm === arms[j]).length > 1;
      player.history.push({ arm: arms[j], reward: collides && !senses ? 0 : luck[arms[j]] });
      player.collisions.push(collides);
    });
    played.push(...arms);
  }
  return played;
}
