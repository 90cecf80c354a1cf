/**
 * Plays replications of several players: with the compiled kernels where their policy, their rule and the
 * reward law are among them, else with the JavaScript ones. The numbers are the same.
 */
import { identifier, type Recipe, recipeOf } from '@driftline/core/compiled';
import {
  type Course,
  type FleetBenchmark,
  FleetRecord,
  FleetReplication,
  type PreparedFleet,
  play,
} from '@driftline/core/play';
import {
  type Game,
  type Ground,
  guardedReplication,
  horizonOf,
  isTrap,
  type OnSlots,
  type Outcome,
  type Player,
  playInTurns,
} from './player.ts';
import { GuardedKernel } from './plugins/guarded-policy.ts';
import { GuardedSampler } from './plugins/guarded-rewards.ts';
import type { Guard } from './plugins/plugin-error.ts';

/** Several players on the means of their replication. */
interface FleetPlace {
  readonly prepared: PreparedFleet;
  readonly course: Course;
  /** The benchmark of regret in each slot. */
  readonly benchmark: FleetBenchmark;
}

/** With the rewards of all players together, and their plays of each arm. */
function outcomeOf(
  outcome: Required<Omit<Outcome, 'earned' | 'plays' | 'restarts'>>,
  armCount: number,
  restarts: number,
): Outcome {
  const plays = new Int32Array(armCount);
  for (const arm of outcome.arms) plays[arm] += 1;
  const earned = outcome.fleet.earned.reduce((sum, reward) => sum + reward, 0);
  return { ...outcome, earned, plays, restarts };
}

/** A replication in JavaScript, with its own record. */
function replicationOf(
  { prepared, course, benchmark }: FleetPlace,
  { ends, sampler, map }: Game,
  armCounts: Float64Array<ArrayBuffer>,
) {
  const { playerCount, fleet } = prepared;
  const record = new FleetRecord(
    Int32Array.from(ends),
    new Int32Array(ends[ends.length - 1] * playerCount),
    new Float64Array(ends.length),
    new Float64Array(ends.length),
    armCounts,
    new Float64Array(playerCount),
    new Float64Array(playerCount),
  );
  return new FleetReplication(course, record, benchmark, fleet.table, sampler, map);
}

/** Plays in JavaScript, one replication after another. */
class JavaScriptFleet implements Player {
  readonly isCompiled = false;
  readonly #game: Game;
  readonly #places: readonly FleetPlace[];
  readonly #armCounts: Float64Array<ArrayBuffer>;
  readonly #replications: readonly ReturnType<typeof replicationOf>[];

  constructor(places: readonly FleetPlace[], game: Game) {
    this.#game = game;
    this.#places = places;
    this.#armCounts = new Float64Array(game.ends.length * places[0].course.armCount);
    this.#replications = places.map((place) => replicationOf(place, game, this.#armCounts));
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    return numbers.map((number, i) =>
      guardedReplication(this.#guard(), number, () => this.#playOne(i, seed, number, onSlots)),
    );
  }

  /** The guard of a plugin that takes part, if any. */
  #guard(): Guard | undefined {
    const { sampler } = this.#game;
    const { kernel } = this.#places[0].prepared.fleet.players.at(0);
    if (kernel instanceof GuardedKernel) return kernel.guard;
    return sampler instanceof GuardedSampler ? sampler.guard : undefined;
  }

  #playOne(place: number, seed: number, number: number, onSlots: OnSlots | undefined): Outcome {
    const { sampler, ends } = this.#game;
    const replication = this.#replications[place];
    const { fleet, playerCount } = this.#places[place].prepared;
    if (sampler instanceof GuardedSampler) sampler.begin();
    fleet.begin(seed, number);
    replication.begin(seed, number);
    const playUntil = (slot: number) => play(fleet, replication, fleet, replication, false, slot);
    playInTurns(ends, playUntil, onSlots && ((slots) => onSlots(slots * playerCount)));
    const { regret, arms, collisions, earned, switches } = replication.record;
    const { onBest } = replication;
    const { course, prepared } = this.#places[place];
    const counts = prepared.policy?.shows?.restarts !== undefined;
    return outcomeOf(
      { regret, arms, onBest, fleet: { collisions, earned, switches } },
      course.armCount,
      counts ? prepared.restarts() : Number.NaN,
    );
  }

  armCounts(): Float64Array {
    return this.#armCounts;
  }

  clearArmCounts(): void {
    this.#armCounts.fill(0);
  }
}

