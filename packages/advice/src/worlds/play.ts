/**
 * Plays policies in worlds. Where rewards come at once and all arms may be taken, bare kernels play: compiled ones where
 * a table of the course is small enough, else those in JavaScript; else the shell of the policy, which keeps what is
 * pending. All have the same outcome, bit for bit.
 */
import type { RewardSampler } from '@driftline/core';
import type { KernelModule } from '@driftline/core/compiled';
import {
  Course,
  createPolicyFromSpec,
  createRewardLaw,
  ignoreWarning,
  MeanTable,
  type Policy,
  type PreparedPolicy,
  preparePolicy,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
  type Selection,
  type SharedOptions,
} from '@driftline/core/play';
import { type OnSlots, PlayerFactory } from '@driftline/engine/play';
import type { MeanPath, RewardNoise } from '../contract/path.ts';
import type { Luck, PlayOutcome, PlayRequest, WorldCourse } from '../contract/world.ts';
import { NEVER } from './due.ts';
import { BinWalk, ownSets, slotsOf } from './path.ts';
import { type RewardDraws, rewardDraws } from './rewards.ts';
import { earnedBy, roomOf } from './sums.ts';

/**
 * Larger tables, of 16 MB, are not made: kernels in JavaScript then play without one. Each thread has its own, twice,
 * and beside them what was played on before; with tables four times as large, two threads took more than a gigabyte.
 */
const LARGEST_TABLE = 2 ** 21;

/** How many slots are played between two reports. */
const SLOTS_AT_ONCE = 2 ** 16;

function shared({ course, rewardRange }: PlayRequest): SharedOptions {
  return { armCount: course.path.armCount, horizon: slotsOf(course.path), rewardRange };
}

/** Whether a reward is there before the next decision, and all arms may be taken. */
function isPlain({ eligible, due }: WorldCourse): boolean {
  return eligible === undefined && due === undefined;
}

/** What kernels are played on: means or rewards of each slot and arm, and how rewards come of them. */
interface Table {
  readonly course: Course;
  readonly sampler: RewardSampler;
}

/** Means of each slot and arm. */
function meanTable(path: MeanPath): Float64Array<ArrayBuffer> {
  const { armCount, bounds, means } = path;
  const table = new Float64Array(slotsOf(path) * armCount);
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    const row = means.subarray(bin * armCount, (bin + 1) * armCount);
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) table.set(row, slot * armCount);
  }
  return table;
}

function tableOf({ path }: WorldCourse, noise: RewardNoise, luck: Luck): Table {
  const values = meanTable(path);
  if (noise.law === 'bernoulli')
    return { course: tabled(values, path.armCount), sampler: createRewardLaw('bernoulli').sampler };
  const random = randomStream(luck.seed, luck.replication, ROLE_REWARDS);
  const draws = rewardDraws(noise);
  for (let at = 0; at < values.length; at += path.armCount) {
    draws.next(random);
    for (let arm = 0; arm < path.armCount; arm++)
      values[at + arm] = draws.of(arm, values[at + arm]);
  }
  return { course: tabled(values, path.armCount), sampler: createRewardLaw('exact').sampler };
}

/** What is lost is counted afterwards, from the arms. */
function tabled(values: Float64Array<ArrayBuffer>, armCount: number): Course {
  return new MeanTable(values, armCount).course();
}

/** A table, and what it was made for. */
interface KeptTable extends Table {
  readonly noise: RewardNoise;
  readonly luck: Luck;
}

/** What the best and the blind earn on a course. */
type Room = ReturnType<typeof roomOf>;

/** Plays in this thread. What candidates of one course have in common is made once. */
export class WorldPlayer {
  readonly #kernels: KernelModule | undefined;
  readonly #factory: PlayerFactory;
  readonly #tables = new WeakMap<WorldCourse, KeptTable>();
  readonly #rooms = new WeakMap<WorldCourse, Room>();
  readonly #policies = new Map<string, PreparedPolicy>();
  #arms = new Uint16Array(0);

  /** @param kernels - the compiled ones; without them those in JavaScript play */
  constructor(kernels?: KernelModule) {
    this.#kernels = kernels;
    this.#factory = new PlayerFactory(kernels);
  }

