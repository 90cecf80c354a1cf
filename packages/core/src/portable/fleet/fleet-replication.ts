import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { RewardSampler } from '../laws/sampler.ts';
import { Course } from '../means/course.ts';
import { RewardMap } from '../play/reward-map.ts';
import { Ledger } from '../play/step.ts';
import { Random } from '../random/generator.ts';
import { ROLE_REWARDS, seedStream } from '../random/streams.ts';
import { FleetTable } from './fleet.ts';

/** The benchmark of a fleet at each slot. */
export class FleetBenchmark {
  /** The most that the means of all players can add up to. */
  sums: Floats;
  /** The least mean among the arms that reach it. */
  least: Floats;

  constructor(sums: Floats, least: Floats) {
    this.sums = sums;
    this.least = least;
  }
}

/**
 * The record of a fleet's replication. `ends` are slots, counted from 1, in ascending order, up to the horizon.
 * Several replications may share `armCounts`.
 */
export class FleetRecord {
  ends: Ints;
  /** Slots × players: the arm of each player. */
  arms: Ints;
  /** The regret up to and with each end. */
  regret: Floats;
  /** The number of players in a collision, summed up to and with each end. */
  collisions: Floats;
  /** Stretches × arms: how often any player played each arm. */
  armCounts: Floats;
  /** The rewards of each player, without those lost in collisions. */
  earned: Floats;
  /** The number of times that each player changed its arm. */
  switches: Floats;

  constructor(
    ends: Ints,
    arms: Ints,
    regret: Floats,
    collisions: Floats,
    armCounts: Floats,
    earned: Floats,
    switches: Floats,
  ) {
    this.ends = ends;
    this.arms = arms;
    this.regret = regret;
    this.collisions = collisions;
    this.armCounts = armCounts;
    this.earned = earned;
    this.switches = switches;
  }
}

/**
 * One replication of a fleet: it draws the rewards of a slot, pays every player, and notes regret and collisions.
 *
 * If players collide, all arms' rewards are drawn in every slot, so the luck of a slot does not depend on the arms
 * that are played. One player alone sees only one of these rewards, which is then the only draw, as in the play of a
 * single policy. If players do not collide, each has its own draw.
 */
export class FleetReplication<S extends RewardSampler> implements Ledger {
  /** Each player has its own stream in its seat, and this one is not used. */
  policyRandom: Random;
  ends: Ints;
  course: Course;
  record: FleetRecord;
  benchmark: FleetBenchmark;
  table: FleetTable;
  sampler: S;
  map: RewardMap;
  rewardRandom: Random;
  /** Means and rewards of all arms in this slot. Without collisions there is a reward for each player. */
  means: Floats;
  rewards: Floats;
  noPlays: Ints;
  /** Players' slots on one of the M best arms. */
  onBest: i32 = 0;
  slot: i32 = 0;
  stretch: i32 = 0;
  stretchRow: i32 = 0;
  lost: f64 = 0.0;
  collided: f64 = 0.0;

  constructor(
    course: Course,
    record: FleetRecord,
    benchmark: FleetBenchmark,
    table: FleetTable,
    sampler: S,
    map: RewardMap,
  ) {
    this.course = course;
    this.record = record;
    this.benchmark = benchmark;
    this.table = table;
    this.sampler = sampler;
    this.map = map;
    this.policyRandom = new Random(0, 0, 0, 1);
    this.ends = record.ends;
    this.rewardRandom = new Random(0, 0, 0, 1);
    this.means = new Floats(table.armCount);
    this.rewards = new Floats(table.collides ? table.armCount : table.playerCount);
    this.noPlays = new Ints(0);
  }

  begin(seed: f64, replication: i32): void {
    seedStream(this.rewardRandom, seed, replication, ROLE_REWARDS);
    this.record.earned.fill(0.0);
    this.record.switches.fill(0.0);
    this.onBest = 0;
    this.slot = 0;
    this.stretch = 0;
    this.stretchRow = 0;
    this.lost = 0.0;
    this.collided = 0.0;
  }

  pay(slot: i32, arm: i32): f64 {
    this.readMeans(slot);
    this.drawRewards(arm);
    this.lost += this.benchmark.sums[slot] - this.earnedMeans();
    for (let player: i32 = 0; player < this.table.playerCount; player++) {
      this.payPlayer(slot, player);
    }
    return this.table.seen[0];
  }

  readMeans(slot: i32): void {
    for (let arm: i32 = 0; arm < this.table.armCount; arm++) {
      this.means[arm] = this.course.mean(slot, arm, this.noPlays);
    }
  }

  drawRewards(firstArm: i32): void {
    const table: FleetTable = this.table;
    const random: Random = this.rewardRandom;
    if (!table.collides) {
      for (let player: i32 = 0; player < table.playerCount; player++) {
        this.rewards[player] = this.sampler.draw(this.means[table.arms[player]], random);
      }
    } else if (table.playerCount === 1) {
      this.rewards[firstArm] = this.sampler.draw(this.means[firstArm], random);
    } else {
      for (let arm: i32 = 0; arm < table.armCount; arm++) {
        this.rewards[arm] = this.sampler.draw(this.means[arm], random);
      }
    }
  }

  /** The means that players earn, added in the order of arms, as the benchmark's sum is: equal sets give equal bits. */
  earnedMeans(): f64 {
    const table: FleetTable = this.table;
    let sum: f64 = 0.0;
    for (let arm: i32 = 0; arm < table.armCount; arm++) {
      const visitors: f64 = table.visitors[arm];
      if (visitors > 0.0 && !table.isCrowded(arm)) sum += visitors * this.means[arm];
    }
    return sum;
  }

  payPlayer(slot: i32, player: i32): void {
    const table: FleetTable = this.table;
    const record: FleetRecord = this.record;
    const arm: i32 = table.arms[player];
    const crowded: bool = table.isCrowded(arm);
    const reward: f64 = this.rewards[choose<i32>(table.collides, arm, player)];
    const earned: f64 = choose<f64>(crowded, 0.0, reward);
    table.seen[player] = this.map.apply(choose<f64>(table.senses, reward, earned));
    record.earned[player] += earned;
    this.collided += choose<f64>(crowded, 1.0, 0.0);
    this.onBest += choose<i32>(this.means[arm] >= this.benchmark.least[slot], 1, 0);
    record.armCounts[this.stretchRow + arm] += 1.0;
    const place: i32 = slot * table.playerCount + player;
    record.arms[place] = arm;
    if (slot > 0 && record.arms[place - table.playerCount] !== arm) {
      record.switches[player] += 1.0;
    }
  }

  endStretch(): void {
    this.record.regret[this.stretch] = this.lost;
    this.record.collisions[this.stretch] = this.collided;
    this.stretch += 1;
    this.stretchRow += this.table.armCount;
  }
}
