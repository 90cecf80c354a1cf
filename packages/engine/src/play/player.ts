/**
 * Plays replications of one policy: with the compiled kernels where the policy and the reward law are
 * among them, else with the JavaScript ones. The numbers are the same.
 */
import type { RewardSampler } from '@driftline/core';
import {
  type CompiledFunction,
  hasPart,
  identifier,
  KernelInstance,
  type KernelModule,
  type Recipe,
  recipeOf,
} from '@driftline/core/compiled';
import {
  type Course,
  type Learner,
  PlayRecord,
  play,
  Replication,
  type RewardMap,
} from '@driftline/core/play';
import { GuardedKernel } from './plugins/guarded-policy.ts';
import { GuardedSampler } from './plugins/guarded-rewards.ts';
import { type Guard, PluginError } from './plugins/plugin-error.ts';

/** A kernel, or a contextual kernel in its seat. */
export interface Played extends Learner {
  reset(): void;
}

/** What is played: a kernel on the means of its replication. */
interface Seat<K extends Played = Played> {
  readonly kernel: K;
  /** The policy's definition, if its restarts are kept. */
  readonly definition?: { readonly shows?: { restarts?(kernel: K): number } | undefined };
  readonly course: Course;
}

/** What is common to all replications of a player. */
export interface Game {
  readonly sampler: RewardSampler;
  readonly map: RewardMap;
  /** Slots, counted from 1 and ending at the horizon, at which regret is kept. */
  readonly ends: readonly number[];
}

/** One replication's outcome; it holds until any player of the same factory plays again. */
export interface Outcome {
  /** Regret up to and with each end. */
  readonly regret: Float64Array;
  /** Slots on a best arm. */
  readonly onBest: number;
  /** Sum of the rewards, as drawn. */
  readonly earned: number;
  /** The plays of each arm. */
  readonly plays: Int32Array;
  /** The restarts of the policy. NaN if it counts no restarts. */
  readonly restarts: number;
  /** The arm of each slot; of several players, those of all in each slot. */
  readonly arms: Int32Array;
  /** The measures of several players. Absent if a policy plays alone. */
  readonly fleet?: FleetOutcome;
}

/** The measures of several players in one replication. */
interface FleetOutcome {
  /** Players in a collision, summed up to and with each end. */
  readonly collisions: Float64Array;
  /** The reward that each player earned. */
  readonly earned: Float64Array;
  /** The number of times that each player changed its arm. */
  readonly switches: Float64Array;
}

/** Called with the slots that were just played. */
export type OnSlots = (slots: number) => void;

/** Plays a replication on each of its seats, or on the first ones. */
export interface Player {
  /** Whether compiled kernels play; else JavaScript does. */
  readonly isCompiled: boolean;
  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[];
  /** How often each arm was played since `clearArmCounts`: stretches between ends × arms. */
  armCounts(): Float64Array;
  clearArmCounts(): void;
}

export function horizonOf({ ends }: Game): number {
  return ends[ends.length - 1];
}

/** A record in JavaScript, which counts arms in an array that several replications share. */
export function newRecord(
  ends: readonly number[],
  armCounts: Float64Array<ArrayBuffer>,
): PlayRecord {
  const horizon = ends[ends.length - 1];
  const regret = new Float64Array(ends.length);
  return new PlayRecord(Int32Array.from(ends), new Int32Array(horizon), regret, armCounts);
}

/** The outcome of a replication in JavaScript. */
export function outcomeOf(
  { record, onBest, earned, plays }: Replication<RewardSampler>,
  restarts: number,
): Outcome {
  const { regret, arms } = record;
  return { regret, onBest, earned, plays, restarts, arms };
}

function countsRestarts({ definition }: Seat): boolean {
  return definition?.shows?.restarts !== undefined;
}

function restartsOf({ kernel, definition }: Seat): number {
  return definition?.shows?.restarts?.(kernel) ?? Number.NaN;
}

/** How many slots are played between two reports: milliseconds for most policies. */
const SLOTS_AT_ONCE = 2 ** 16;

/** Plays to the end, with a pause now and then to report how far it has come. */
export function playInTurns(
  ends: readonly number[],
  playUntil: (slot: number) => void,
  onSlots?: OnSlots,
): void {
  const horizon = ends[ends.length - 1];
  for (let from = 0; from < horizon; from += SLOTS_AT_ONCE) {
    const until = Math.min(from + SLOTS_AT_ONCE, horizon);
    playUntil(until);
    onSlots?.(until - from);
  }
}

/** A replication that a plugin may have part in, by whose guard its failures are reported. */
export function guardedReplication(
  guard: Guard | undefined,
  number: number,
  playOne: () => Outcome,
): Outcome {
  if (guard === undefined) return playOne();
  try {
    return guard.during(`replication ${number}`, playOne);
  } catch (error) {
    throw error instanceof PluginError ? error.within({ replication: number }) : error;
  }
}

/** A kernel in JavaScript, and the replication that it is played on. */
interface JavaScriptSeat extends Seat {
  readonly replication: Replication<RewardSampler>;
}

