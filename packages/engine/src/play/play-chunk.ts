/** Plays some replications of a comparison: everything a worker does. */
import type { PolicyDefinition, RewardSampler } from '@driftline/core';
import type { KernelModule } from '@driftline/core/compiled';
import {
  type Course,
  createEnvironment,
  createPolicyFromSpec,
  demandFloor,
  Environment,
  environmentFromRewards,
  fleetBenchmark,
  type GivenFact,
  ignoreWarning,
  MeanTable,
  type Policy,
  type PreparedFleet,
  type PreparedPolicy,
  parseSpec,
  prepareFleet,
  preparePolicy,
  Replay,
  ROLE_MEANS,
  randomStream,
  refuseFleet,
  type SharedOptions,
} from '@driftline/core/play';
import {
  type ColumnName,
  columnsOf,
  emptyRows,
  keepCounted,
  keepPlayed,
  type PolicyRows,
  type RowSetting,
  tracedSlots,
} from './columns.ts';
import type { Chunk, Comparison, RecordedRewards } from './comparison.ts';
import type { ContextMark, ContextualKnown } from './context-types.ts';
import { contexts } from './contexts.ts';
import { type Cuts, cutsOf } from './cuts.ts';
import { fleetPlayer } from './fleet-player.ts';
import { fleetOfAll, playersSpec, refuseForPlayers } from './fleets.ts';
import { LatePlayer } from './late-player.ts';
import { type LatePlay, latePlayOf, narrowsWidths } from './late-rewards.ts';
import { type OnSlots, type Player, PlayerFactory } from './player.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';

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
  const recorded = contexts?.recorded(source, start);
  const options = { against, smoothing, start, contexts: recorded };
  const replay = new Replay(values, armCount, options);
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
  if (contexts?.isEnvironment(source.spec)) {
    return contexts.environment(source, { seed, replication, rewards });
  }
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
  const { contexts: facts } = environment.means;
  if (facts !== undefined) contexts?.refuseWithoutContext(prepared.definition, environment, facts);
  demandFloor(prepared.definition, comparison.floor ?? 0);
  return prepared;
}

/** The facts that contextual policies of a comparison are given. */
function contextualKnown(comparison: Comparison, environment: Environment): ContextualKnown {
  const variation = givenVariation(comparison, environment);
  const changes = givenChanges(comparison, environment);
  const rewardRange = comparison.rewardRange ?? environment.law.rewardRange;
  return { environment, variation, changes, rewardRange };
}

/** The players of a comparison, tuned for an environment. */
function fleetOf(
  comparison: Comparison,
  spec: string,
  environment: Environment,
  plugins: Plugins,
): PreparedFleet {
  const { players = 1 } = comparison;
  const shared = { ...sharedOptions(comparison, environment), players };
  return prepareFleet(spec, shared, plugins.policies);
}

/** A policy of a comparison, whether it plays alone or for each of several players. */
interface Contestant extends Pick<PreparedPolicy, 'rewardMap' | 'params' | 'warnings'> {
  /** The policy, or the rule of several players. */
  readonly named: Pick<PolicyDefinition, 'id' | 'name' | 'standing'> & {
    readonly needs?: PolicyDefinition['needs'] | 'theta';
  };
  /** The policy whose kernels play, and its spec; undefined for a rule that has kernels of its own. */
  readonly kernels: { readonly policy: PolicyDefinition; readonly spec: string } | undefined;
  /** The facts about the drift that it was given, if it has no kernels that tell. */
  readonly given?: readonly GivenFact[];
  readonly mark?: ContextMark;
}

/**
 * A policy of a comparison, tuned for an environment.
 *
 * @throws ParameterError also where it cannot play in this comparison
 */
