/** Plays some replications of a comparison: everything a worker does. */
import type { Means, RewardSampler } from '@driftline/core';
import type { KernelModule } from '@driftline/core/compiled';
import {
  type Course,
  createEnvironment,
  createPolicyFromSpec,
  demandFloor,
  Environment,
  environmentFromRewards,
  ignoreWarning,
  MeanTable,
  ParameterError,
  type Policy,
  type PreparedPolicy,
  parseSpec,
  preparePolicy,
  Replay,
  ROLE_MEANS,
  randomStream,
  type SharedOptions,
} from '@driftline/core/play';
import {
  type Chunk,
  type Comparison,
  checkpointSlots,
  type RecordedRewards,
} from './comparison.ts';
import { LatePlayer } from './late-player.ts';
import { type LatePlay, latePlayOf, narrowsWidths } from './late-rewards.ts';
import { type OnSlots, type Outcome, type Player, PlayerFactory } from './player.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';

/** What is kept of some replications of one policy. Rows are replications. */
export interface PolicyRows {
  /** Regret at each checkpoint: replications × checkpoints. */
  readonly regret: Float64Array<ArrayBuffer>;
  /** Share of slots on a best arm, one per replication. */
  readonly onBest: Float64Array<ArrayBuffer>;
  /** How often each arm was played since the checkpoint before, summed: checkpoints × arms. */
  readonly armCounts: Float64Array<ArrayBuffer>;
  /** Regret within each stretch of one best arm: replications × epochs. */
  readonly epochRegret: Float64Array<ArrayBuffer>;
  /**
   * The arm played most in each of some equal bins of slots, in the first replication; empty in the chunks
   * after it, whose arms nobody draws.
   */
  readonly ribbon: Float64Array<ArrayBuffer>;
}

/** A chunk's outcome, one entry per policy. */
export interface ChunkRows {
  readonly chunk: Chunk;
  /** Stretches of one best arm; 0 where they are too many or differ between replications. */
  readonly epochs: number;
  readonly policies: readonly PolicyRows[];
  /** A digest of the means that a plugin's environment made where this was played. */
  readonly means?: string;
}

/** Recorded rewards from where one replication starts. */
function replayOf(source: RecordedRewards, seed: number, replication: number): Environment {
  const { name, armCount, unit = 1, against, smoothing, rotated } = source;
  const values = Float64Array.from(source.values, (value) => value / unit);
  const slots = values.length / armCount;
  const start = rotated ? randomStream(seed, replication, ROLE_MEANS).below(slots) : 0;
  const replay = new Replay(values, armCount, { against, smoothing, start });
  return environmentFromRewards(replay, name, rotated);
}

/** The environment of a comparison, as one replication meets it. */
export function environmentOf(
  comparison: Comparison,
  replication: number,
  plugins: Plugins = NO_PLUGINS,
): Environment {
  const { environment: source, seed } = comparison;
  if (source.kind === 'means') {
    const table = new MeanTable(Float64Array.from(source.values), source.armCount);
    return new Environment(source.name, table, plugins.rewardLaw(source.rewards));
  }
  if (source.kind === 'rewards') return replayOf(source, seed, replication);
  const { id } = parseSpec(source.spec);
  // Looked up here, because the law of a plugin's environment may be a plugin's too.
  const law = source.rewards ?? plugins.environments.get(id)?.law;
  const rewards = law === undefined ? undefined : plugins.rewardLaw(law);
  const { armCount, horizon } = source;
  const definitions = plugins.environments;
  try {
    const options = { armCount, horizon, rewards, seed, replication, definitions };
    return createEnvironment(source.spec, options);
  } catch (error) {
    throw plugins.environmentError(id, error);
  }
}

/** The budget that policies are given on an environment. */
export function givenVariation(comparison: Comparison, environment: Environment): number {
  return comparison.variation ?? environment.statedVariation ?? environment.means.totalVariation();
}

/** The number of changes that policies are given on an environment; none where nobody states it. */
export function givenChanges(comparison: Comparison, environment: Environment): number | undefined {
  return comparison.changes ?? environment.statedChanges;
}

/** What all policies of a comparison are given on an environment. */
function sharedOptions(comparison: Comparison, environment: Environment): SharedOptions {
  return {
    armCount: environment.means.armCount,
    horizon: environment.means.horizon,
    variation: givenVariation(comparison, environment),
    changes: givenChanges(comparison, environment),
    volatility: comparison.volatility,
    rewardRange: comparison.rewardRange ?? environment.law.rewardRange,
    means: environment.means,
  };
}

/**
 * A policy of a comparison, tuned for an environment.
 *
 * @throws ParameterError also where the comparison asks for something that the policy can't do
 */
export function policyOf(
  comparison: Comparison,
  spec: string,
  environment: Environment,
  plugins: Plugins = NO_PLUGINS,
): PreparedPolicy {
  const shared = sharedOptions(comparison, environment);
  const prepared = preparePolicy(spec, shared, plugins.policies);
  demandFloor(prepared.definition, comparison.floor ?? 0);
  return prepared;
}