/** Plays in JavaScript, one replication after another. */
class JavaScriptPlayer implements Player {
  readonly isCompiled = false;
  readonly #game: Game;
  readonly #armCounts: Float64Array<ArrayBuffer>;
  readonly #seats: readonly JavaScriptSeat[];

  constructor(seats: readonly Seat[], game: Game) {
    this.#game = game;
    const { armCount } = seats[0].course;
    this.#armCounts = new Float64Array(game.ends.length * armCount);
    this.#seats = seats.map((seat) => {
      const record = newRecord(game.ends, this.#armCounts);
      const replication = new Replication(seat.course, record, game.sampler, game.map);
      return { ...seat, replication };
    });
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    return numbers.map((number, i) =>
      guardedReplication(this.#guard(), number, () =>
        this.#playOne(this.#seats[i], seed, number, onSlots),
      ),
    );
  }

  /** Of the plugin that has part in what is played, if any. */
  #guard(): Guard | undefined {
    const [{ kernel }] = this.#seats;
    const { sampler } = this.#game;
    if (kernel instanceof GuardedKernel) return kernel.guard;
    return sampler instanceof GuardedSampler ? sampler.guard : undefined;
  }

  #playOne(
    seat: JavaScriptSeat,
    seed: number,
    number: number,
    onSlots: OnSlots | undefined,
  ): Outcome {
    const { sampler, ends } = this.#game;
    const { kernel, replication } = seat;
    if (sampler instanceof GuardedSampler) sampler.begin();
    kernel.reset();
    replication.begin(seed, number);
    const playUntil = (slot: number) => play(kernel, replication, kernel, replication, false, slot);
    playInTurns(ends, playUntil, onSlots);
    return outcomeOf(replication, restartsOf(seat));
  }

  armCounts(): Float64Array {
    return this.#armCounts;
  }

  clearArmCounts(): void {
    this.#armCounts.fill(0);
  }
}

/** An instance of the compiled kernels, and what is large and shared by all who play in it. */
export class Ground {
  readonly instance: KernelInstance;
  /** The addresses of shared objects and arrays. */
  readonly placed = new WeakMap<object, number>();
  readonly #arms = new Map<string, number>();

  constructor(module: KernelModule, part?: 'contextual') {
    this.instance = new KernelInstance(module, part);
  }

  /** Where a course is. */
  course(course: Course): number {
    return this.once(course, () => {
      const recipe = recipeOf(course);
      if (recipe === undefined) throw new Error('courses are not among the compiled classes');
      const address = this.instance.make(recipe);
      if (course.meets) this.#meet(address, course);
      return address;
    });
  }

  /** Gives a course its contexts. Hidden parameters are the same for all courses of an environment. */
  #meet(address: number, { fields }: Course): void {
    const { offer, path, logistic } = fields.at(0);
    this.once(path.rows, () => this.instance.place(path.rows));
    const made = [offer, path].map((object) => this.once(object, () => this.#make(object)));
    this.instance.function('meet_Course')(address, ...made, logistic);
  }

  #make(object: object): number {
    const recipe = recipeOf(object);
    if (recipe === undefined) throw new Error('contexts are not among the compiled classes');
    return this.instance.make(recipe, this.placed);
  }

  /** The address of an object, which is made the first time. */
  once(object: object, make: () => number): number {
    const address = this.placed.get(object) ?? make();
    this.placed.set(object, address);
    return address;
  }

  /** Where a seat notes the arm of each slot. */
  arms(seat: number, horizon: number): number {
    const key = `${seat} ${horizon}`;
    const address = this.#arms.get(key) ?? this.instance.function('new_Ints')(horizon);
    this.#arms.set(key, address);
    return address;
  }
}

/** Addresses of one replication's objects. */
interface CompiledSeat {
  readonly kernel: number;
  readonly replication: number;
  readonly arms: number;
  readonly regret: number;
}

/** Plays the compiled kernel of one type, two replications side by side. */
class CompiledPlayer implements Player {
  readonly isCompiled = true;
  readonly #instance: KernelInstance;
  readonly #type: string;
  readonly #law: string;
  /** The function that counts a kernel's restarts, if its policy has any. */
  readonly #restarts: CompiledFunction | undefined;
  readonly #seats: readonly CompiledSeat[];
  readonly #armCount: number;
  readonly #armCounts: { readonly address: number; readonly length: number };
  readonly #game: Game;