/** The recipes of the players of one place. */
interface FleetRecipes {
  readonly players: readonly Recipe[];
  /** The kernel of every player. */
  readonly kernel: Recipe;
  readonly rule: Recipe;
  readonly table: Recipe;
  readonly benchmark: Recipe;
}

/** The objects that all places share. */
interface SharedRecipes {
  readonly sampler: Recipe;
  readonly map: Recipe;
}

/** The names of compiled functions, which depend on the types of kernel, rule and law. */
interface FleetNames {
  readonly kernel: string;
  readonly fleet: string;
  readonly law: string;
}

function namesOf({ kernel, rule }: FleetRecipes, { sampler }: SharedRecipes): FleetNames {
  const type = identifier(kernel);
  return { kernel: type, fleet: `${type}_${identifier(rule)}`, law: identifier(sampler) };
}

function playName({ fleet, law }: FleetNames): string {
  return `playFleet_${fleet}_${law}`;
}

/** The recipes of a place; undefined where a part of it is not among the compiled classes. */
function recipesOf({ prepared, benchmark }: FleetPlace): FleetRecipes | undefined {
  const { fleet, playerCount } = prepared;
  const players = Array.from({ length: playerCount }, (_, j) =>
    recipeOf(fleet.players.at(j)),
  ).filter((each) => each !== undefined);
  const kernel = recipeOf(fleet.players.at(0).kernel);
  const parts = [fleet.coordination, fleet.table, benchmark].map((part) => recipeOf(part));
  const [rule, table, sums] = parts;
  if (players.length < playerCount || kernel === undefined) return undefined;
  if (rule === undefined || table === undefined || sums === undefined) return undefined;
  return { players, kernel, rule, table, benchmark: sums };
}

/** Addresses of one replication's objects. */
interface CompiledPlace {
  readonly fleet: number;
  readonly replication: number;
  readonly arms: number;
  readonly regret: number;
  readonly collisions: number;
  readonly earned: number;
  readonly switches: number;
}

/** Plays compiled players, one replication after another. */
class CompiledFleet implements Player {
  readonly isCompiled = true;
  readonly #ground: Ground;
  readonly #names: FleetNames;
  readonly #game: Game;
  readonly #players: number;
  readonly #places: readonly CompiledPlace[];
  readonly #armCounts: { readonly address: number; readonly length: number };

  constructor(
    ground: Ground,
    places: readonly FleetPlace[],
    recipes: readonly FleetRecipes[],
    shared: SharedRecipes,
    game: Game,
  ) {
    const { instance } = ground;
    this.#ground = ground;
    this.#game = game;
    this.#players = places[0].prepared.playerCount;
    this.#names = namesOf(recipes[0], shared);
    const length = game.ends.length * places[0].course.armCount;
    this.#armCounts = { address: instance.function('new_Floats')(length), length };
    const ends = instance.place(Int32Array.from(game.ends));
    const payers = [instance.make(shared.sampler), instance.make(shared.map)];
    this.#places = places.map((place, i) => this.#make(place, i, recipes[i], ends, payers));
  }