  /** Room for the arm of each slot, which the next play writes over: those of a long log take 20 MB. */
  armsFor(slots: number): Uint16Array {
    if (this.#arms.length !== slots) this.#arms = new Uint16Array(slots);
    return this.#arms;
  }

  /** Plays a policy through a course. The outcome depends on the request alone; its arms hold until the next play. */
  play = (request: PlayRequest, onSlots?: OnSlots): PlayOutcome => {
    if (this.#isCompiled(request)) return this.#playedOnTables([request], onSlots)[0];
    const { course, policy } = request;
    const arms = isPlain(course)
      ? this.#playedByKernel(request, preparePolicy(policy, shared(request)), onSlots)
      : playedByShell(request, onSlots);
    return this.#outcome(request, arms);
  };

  /**
   * The same for one policy on two courses of equal length: side by side where compiled kernels play, which takes a
   * third off the time.
   */
  playTwo(requests: readonly [PlayRequest, PlayRequest]): PlayOutcome[] {
    if (requests.some(({ keepArms }) => keepArms)) throw new Error('two plays keep no arms');
    return requests.every((each) => this.#isCompiled(each))
      ? this.#playedOnTables(requests)
      : requests.map((each) => this.play(each));
  }

  #isCompiled({ course }: PlayRequest): boolean {
    const { path } = course;
    const isTabled = slotsOf(path) * path.armCount <= LARGEST_TABLE;
    return this.#kernels !== undefined && isTabled && isPlain(course);
  }

  #playedOnTables(requests: readonly PlayRequest[], onSlots?: OnSlots): PlayOutcome[] {
    const [{ course, luck }] = requests;
    const { kernel, rewardMap } = this.#prepared(requests[0]);
    const tables = requests.map((each) => this.#table(each.course, each.noise, each.luck));
    this.#factory.renew();
    const seats = tables.map((table) => ({ kernel, course: table.course }));
    const game = { sampler: tables[0].sampler, map: rewardMap, ends: [slotsOf(course.path)] };
    const numbers = requests.map((each) => each.luck.replication);
    const played = this.#factory.make(seats, game).play(luck.seed, numbers, onSlots);
    return played.map(({ arms }, i) => this.#outcome(requests[i], arms));
  }

  #outcome({ course, keepArms }: PlayRequest, arms: Uint16Array | Int32Array): PlayOutcome {
    const { best, uniform } = this.#room(course);
    return {
      arms: keepArms ? this.#kept(arms) : undefined,
      best,
      earned: earnedBy(course.path, arms),
      uniform,
    };
  }

  /** A bare kernel, slot by slot, on means that are looked up in their bins. */
  #playedByKernel(
    request: PlayRequest,
    prepared: PreparedPolicy,
    onSlots: OnSlots | undefined,
  ): Uint16Array {
    const { course, noise } = request;
    const arms = this.armsFor(slotsOf(course.path));
    const { bounds } = course.path;
    const playBin =
      noise.law === 'bernoulli' ? bitBins(request, prepared) : drawnBins(request, prepared);
    let unsaid = 0;
    for (let bin = 0; bin + 1 < bounds.length; bin++) {
      playBin(bin, arms);
      unsaid += bounds[bin + 1] - bounds[bin];
      if (unsaid < SLOTS_AT_ONCE) continue;
      onSlots?.(unsaid);
      unsaid = 0;
    }
    onSlots?.(unsaid);
    return arms;
  }

  /** Those of compiled kernels are in a memory that may move. */
  #kept(arms: Uint16Array | Int32Array): Uint16Array {
    if (arms instanceof Uint16Array) return arms;
    const kept = this.armsFor(arms.length);
    kept.set(arms);
    return kept;
  }

  /** What the compiled kernel is made from: it is not played itself, and so serves again. */
  #prepared(request: PlayRequest): PreparedPolicy {
    const { armCount, horizon, rewardRange } = shared(request);
    const key = [request.policy, armCount, horizon, ...(rewardRange ?? [])].join(' ');
    const known = this.#policies.get(key) ?? preparePolicy(request.policy, shared(request));
    this.#policies.set(key, known);
    return known;
  }

  #room(course: WorldCourse): Room {
    const known = this.#rooms.get(course) ?? roomOf(course);
    this.#rooms.set(course, known);
    return known;
  }

  #table(course: WorldCourse, noise: RewardNoise, luck: Luck): Table {
    const kept = this.#tables.get(course);
    if (kept?.noise === noise && isTableFor(kept, luck)) return kept;
    const table = { ...tableOf(course, noise, luck), noise, luck };
    this.#tables.set(course, table);
    return table;
  }
}

/** A table of means is one for any luck; one of rewards is not. */
function isTableFor({ noise, luck: { seed, replication } }: KeptTable, luck: Luck): boolean {
  return noise.law === 'bernoulli' || (seed === luck.seed && replication === luck.replication);
}

/** Plays the slots of one bin after another, and notes their arms. */
type PlayBin = (bin: number, arms: Uint16Array) => void;

/** Rewards of 0 and 1: what the policy sees of them is known beforehand, and luck is compared as it is drawn. */
function bitBins({ course, luck }: PlayRequest, { kernel, rewardMap }: PreparedPolicy): PlayBin {
  const { armCount, bounds, means } = course.path;
  const policyRandom = randomStream(luck.seed, luck.replication, ROLE_POLICY);
  const rewardRandom = randomStream(luck.seed, luck.replication, ROLE_REWARDS);
  const [lost, won] = [rewardMap.apply(0), rewardMap.apply(1)];
  const bars = new Float64Array(armCount);
  return (bin, arms) => {
    for (let arm = 0; arm < armCount; arm++) bars[arm] = means[bin * armCount + arm] * 2 ** 32;
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) {
      const arm = kernel.pick(policyRandom);
      const ticket = kernel.ticket();
      const isWon = rewardRandom.next() >>> 0 < bars[arm];
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, isWon ? won : lost);
      arms[slot] = arm;
    }
  };
}