  constructor(
    ground: Ground,
    recipes: readonly Recipe[],
    seats: readonly Seat[],
    sampler: Recipe,
    game: Game,
  ) {
    const { instance } = ground;
    this.#instance = instance;
    this.#game = game;
    this.#type = identifier(recipes[0]);
    this.#law = identifier(sampler);
    this.#restarts = countsRestarts(seats[0])
      ? instance.function(`restarts_${this.#type}`)
      : undefined;
    this.#armCount = seats[0].course.armCount;
    const length = game.ends.length * this.#armCount;
    const counts = instance.function('new_Floats')(length);
    this.#armCounts = { address: counts, length };
    const ends = instance.place(Int32Array.from(game.ends));
    const map = recipeOf(game.map);
    if (map === undefined) throw new Error('the map of rewards is not among the compiled classes');
    const shared = [instance.make(sampler), instance.make(map)];
    this.#seats = seats.map(({ course }, i) => {
      const arms = ground.arms(i, horizonOf(game));
      const regret = instance.function('new_Floats')(game.ends.length);
      const record = instance.function('new_PlayRecord')(ends, arms, regret, counts);
      const replication = instance.function(`new_Replication_${this.#law}`)(
        ground.course(course),
        record,
        ...shared,
      );
      // After its course, with which it may share the features of slots.
      return { kernel: instance.make(recipes[i], ground.placed), replication, arms, regret };
    });
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    const instance = this.#instance;
    const reset = instance.function(`reset_${this.#type}`);
    const begin = instance.function(`begin_${this.#law}`);
    const playing = this.#seats.slice(0, numbers.length);
    playing.forEach(({ kernel, replication }, i) => {
      reset(kernel);
      begin(replication, seed, numbers[i]);
    });
    const [first, second = first] = playing;
    const compiled = instance.function(`play_${this.#type}_${this.#law}`);
    const seats = [first.kernel, first.replication, second.kernel, second.replication];
    const playUntil = (slot: number) => {
      compiled(...seats, playing.length > 1, slot);
    };
    playInTurns(this.#game.ends, playUntil, (slots) => onSlots?.(slots * playing.length));
    const onBest = instance.function(`onBest_${this.#law}`);
    const earned = instance.function(`earned_${this.#law}`);
    const plays = instance.function(`plays_${this.#law}`);
    return playing.map(({ kernel, replication, arms, regret }) => ({
      regret: instance.floats(regret, this.#game.ends.length),
      onBest: onBest(replication),
      earned: earned(replication),
      plays: instance.ints(plays(replication), this.#armCount),
      restarts: this.#restarts?.(kernel) ?? Number.NaN,
      arms: instance.ints(arms, horizonOf(this.#game)),
    }));
  }

  armCounts(): Float64Array {
    const { address, length } = this.#armCounts;
    return this.#instance.floats(address, length);
  }

  clearArmCounts(): void {
    this.armCounts().fill(0);
  }
}

/** Where players come and go, a ground that has grown to this many bytes is left: nothing in it is freed. */
const LARGEST_GROUND = 2 ** 27;

/** How an engine says that an instance's memory is full. */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

/** The types of contextual kernels in their seats begin with this. */
const CONTEXTUAL = 'ContextualSeat_';

/** Makes players, all on one ground where there are compiled kernels. */
export class PlayerFactory {
  readonly #module: KernelModule | undefined;
  #ground: Ground | undefined;
  #contextual: Ground | undefined;

  constructor(module: KernelModule | undefined) {
    this.#module = module;
  }

  /** Players that were made are no longer needed. */
  renew(): void {
    const isFull = (ground?: Ground) => (ground?.instance.size ?? 0) > LARGEST_GROUND;
    if (isFull(this.#ground)) this.#ground = undefined;
    if (isFull(this.#contextual)) this.#contextual = undefined;
  }

  /** The ground on which compiled kernels play. Undefined if there are none. */
  get ground(): Ground | undefined {
    if (this.#module === undefined) return undefined;
    this.#ground ??= new Ground(this.#module);
    return this.#ground;
  }

  /** The ground that has kernels of a type. Undefined if there is none. */
  #groundOf(type: string): Ground | undefined {
    if (this.#module === undefined || !type.startsWith(CONTEXTUAL)) return this.ground;
    if (!hasPart(this.#module, 'contextual')) return undefined;
    this.#contextual ??= new Ground(this.#module, 'contextual');
    return this.#contextual;
  }

  /** A player with one or two seats. */
  make(seats: readonly Seat[], game: Game): Player {
    try {
      return this.#compiled(seats, game) ?? new JavaScriptPlayer(seats, game);
    } catch (error) {
      // WebAssembly has 4 GB, which a horizon of 10⁸ slots may exceed; JavaScript has what there is.
      if (isTrap(error)) return new JavaScriptPlayer(seats, game);
      throw error;
    }
  }

  /** The same with compiled kernels; undefined where there are none for the policy and the law. */
  #compiled(seats: readonly Seat[], game: Game): Player | undefined {
    const sampler = recipeOf(game.sampler);
    const recipes = seats
      .map(({ kernel }) => recipeOf(kernel))
      .filter((each) => each !== undefined);
    if (sampler === undefined || recipes.length < seats.length) return undefined;
    const [type, ...others] = recipes.map(identifier);
    const ground = this.#groundOf(type);
    if (ground === undefined) return undefined;
    // What two replications' kernels are given may differ so much that they are of different types.
    const alike = others.every((other) => other === type);
    const needed = [
      `play_${type}_${identifier(sampler)}`,
      ...(countsRestarts(seats[0]) ? [`restarts_${type}`] : []),
      ...(seats[0].course.meets ? ['meet_Course'] : []),
    ];
    if (!alike || !needed.every((name) => ground.instance.has(name))) return undefined;
    return new CompiledPlayer(ground, recipes, seats, sampler, game);
  }
}