/** The same in its shell, which alone plays late rewards. */
function shellOf(
  comparison: Comparison,
  spec: string,
  environment: Environment,
  plugins: Plugins,
): Policy {
  const definition = plugins.policies.find(parseSpec(spec).id);
  const pendingInWidth = narrowsWidths(comparison, definition);
  const shared = {
    ...sharedOptions(comparison, environment),
    pendingInWidth,
    // Results state which rewards are clipped.
    onWarning: ignoreWarning,
  };
  return createPolicyFromSpec(spec, shared, plugins.policies);
}

/** Beyond this many stretches of one best arm, splitting regret by them shows nothing. */
const MOST_EPOCHS = 60;
const RIBBON_BINS = 400;

/** The last slot (counted from 1) of each stretch of one best arm. */
function epochEnds(environment: Environment): number[] {
  const { means, fresh } = environment;
  // Stretches of a benchmark's arm say little of policies that play in another order.
  if (fresh || means.moves === 'plays') return [];
  const ends: number[] = [];
  for (let slot = 1; slot < means.horizon; slot++) {
    if (means.bestArm(slot) !== means.bestArm(slot - 1)) ends.push(slot);
  }
  ends.push(means.horizon);
  return ends.length > MOST_EPOCHS ? [] : ends;
}

/** Where rows of one comparison are cut. */
interface Cuts {
  readonly checkpoints: readonly number[];
  readonly epochEnds: readonly number[];
  /** Both together, in order: where players keep regret. */
  readonly ends: readonly number[];
  /** Where checkpoints and epoch ends are among the ends. */
  readonly checkpointPlaces: readonly number[];
  readonly epochPlaces: readonly number[];
}

/** How often each arm was played is kept for each checkpoint, of every policy: 128 MB at most. */
const MOST_ARM_COUNTS = 2 ** 24;

function checkArmCounts(armCount: number, ends: number): void {
  if (armCount * ends <= MOST_ARM_COUNTS) return;
  throw new ParameterError(
    `arms times checkpoints must be at most ${MOST_ARM_COUNTS}; got ${armCount} times ${ends}: use fewer checkpoints`,
    'too-large',
  );
}

function cutsOf(comparison: Comparison, environment: Environment): Cuts {
  const checkpoints = checkpointSlots(comparison.checkpoints, environment.means.horizon);
  const epochs = epochEnds(environment);
  const ends = [...new Set([...checkpoints, ...epochs])].sort((a, b) => a - b);
  const places = new Map(ends.map((slot, place) => [slot, place]));
  const placeOf = (slot: number) => places.get(slot) ?? -1;
  checkArmCounts(environment.means.armCount, ends.length);
  return {
    checkpoints,
    epochEnds: epochs,
    ends,
    checkpointPlaces: checkpoints.map(placeOf),
    epochPlaces: epochs.map(placeOf),
  };
}

function emptyRows({ from, to }: Chunk, { armCount, horizon }: Means, cuts: Cuts): PolicyRows {
  const count = to - from;
  return {
    regret: new Float64Array(count * cuts.checkpoints.length),
    onBest: new Float64Array(count),
    armCounts: new Float64Array(cuts.checkpoints.length * armCount),
    epochRegret: new Float64Array(count * cuts.epochEnds.length),
    ribbon: new Float64Array(from === 0 ? Math.min(RIBBON_BINS, horizon) : 0),
  };
}

/** How many slots went to a best arm. Equal rewards say nothing of arms: on a replay arms are compared. */
function slotsOnBest({ arms, onBest }: Outcome, { means }: Environment): number {
  if (!(means instanceof Replay)) return onBest;
  return arms.reduce((sum, arm, slot) => sum + (arm === means.bestArm(slot) ? 1 : 0), 0);
}

/** Adds one replication's outcome to the rows of its policy. */
function keep(
  outcome: Outcome,
  rows: PolicyRows,
  row: number,
  environment: Environment,
  cuts: Cuts,
): void {
  const { regret, arms } = outcome;
  const { checkpointPlaces, epochPlaces } = cuts;
  checkpointPlaces.forEach((place, i) => {
    rows.regret[row * checkpointPlaces.length + i] = regret[place];
  });
  epochPlaces.forEach((place, i) => {
    const before = i === 0 ? 0 : regret[epochPlaces[i - 1]];
    rows.epochRegret[row * epochPlaces.length + i] = regret[place] - before;
  });
  rows.onBest[row] = slotsOnBest(outcome, environment) / arms.length;
  if (row === 0) keepRibbon(arms, rows.ribbon, environment.means.armCount);
}

/** Adds how often a player's arms were played; a checkpoint may end several stretches. */
function keepArmCounts(player: Player, rows: PolicyRows, armCount: number, cuts: Cuts): void {
  const counts = player.armCounts();
  let checkpoint = 0;
  cuts.ends.forEach((end, stretch) => {
    if (end > cuts.checkpoints[checkpoint]) checkpoint += 1;
    for (let arm = 0; arm < armCount; arm++) {
      rows.armCounts[checkpoint * armCount + arm] += counts[stretch * armCount + arm];
    }
  });
}