/** Rewards of any law. */
function drawnBins(
  { course, noise, luck }: PlayRequest,
  { kernel, rewardMap }: PreparedPolicy,
): PlayBin {
  const { armCount, bounds, means } = course.path;
  const policyRandom = randomStream(luck.seed, luck.replication, ROLE_POLICY);
  const rewardRandom = randomStream(luck.seed, luck.replication, ROLE_REWARDS);
  const draws = rewardDraws(noise);
  return (bin, arms) => {
    for (let slot = bounds[bin]; slot < bounds[bin + 1]; slot++) {
      const arm = kernel.pick(policyRandom);
      const ticket = kernel.ticket();
      draws.next(rewardRandom);
      const reward = draws.of(arm, means[bin * armCount + arm]);
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, rewardMap.apply(reward));
      arms[slot] = arm;
    }
  };
}

/** Slots whose rewards are learned after each slot, in their order. */
class DueList {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #due: Int32Array;
  /** How long the latest reward takes. */
  readonly longest: number;

  constructor(due: Int32Array) {
    this.#due = due;
    this.#first = new Int32Array(due.length).fill(NEVER);
    this.#next = new Int32Array(due.length).fill(NEVER);
    let longest = 0;
    for (let slot = due.length - 1; slot >= 0; slot--) {
      const at = due[slot];
      if (at === NEVER) continue;
      longest = Math.max(longest, at - slot);
      this.#next[slot] = this.#first[at];
      this.#first[at] = slot;
    }
    this.longest = longest;
  }

  after(slot: number, settle: (slot: number) => void): void {
    for (let at = this.#first[slot]; at !== NEVER; at = this.#next[at]) settle(at);
  }

  /** The slot that is given up after this one, as its reward would be later than any; −1 where none is. */
  givenUp(slot: number): number {
    const old = slot - this.longest - 1;
    return old >= 0 && this.#due[old] === NEVER ? old : NEVER;
  }
}

/** One play through the shell. */
class ShellPlay {
  readonly arms: Uint16Array;
  readonly #course: WorldCourse;
  readonly #policy: Policy;
  readonly #draws: RewardDraws;
  readonly #dueList: DueList | undefined;
  readonly #sets: readonly (readonly number[])[];
  readonly #policyRandom;
  readonly #rewardRandom;
  readonly #decisions: (Selection | undefined)[] = [];
  readonly #rewards: Float64Array;
  readonly #bins: BinWalk;

  constructor(request: PlayRequest) {
    const { course, noise, luck, policy } = request;
    const slots = slotsOf(course.path);
    this.arms = new Uint16Array(slots);
    this.#course = course;
    this.#policy = createPolicyFromSpec(policy, {
      ...shared(request),
      onWarning: ignoreWarning,
    });
    this.#draws = rewardDraws(noise);
    this.#dueList = course.due === undefined ? undefined : new DueList(course.due);
    this.#sets = ownSets(course.sets, course.path.armCount);
    this.#policyRandom = randomStream(luck.seed, luck.replication, ROLE_POLICY);
    this.#rewardRandom = randomStream(luck.seed, luck.replication, ROLE_REWARDS);
    this.#rewards = new Float64Array(slots);
    this.#bins = new BinWalk(course.path.bounds);
  }

  play(slot: number): void {
    const { path, eligible } = this.#course;
    const policy = this.#policy;
    const among = eligible === undefined ? undefined : this.#sets[eligible[slot]];
    const decision = policy.select(this.#policyRandom, among);
    const { arm } = decision;
    this.#draws.next(this.#rewardRandom);
    const mean = path.means[this.#bins.at(slot) * path.armCount + arm];
    this.#rewards[slot] = this.#draws.of(arm, mean);
    this.arms[slot] = arm;
    policy.begin(decision);
    this.#decisions[slot] = decision;
    if (this.#dueList === undefined) this.#settle(slot);
    else this.#settleDue(slot, this.#dueList);
  }

  #settleDue(slot: number, list: DueList): void {
    list.after(slot, (due) => this.#settle(due));
    const old = list.givenUp(slot);
    if (old === NEVER) return;
    this.#policy.expire(this.#taken(old));
  }

  #settle(slot: number): void {
    this.#policy.update(this.#taken(slot), this.#rewards[slot]);
  }

  #taken(slot: number): Selection {
    const decision = this.#decisions[slot];
    if (decision === undefined) throw new Error(`slot ${slot} is settled twice`);
    this.#decisions[slot] = undefined;
    return decision;
  }
}

function playedByShell(request: PlayRequest, onSlots: OnSlots | undefined): Uint16Array {
  const shell = new ShellPlay(request);
  const slots = shell.arms.length;
  for (let slot = 0; slot < slots; slot++) {
    shell.play(slot);
    if ((slot + 1) % SLOTS_AT_ONCE === 0) onSlots?.(SLOTS_AT_ONCE);
  }
  onSlots?.(slots % SLOTS_AT_ONCE);
  return shell.arms;
}
