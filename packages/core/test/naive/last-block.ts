/**
 * Naive LB-SDA and SW-LB-SDA: the rules of Baudry, Russac and Cappé 2021 with every count and mean taken
 * from the list of all rewards, whose sums are exact and rounded once.
 *
 * Late rewards: on arrival. An arm whose last decision waits for its reward is not forced again for K
 * rounds; before any reward has come every round plays all arms.
 *
 * A play that the round does not owe, which is a floor's or one among some arms, begins the next round; what
 * was owed and not played is owed still. The leader is owed its play alone only where nobody else is owed any.
 */
import type { Random } from '../../src/portable/random/generator.ts';
import { BITS, fixed } from '../exact.ts';

interface Sample {
  readonly arm: number;
  readonly reward: bigint;
}

/** What happened, so that a test can show that it saw everything. */
export interface LastBlockEvents {
  won: number;
  forced: number;
  stale: number;
  alone: number;
  changes: number;
  chances: number;
  /** Plays that one round owed and left to the next. */
  kept: number;
}

/** Who is to be played, and why. */
type Plays = Map<number, 'won' | 'forced' | 'stale' | 'alone' | 'start'>;

interface Round {
  readonly leader: number;
  readonly plays: Plays;
  readonly byChance: boolean;
}

function meanOf(rewards: readonly bigint[]): number {
  return sumOf(rewards) / rewards.length;
}

function sumOf(rewards: readonly bigint[]): number {
  return Number(rewards.reduce((sum, reward) => sum + reward, 0n)) / 2 ** Number(BITS);
}

/** Keeps every reward and every decision. */
export class NaiveLastBlock {
  readonly events: LastBlockEvents = {
    won: 0,
    forced: 0,
    stale: 0,
    alone: 0,
    changes: 0,
    chances: 0,
    kept: 0,
  };
  readonly #arms: readonly number[];
  readonly #window: number;
  readonly #windowed: boolean;
  readonly #came: Sample[] = [];
  /** The rounds in which each arm was played. */
  readonly #rounds: number[][];
  readonly #waits: boolean[];
  #round = 0;
  #owed: Plays;
  /** Who was played in this round, other than as the leader alone. */
  #winners: number[] = [];
  #leader: number | undefined;
  #changed = 0;
  #chance = 0;

  constructor(armCount: number, window: number, windowed: boolean) {
    this.#arms = Array.from({ length: armCount }, (_, arm) => arm);
    this.#window = window;
    this.#windowed = windowed;
    this.#rounds = this.#arms.map(() => []);
    this.#waits = this.#arms.map(() => false);
    this.#owed = new Map(this.#arms.map((arm) => [arm, 'start']));
  }

  choose(random: Random): number {
    const uniform = random.uniform();
    const plays = this.#owed.size > 0 ? this.#owed : this.#nextRound().plays;
    const among = [...plays.keys()].sort((a, b) => a - b);
    if (this.#round === 0 && this.#owed.size > 0) return among[0];
    return among[Math.floor(uniform * among.length)];
  }

  play(arm: number): void {
    if (!this.#owed.has(arm)) this.#beginRound(arm);
    const why = this.#owed.get(arm);
    if (why !== undefined && why !== 'alone') this.#winners.push(arm);
    this.#owed.delete(arm);
    this.#rounds[arm].push(Math.max(1, this.#round));
    this.#waits[arm] = true;
  }

  learn(ticket: number, arm: number, reward: number): void {
    this.#came.push({ arm, reward: fixed(reward) });
    this.#waits[arm] = false;
    this.#chance = ticket;
  }

  #beginRound(first: number): void {
    const { leader, plays, byChance } = this.#nextRound();
    this.#round += 1;
    if (leader !== this.#leader) {
      this.#changed = this.#round;
      this.events.changes += 1;
    }
    this.#leader = leader;
    if (byChance) this.events.chances += 1;
    for (const why of plays.values()) if (why !== 'start') this.events[why] += 1;
    if (this.#owed.size > 0 && first !== leader && plays.get(leader) === 'alone') plays.clear();
    this.events.kept += this.#owed.size;
    this.#owed = new Map([...this.#owed, ...plays]);
    this.#winners = [];
  }

  #nextRound(): Round {
    const round = this.#round + 1;
    const { leader, byChance } = this.#findLeader(round);
    const plays: Plays = new Map();
    for (const arm of this.#arms) {
      if (this.#isForced(arm, leader, round)) plays.set(arm, 'forced');
      else if (arm !== leader && this.#wins(arm, leader)) plays.set(arm, 'won');
      else if (arm !== leader && this.#isStale(arm, leader, round)) plays.set(arm, 'stale');
    }
    if (plays.size === 0) plays.set(leader, 'alone');
    return { leader, plays, byChance };
  }

  #findLeader(round: number): { leader: number; byChance: boolean } {
    let able = this.#arms.filter((arm) => this.#mayLead(arm, round));
    for (const quantity of [(arm: number) => this.#rewards(arm).length, this.#sum]) {
      const most = Math.max(...able.map(quantity));
      able = able.filter((arm) => quantity(arm) === most);
    }
    if (this.#leader !== undefined && able.includes(this.#leader)) {
      return { leader: this.#leader, byChance: false };
    }
    const leader = able[Math.floor(this.#chance * able.length)];
    return { leader, byChance: able.length > 1 };
  }

  readonly #sum = (arm: number): number => sumOf(this.#rewards(arm));

  #mayLead(arm: number, round: number): boolean {
    if (!this.#windowed || this.#leader === undefined || arm === this.#leader) return true;
    const share = Math.min(round, this.#window) / this.#arms.length;
    if (this.#rewards(this.#leader).length < share / 2) return true;
    return this.#winners.includes(arm) && this.#rewards(arm).length >= share;
  }

  #isForced(arm: number, leader: number, round: number): boolean {
    const [count, most] = [arm, leader].map((one) => this.#rewards(one).length);
    if (most === 0) return true;
    const last = this.#rounds[arm].at(-1) ?? 1;
    if (this.#waits[arm] && round - last < this.#arms.length) return false;
    if (count === 0) return true;
    if (this.#windowed) return count < Math.log(this.#window) ** 0.333;
    return count < most && count < Math.log(round) ** 0.333;
  }

  #wins(arm: number, leader: number): boolean {
    const [own, leading] = [this.#rewards(arm), this.#rewards(leader)];
    if (own.length === 0 || (!this.#windowed && own.length >= leading.length)) return false;
    return meanOf(own) >= meanOf(leading.slice(-own.length));
  }

  #isStale(arm: number, leader: number, round: number): boolean {
    const square = Math.log(this.#window) ** 2;
    const patience = Math.floor((this.#arms.length - 1) * square);
    const changed = leader === this.#leader ? this.#changed : round;
    const waited = [arm, leader].every(
      (one) => round - (this.#rounds[one].at(-1) ?? 1) >= patience,
    );
    const isFew = this.#rewards(arm).length <= square;
    return this.#windowed && round - changed >= patience && waited && isFew;
  }

  #rewards(arm: number): bigint[] {
    return this.#came
      .slice(-this.#window)
      .filter((sample) => sample.arm === arm)
      .map(({ reward }) => reward);
  }
}