/** The arm played most in each of equal bins of slots, the lowest among equals. */
function keepRibbon(arms: Int32Array, ribbon: Float64Array, armCount: number): void {
  const horizon = arms.length;
  const counts = new Int32Array(armCount);
  for (let bin = 0; bin < ribbon.length; bin++) {
    const from = Math.floor((bin * horizon) / ribbon.length);
    const played = arms.subarray(from, Math.floor(((bin + 1) * horizon) / ribbon.length));
    for (const arm of played) counts[arm] += 1;
    ribbon[bin] = played.reduce((most, arm) =>
      counts[arm] > counts[most] || (counts[arm] === counts[most] && arm < most) ? arm : most,
    );
    // Not all of them: there may be a million arms.
    for (const arm of played) counts[arm] = 0;
  }
}

/** Replications are played two at a time, side by side. */
const SIDE_BY_SIDE = 2;

/** Plays chunks of one comparison. What they have in common is made once. */
export class ChunkPlayer {
  readonly comparison: Comparison;
  readonly #plugins: Plugins;
  readonly #factory: PlayerFactory;
  /** The one of the first replication. */
  readonly environment: Environment;
  readonly #cuts: Cuts;
  /** The players of all replications; undefined where each has means of its own. */
  readonly #players: readonly Player[] | undefined;

  constructor(comparison: Comparison, plugins: Plugins = NO_PLUGINS, kernels?: KernelModule) {
    this.comparison = comparison;
    this.#plugins = plugins;
    this.#factory = new PlayerFactory(kernels);
    this.environment = environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
    this.#cuts = cutsOf(comparison, this.environment);
    const seats = Math.min(SIDE_BY_SIDE, comparison.replications);
    const shared = new Array<Environment>(seats).fill(this.environment);
    this.#players = this.environment.fresh ? undefined : this.#seat(shared);
  }

  /** Whether compiled kernels play the first policy. */
  get isCompiled(): boolean {
    const [first] = this.#players ?? this.#seat([this.environment]);
    return first.isCompiled;
  }

  /** Plays the replications of a chunk with every policy. */
  play(chunk: Chunk, onSlots?: OnSlots): ChunkRows {
    const count = chunk.to - chunk.from;
    const first = (this.comparison.firstReplication ?? 0) + chunk.from;
    // A chunk that failed may have left some.
    for (const player of this.#players ?? []) player.clearArmCounts();
    const policies = this.comparison.policies.map(() =>
      emptyRows(chunk, this.environment.means, this.#cuts),
    );
    for (let row = 0; row < count; row += SIDE_BY_SIDE) {
      const rows = [row, row + 1].filter((each) => each < count);
      const numbers = rows.map((each) => first + each);
      const environments = numbers.map((number) => this.#met(number));
      const players = this.#players ?? this.#seat(environments);
      players.forEach((player, i) => {
        player.play(this.comparison.seed, numbers, onSlots).forEach((outcome, j) => {
          keep(outcome, policies[i], rows[j], environments[j], this.#cuts);
        });
      });
      if (this.#players === undefined) this.#finish(players, policies);
    }
    if (this.#players !== undefined) this.#finish(this.#players, policies);
    return { chunk, epochs: this.#cuts.epochEnds.length, policies };
  }

  #finish(players: readonly Player[], policies: readonly PolicyRows[]): void {
    const { armCount } = this.environment.means;
    players.forEach((player, i) => {
      keepArmCounts(player, policies[i], armCount, this.#cuts);
    });
  }

  /** The environment that a replication meets. */
  #met(replication: number): Environment {
    if (!this.environment.fresh) return this.environment;
    return environmentOf(this.comparison, replication, this.#plugins);
  }

  /** A player in whose seats the policy is played through its shell. */
  #seatLate(
    spec: string,
    late: LatePlay,
    courses: readonly (readonly [Environment, Course])[],
    sampler: RewardSampler,
  ): Player {
    const seats = courses.map(([environment, course]) => ({
      policy: () => shellOf(this.comparison, spec, environment, this.#plugins),
      course,
    }));
    const guard = this.#plugins.guardOf('policy', parseSpec(spec).id);
    return new LatePlayer(seats, { late, sampler, ends: this.#cuts.ends, guard });
  }

  /** A player for each policy, with a seat for each environment. */
  #seat(environments: readonly Environment[]): Player[] {
    if (this.environment.fresh) this.#factory.renew();
    const made = new Map(environments.map((each) => [each, each.means.course()]));
    const courses = environments.map(
      (each) => [each, made.get(each) ?? each.means.course()] as const,
    );
    const [{ law }] = environments;
    const late = latePlayOf(this.comparison);
    return this.comparison.policies.map((spec) => {
      if (late !== undefined) return this.#seatLate(spec, late, courses, law.sampler);
      const seats = courses.map(([environment, course]) => ({
        ...policyOf(this.comparison, spec, environment, this.#plugins),
        course,
      }));
      const [{ rewardMap }] = seats;
      return this.#factory.make(seats, {
        sampler: law.sampler,
        map: rewardMap,
        ends: this.#cuts.ends,
      });
    });
  }
}