export function contestantOf(
  comparison: Comparison,
  spec: string,
  environment: Environment,
  plugins: Plugins = NO_PLUGINS,
): Contestant {
  if (comparison.players === undefined) {
    if (contexts?.isPolicy(spec)) {
      const known = contextualKnown(comparison, environment);
      return { ...contexts.contestant(spec, known), kernels: undefined };
    }
    refuseFleet(spec);
    const prepared = policyOf(comparison, spec, environment, plugins);
    const policy = plugins.policies.find(prepared.definition.id);
    const mark = environment.means.contexts === undefined ? {} : ({ mark: 'no context' } as const);
    return { ...prepared, named: policy, kernels: { policy, spec }, ...mark };
  }
  fleetOfAll(comparison, plugins);
  refuseForPlayers(environment);
  const prepared = fleetOf(comparison, spec, environment, plugins);
  const { definition, policy } = prepared;
  const { id, name, standing } = definition;
  const named = { id, name, ...(standing === undefined ? {} : { standing }) };
  const own = playersSpec(spec);
  const kernels = policy && own ? { policy, spec: own } : undefined;
  return { ...prepared, named, kernels };
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

/** Replications are played two at a time, side by side. */
const SIDE_BY_SIDE = 2;

/** Plays chunks of one comparison. What they have in common is made once. */
export class ChunkPlayer {
  readonly comparison: Comparison;
  readonly #plugins: Plugins;
  readonly #factory: PlayerFactory;
  /** The one of the first replication. */
  readonly environment: Environment;
  /** The columns that are kept. */
  readonly #columns: readonly ColumnName[];
  readonly #cuts: Cuts;
  /** The players of all replications; undefined where each has means of its own. */
  readonly #players: readonly Player[] | undefined;

  constructor(comparison: Comparison, plugins: Plugins = NO_PLUGINS, kernels?: KernelModule) {
    this.comparison = comparison;
    this.#plugins = plugins;
    this.#factory = new PlayerFactory(kernels);
    this.environment = environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
    this.#columns = columnsOf(comparison, this.environment);
    const hasEpochs = this.#columns.includes('epochRegret');
    this.#cuts = cutsOf(comparison, this.environment, hasEpochs);
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
    const { armCount, horizon } = this.environment.means;
    const coordinates = contexts?.coordinates(this.environment).length ?? 0;
    const setting = { chunk, armCount, horizon, cuts: this.#cuts, coordinates };
    const policies = this.comparison.policies.map(() => emptyRows(this.#columns, setting));
    for (let row = 0; row < count; row += SIDE_BY_SIDE) {
      const rows = [row, row + 1].filter((each) => each < count);
      const numbers = rows.map((each) => first + each);
      const environments = numbers.map((number) => this.#met(number));
      const players = this.#players ?? this.#seat(environments);
      players.forEach((player, i) => {
        player.play(this.comparison.seed, numbers, onSlots).forEach((outcome, j) => {
          const played = { outcome, row: rows[j], environment: environments[j] };
          keepPlayed(this.#columns, policies[i], { ...played, cuts: this.#cuts });
        });
      });
      if (this.#players === undefined) this.#finish(players, policies, setting);
    }
    if (this.#players !== undefined) this.#finish(this.#players, policies, setting);
    this.#trace(policies);
    return { chunk, epochs: this.#cuts.epochEnds.length, policies };
  }

  /** Keeps estimates of the first replication, which is played once more for them. */
  #trace(policies: readonly PolicyRows[]): void {
    const { comparison, environment } = this;
    const first = comparison.firstReplication ?? 0;
    policies.forEach(({ coefficients }, i) => {
      if (coefficients.length === 0 || contexts === undefined) return;
      const spec = comparison.policies[i];
      const seen = contexts.isPolicy(spec) && latePlayOf(comparison) === undefined;
      if (!seen) coefficients.fill(Number.NaN);
      else {
        const known = contextualKnown(comparison, environment);
        const slots = tracedSlots(environment.means.horizon);
        coefficients.set(contexts.traced(spec, known, { seed: comparison.seed, first, slots }));
      }
    });
  }

  #finish(players: readonly Player[], policies: readonly PolicyRows[], setting: RowSetting): void {
    players.forEach((player, i) => {
      keepCounted(this.#columns, policies[i], player, setting);
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
    const { comparison } = this;
    const seats = courses.map(([environment, course]) => ({
      policy: () =>
        contexts?.isPolicy(spec)
          ? contexts.shell(
              spec,
              contextualKnown(comparison, environment),
              course,
              comparison.pending ?? 'default',
            )
          : shellOf(comparison, spec, environment, this.#plugins),
      course,
    }));
    const guard = this.#plugins.guardOf('policy', parseSpec(spec).id);
    return new LatePlayer(seats, { late, sampler, ends: this.#cuts.ends, guard });
  }

  /** A player of several players for each policy, with a seat for each environment. */
  #seatFleets(
    players: number,
    courses: readonly (readonly [Environment, Course])[],
    sampler: RewardSampler,
  ): Player[] {
    const { collides } = fleetOfAll(this.comparison, this.#plugins);
    const places = courses.map(([environment, course]) => ({
      environment,
      course,
      benchmark: fleetBenchmark(course, environment.means.horizon, players, collides),
    }));
    return this.comparison.policies.map((spec) => {
      const seats = places.map((place) => ({
        ...place,
        prepared: fleetOf(this.comparison, spec, place.environment, this.#plugins),
      }));
      const [{ prepared }] = seats;
      const game = { sampler, map: prepared.rewardMap, ends: this.#cuts.ends };
      return fleetPlayer(seats, game, this.#factory.ground);
    });
  }

  /** A policy on the course of a replication. */
  #place(spec: string, environment: Environment, course: Course) {
    const { comparison } = this;
    if (!contexts?.isPolicy(spec)) {
      return { ...policyOf(comparison, spec, environment, this.#plugins), course };
    }
    const known = contextualKnown(comparison, environment);
    const { rewardMap } = contexts.contestant(spec, known);
    return { ...contexts.played(spec, known, course), rewardMap, course };
  }

  /** A player for each policy, with a seat for each environment. */
  #seat(environments: readonly Environment[]): Player[] {
    if (this.environment.fresh) this.#factory.renew();
    const made = new Map(environments.map((each) => [each, each.means.course()]));
    // A course with contexts plays one replication at a time.
    const courses = environments.map((each) => {
      const shared = each.means.contexts === undefined ? made.get(each) : undefined;
      return [each, shared ?? each.means.course()] as const;
    });
    const [{ law }] = environments;
    const { players } = this.comparison;
    if (players !== undefined) return this.#seatFleets(players, courses, law.sampler);
    const late = latePlayOf(this.comparison);
    return this.comparison.policies.map((spec) => {
      if (late !== undefined) return this.#seatLate(spec, late, courses, law.sampler);
      const seats = courses.map(([environment, course]) => this.#place(spec, environment, course));
      const [{ rewardMap }] = seats;
      return this.#factory.make(seats, {
        sampler: law.sampler,
        map: rewardMap,
        ends: this.#cuts.ends,
      });
    });
  }
}
