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
  type PreparedPolicy,
  playSlot,
  preparePolicy,
  type Random,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
  type SharedOptions,
  ShellStep,
} from '@driftline/core/play';
import { type OnSlots, PlayerFactory } from '@driftline/engine/play';
import type { MeanPath, RewardNoise } from '../contract/path.ts';
import type { Luck, PlayOutcome, PlayRequest, WorldCourse } from '../contract/world.ts';
import { DueList } from './due-list.ts';
import { ownSets, slotsOf } from './path.ts';
import { type BinPayer, payerOf } from './payers.ts';
import { rewardDraws } from './rewards.ts';
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
    const { course } = request;
    const arms = this.armsFor(slotsOf(course.path));
    if (isPlain(course)) playKernel(request, arms, onSlots);
    else playShell(request, arms, onSlots);
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

/** Plays the slots from one to before another. */
type PlaySlots = (from: number, to: number) => void;

/** Plays a path bin after bin, and reports the slots that were played. */
function playBins(
  { bounds }: MeanPath,
  payer: BinPayer,
  playSlots: PlaySlots,
  onSlots: OnSlots | undefined,
): void {
  let unreported = 0;
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    payer.enter(bin);
    for (let from = bounds[bin]; from < bounds[bin + 1]; from += SLOTS_AT_ONCE) {
      const to = Math.min(from + SLOTS_AT_ONCE, bounds[bin + 1]);
      playSlots(from, to);
      unreported += to - from;
      if (unreported < SLOTS_AT_ONCE) continue;
      onSlots?.(unreported);
      unreported = 0;
    }
  }
  onSlots?.(unreported);
}

function policyRandomOf({ luck }: PlayRequest): Random {
  return randomStream(luck.seed, luck.replication, ROLE_POLICY);
}

/** Plays a bare kernel on means that are looked up in their bins. */
function playKernel(request: PlayRequest, arms: Uint16Array, onSlots: OnSlots | undefined): void {
  const { kernel, rewardMap } = preparePolicy(request.policy, shared(request));
  const random = policyRandomOf(request);
  const payer = payerOf(request, (reward) => rewardMap.apply(reward), arms);
  const playSlots = (from: number, to: number) => {
    for (let slot = from; slot < to; slot++) playSlot(kernel, random, payer, slot);
  };
  playBins(request.course.path, payer, playSlots, onSlots);
}

/** Plays a policy in its shell, which keeps pending decisions and chooses among eligible arms. */
function playShell(request: PlayRequest, arms: Uint16Array, onSlots: OnSlots | undefined): void {
  const { path, due, eligible, sets } = request.course;
  const options = { ...shared(request), onWarning: ignoreWarning };
  const policy = createPolicyFromSpec(request.policy, options);
  const payer = payerOf(request, (reward) => reward, arms);
  const times = due === undefined ? undefined : new DueList(due);
  const step = new ShellStep(policy, policyRandomOf(request), payer, arms.length, times);
  const own = ownSets(sets, path.armCount);
  const playSlots = (from: number, to: number) => {
    for (let slot = from; slot < to; slot++) {
      step.play(slot, eligible === undefined ? undefined : own[eligible[slot]]);
    }
  };
  playBins(path, payer, playSlots, onSlots);
}