  #make(
    place: FleetPlace,
    number: number,
    recipes: FleetRecipes,
    ends: number,
    payers: readonly number[],
  ): CompiledPlace {
    const { instance } = this.#ground;
    const floats = instance.function('new_Floats');
    const list = instance.function(`new_Players_${this.#names.kernel}`)(this.#players);
    const seat = instance.function(`seat_${this.#names.kernel}`);
    recipes.players.forEach((recipe, j) => {
      seat(list, j, instance.make(recipe));
    });
    const table = instance.make(recipes.table);
    const fleet = instance.function(`new_Fleet_${this.#names.fleet}`)(
      list,
      instance.make(recipes.rule),
      table,
    );
    const arms = this.#ground.arms(number, horizonOf(this.#game) * this.#players);
    const [regret, collisions] = [floats(this.#game.ends.length), floats(this.#game.ends.length)];
    const [earned, switches] = [floats(this.#players), floats(this.#players)];
    const kept = [ends, arms, regret, collisions, this.#armCounts.address, earned, switches];
    const replication = instance.function(`new_FleetReplication_${this.#names.law}`)(
      this.#ground.course(place.course),
      instance.function('new_FleetRecord')(...kept),
      this.#ground.once(place.benchmark, () => instance.make(recipes.benchmark)),
      table,
      ...payers,
    );
    return { fleet, replication, arms, regret, collisions, earned, switches };
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    return numbers.map((number, i) => this.#playOne(this.#places[i], seed, number, onSlots));
  }

  #playOne(
    place: CompiledPlace,
    seed: number,
    number: number,
    onSlots: OnSlots | undefined,
  ): Outcome {
    const { instance } = this.#ground;
    const { ends } = this.#game;
    instance.function(`beginFleet_${this.#names.fleet}`)(place.fleet, seed, number);
    instance.function(`beginFleetReplication_${this.#names.law}`)(place.replication, seed, number);
    const compiled = instance.function(playName(this.#names));
    const playUntil = (slot: number) => {
      compiled(place.fleet, place.replication, slot);
    };
    playInTurns(ends, playUntil, onSlots && ((slots) => onSlots(slots * this.#players)));
    const outcome = {
      regret: instance.floats(place.regret, ends.length),
      arms: instance.ints(place.arms, horizonOf(this.#game) * this.#players),
      onBest: instance.function(`onBestOfFleet_${this.#names.law}`)(place.replication),
      fleet: {
        collisions: instance.floats(place.collisions, ends.length),
        earned: instance.floats(place.earned, this.#players),
        switches: instance.floats(place.switches, this.#players),
      },
    };
    // The policies that are compiled for players do not restart.
    return outcomeOf(outcome, this.#armCounts.length / ends.length, Number.NaN);
  }

  armCounts(): Float64Array {
    const { address, length } = this.#armCounts;
    return this.#ground.instance.floats(address, length);
  }

  clearArmCounts(): void {
    this.armCounts().fill(0);
  }
}

/** Compiled players; undefined where there are none for their policy, their rule and the law. */
function compiledFleet(
  places: readonly FleetPlace[],
  game: Game,
  ground: Ground | undefined,
): Player | undefined {
  const [sampler, map] = [recipeOf(game.sampler), recipeOf(game.map)];
  const recipes = places.map(recipesOf).filter((each) => each !== undefined);
  if (ground === undefined || sampler === undefined || map === undefined) return undefined;
  if (recipes.length < places.length) return undefined;
  const shared = { sampler, map };
  const [name, ...others] = recipes.map((each) => playName(namesOf(each, shared)));
  // Means that differ between replications may make kernels of different types.
  const alike = others.every((other) => other === name);
  if (!alike || !ground.instance.has(name)) return undefined;
  return new CompiledFleet(ground, places, recipes, shared, game);
}

/**
 * A player of several players, with one or two places.
 *
 * @param ground - where compiled kernels play; undefined where there are none
 */
export function fleetPlayer(
  places: readonly FleetPlace[],
  game: Game,
  ground: Ground | undefined,
): Player {
  try {
    return compiledFleet(places, game, ground) ?? new JavaScriptFleet(places, game);
  } catch (error) {
    if (isTrap(error)) return new JavaScriptFleet(places, game);
    throw error;
  }
}
