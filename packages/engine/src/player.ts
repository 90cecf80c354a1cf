/**
 * Plays replications of one policy: with the compiled kernels where the policy and the reward law are
 * among them, else with the JavaScript ones. The numbers are the same.
 */
import {
  type Course,
  type Kernel,
  PlayRecord,
  play,
  Replication,
  type RewardMap,
  type RewardSampler,
} from '@driftline/core';
import {
  identifier,
  KernelInstance,
  type KernelModule,
  type Recipe,
  recipeOf,
} from '@driftline/core/compiled';

/** What is played: a kernel on the means of its replication. */
export interface Seat {
  readonly kernel: Kernel;
  readonly course: Course;
}

/** What is common to all replications of a player. */
export interface Game {
  readonly sampler: RewardSampler;
  readonly map: RewardMap;
  /** Slots, counted from 1 and ending at the horizon, at which regret is kept. */
  readonly ends: readonly number[];
}

/** One replication's outcome; it holds until the player plays again. */
export interface Outcome {
  /** Regret up to and with each end. */
  readonly regret: Float64Array;
  /** Slots on a best arm. */
  readonly onBest: number;
  /** The arm of each slot. */
  readonly arms: Int32Array;
}

/** Plays a replication on each of its seats, or on the first ones. */
export interface Player {
  play(seed: number, numbers: readonly number[]): Outcome[];
  /** How often each arm was played since it was last asked: stretches between ends × arms. */
  takeArmCounts(): Float64Array;
}

function horizonOf({ ends }: Game): number {
  return ends[ends.length - 1];
}

/** Plays in JavaScript, one replication after another. */
class JavaScriptPlayer implements Player {
  readonly #game: Game;
  readonly #armCounts: Float64Array<ArrayBuffer>;
  readonly #replications: readonly Replication<Kernel>[];

  constructor(seats: readonly Seat[], game: Game) {
    this.#game = game;
    const { armCount } = seats[0].course;
    this.#armCounts = new Float64Array(game.ends.length * armCount);
    this.#replications = seats.map(({ kernel, course }) => {
      const record = new PlayRecord(
        Int32Array.from(game.ends),
        new Int32Array(horizonOf(game)),
        new Float64Array(game.ends.length),
        this.#armCounts,
      );
      return new Replication(kernel, course, record);
    });
  }

  play(seed: number, numbers: readonly number[]): Outcome[] {
    return numbers.map((number, i) => {
      const replication = this.#replications[i];
      replication.begin(seed, number);
      play(replication, replication, false, this.#game.sampler, this.#game.map);
      const { regret, arms } = replication.record;
      return { regret, onBest: replication.onBest, arms };
    });
  }

  takeArmCounts(): Float64Array {
    const taken = this.#armCounts.slice();
    this.#armCounts.fill(0);
    return taken;
  }
}

/** Addresses of one replication's objects. */
interface CompiledSeat {
  readonly replication: number;
  readonly arms: number;
  readonly regret: number;
}

/** Plays the compiled kernel of one type, two replications side by side. */
class CompiledPlayer implements Player {
  readonly #instance: KernelInstance;
  readonly #type: string;
  readonly #play: string;
  readonly #seats: readonly CompiledSeat[];
  readonly #shared: readonly number[];
  readonly #armCounts: { readonly address: number; readonly length: number };
  readonly #game: Game;

  constructor(
    instance: KernelInstance,
    recipes: readonly Recipe[],
    seats: readonly Seat[],
    sampler: Recipe,
    game: Game,
    place: (course: Course) => number,
  ) {
    this.#instance = instance;
    this.#game = game;
    this.#type = identifier(recipes[0]);
    this.#play = `play_${this.#type}_${identifier(sampler)}`;
    const { armCount } = seats[0].course;
    const length = game.ends.length * armCount;
    this.#armCounts = { address: instance.function('new_Floats')(length), length };
    const ends = instance.place(Int32Array.from(game.ends));
    this.#seats = seats.map(({ course }, i) => {
      const arms = instance.function('new_Ints')(horizonOf(game));
      const regret = instance.function('new_Floats')(game.ends.length);
      const record = instance.function('new_PlayRecord')(
        ends,
        arms,
        regret,
        this.#armCounts.address,
      );
      const replication = instance.function(`new_Replication_${this.#type}`)(
        instance.make(recipes[i]),
        place(course),
        record,
      );
      return { replication, arms, regret };
    });
    const map = recipeOf(game.map);
    if (map === undefined) throw new Error('the map of rewards is not among the compiled classes');
    this.#shared = [instance.make(sampler), instance.make(map)];
  }

  play(seed: number, numbers: readonly number[]): Outcome[] {
    const instance = this.#instance;
    const begin = instance.function(`begin_${this.#type}`);
    const playing = this.#seats.slice(0, numbers.length);
    playing.forEach(({ replication }, i) => {
      begin(replication, seed, numbers[i]);
    });
    const [first, second = first] = playing;
    instance.function(this.#play)(
      first.replication,
      second.replication,
      playing.length > 1,
      ...this.#shared,
    );
    const onBest = instance.function(`onBest_${this.#type}`);
    return playing.map(({ replication, arms, regret }) => ({
      regret: instance.floats(regret, this.#game.ends.length),
      onBest: onBest(replication),
      arms: instance.ints(arms, horizonOf(this.#game)),
    }));
  }

  takeArmCounts(): Float64Array {
    const { address, length } = this.#armCounts;
    const counts = this.#instance.floats(address, length);
    const taken = counts.slice();
    counts.fill(0);
    return taken;
  }
}

/** An instance that has grown to this many bytes is replaced: nothing in it is ever freed. */
const LARGEST_INSTANCE = 2 ** 28;

/** Makes players, all in one instance of the compiled kernels where there are any. */
export class PlayerFactory {
  readonly #module: KernelModule | undefined;
  #instance: KernelInstance | undefined;
  #courses = new Map<Course, number>();

  constructor(module: KernelModule | undefined) {
    this.#module = module;
  }

  /** A player with one or two seats. */
  make(seats: readonly Seat[], game: Game): Player {
    const instance = this.#roomyInstance();
    const sampler = recipeOf(game.sampler);
    const recipes = seats
      .map(({ kernel }) => recipeOf(kernel))
      .filter((each) => each !== undefined);
    if (instance === undefined || sampler === undefined || recipes.length < seats.length) {
      return new JavaScriptPlayer(seats, game);
    }
    const [type, ...others] = recipes.map(identifier);
    // What two replications' kernels are told may differ so much that they are of different types.
    const alike = others.every((other) => other === type);
    if (!alike || !instance.has(`play_${type}_${identifier(sampler)}`)) {
      return new JavaScriptPlayer(seats, game);
    }
    return new CompiledPlayer(instance, recipes, seats, sampler, game, (course) =>
      this.#place(instance, course),
    );
  }

  #roomyInstance(): KernelInstance | undefined {
    if (this.#module === undefined) return undefined;
    if (this.#instance === undefined || this.#instance.size > LARGEST_INSTANCE) {
      this.#instance = new KernelInstance(this.#module);
      this.#courses = new Map();
    }
    return this.#instance;
  }

  /** Courses are large, and all policies of a comparison are played on the same ones. */
  #place(instance: KernelInstance, course: Course): number {
    const placed = this.#courses.get(course);
    if (placed !== undefined) return placed;
    const recipe = recipeOf(course);
    if (recipe === undefined) throw new Error('courses are not among the compiled classes');
    const address = instance.make(recipe);
    this.#courses.set(course, address);
    return address;
  }
}
