/** Plays some replications of a comparison: everything a worker does. */
import {
  Course,
  createEnvironment,
  Environment,
  MeanTable,
  PlayRecord,
  type PolicyDefinition,
  type PreparedPolicy,
  parseSpec,
  play,
  preparePolicy,
  Random,
  ROLE_POLICY,
  ROLE_REWARDS,
  seedStream,
} from '@driftline/core';
import { type Chunk, type Comparison, checkpointSlots } from './comparison.ts';
import { NO_PLUGINS, type Plugins } from './plugins.ts';

/** What is kept of some replications of one policy. Rows are replications. */
export interface PolicyRows {
  /** Regret at each checkpoint: replications × checkpoints. */
  readonly regret: Float64Array<ArrayBuffer>;
  /** Share of slots on a best arm, one a replication. */
  readonly onBest: Float64Array<ArrayBuffer>;
  /** How often each arm was played since the checkpoint before, summed: checkpoints × arms. */
  readonly armCounts: Float64Array<ArrayBuffer>;
  /** Regret within each stretch of one best arm: replications × epochs. */
  readonly epochRegret: Float64Array<ArrayBuffer>;
  /** The arm played most in each of some equal bins of slots, in the chunk's first replication. */
  readonly ribbon: Float64Array<ArrayBuffer>;
}

/** A chunk's outcome, one entry a policy. */
export interface ChunkRows {
  readonly chunk: Chunk;
  /** Stretches of one best arm; 0 where they are too many or differ between replications. */
  readonly epochs: number;
  readonly policies: readonly PolicyRows[];
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
  const { id } = parseSpec(source.spec);
  // Looked up here, because the law of a plugin's environment may be a plugin's too.
  const law = source.rewards ?? plugins.environments.find((known) => known.id === id)?.law;
  return createEnvironment(source.spec, {
    armCount: source.armCount,
    horizon: source.horizon,
    rewards: law === undefined ? undefined : plugins.rewardLaw(law),
    seed,
    replication,
    definitions: plugins.environments,
  });
}

/** The budget that policies are told on an environment. */
export function toldVariation(comparison: Comparison, environment: Environment): number {
  return comparison.variation ?? environment.statedVariation ?? environment.means.totalVariation();
}

/** A policy of a comparison, tuned for an environment. */
export function policyOf(
  comparison: Comparison,
  spec: string,
  environment: Environment,
  plugins: Plugins = NO_PLUGINS,
): PreparedPolicy {
  const definitions: readonly PolicyDefinition[] = plugins.policies;
  return preparePolicy(
    spec,
    {
      armCount: environment.means.armCount,
      horizon: environment.means.horizon,
      variation: toldVariation(comparison, environment),
      changes: comparison.changes,
      rewardRange: comparison.rewardRange ?? environment.law.rewardRange,
    },
    definitions,
  );
}

/** One replication after another on one environment, with arrays that are made once. */
class Stage {
  readonly environment: Environment;
  readonly #course: Course;
  readonly #record: PlayRecord;
  readonly #policyRandom = new Random(0, 0, 0, 1);
  readonly #rewardRandom = new Random(0, 0, 0, 1);

  constructor(environment: Environment) {
    const { armCount, horizon, values } = environment.means;
    this.environment = environment;
    this.#course = new Course(armCount, values, horizon);
    this.#record = new PlayRecord(new Int32Array(horizon), new Float64Array(horizon));
  }

  play(policy: PreparedPolicy, seed: number, replication: number): PlayRecord {
    seedStream(this.#policyRandom, seed, replication, ROLE_POLICY);
    seedStream(this.#rewardRandom, seed, replication, ROLE_REWARDS);
    policy.kernel.reset();
    play(
      policy.kernel,
      this.environment.law.sampler,
      policy.rewardMap,
      this.#course,
      0,
      this.environment.means.horizon,
      this.#policyRandom,
      this.#rewardRandom,
      this.#record,
    );
    return this.#record;
  }
}

/** Beyond this many stretches of one best arm, splitting regret by them tells nothing. */
const MOST_EPOCHS = 60;
const RIBBON_BINS = 400;

/** The last slot (counted from 1) of each stretch of one best arm. */
function epochEnds(environment: Environment): number[] {
  if (environment.fresh) return [];
  const { means } = environment;
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
}

function emptyRows(count: number, armCount: number, horizon: number, cuts: Cuts): PolicyRows {
  return {
    regret: new Float64Array(count * cuts.checkpoints.length),
    onBest: new Float64Array(count),
    armCounts: new Float64Array(cuts.checkpoints.length * armCount),
    epochRegret: new Float64Array(count * cuts.epochEnds.length),
    ribbon: new Float64Array(Math.min(RIBBON_BINS, horizon)),
  };
}

/** Adds one replication's record to the rows of its policy. */
function keep(
  record: PlayRecord,
  rows: PolicyRows,
  row: number,
  cuts: Cuts,
  environment: Environment,
): void {
  const { armCount, values } = environment.means;
  const { checkpoints, epochEnds } = cuts;
  let onBest = 0;
  let slot = 0;
  checkpoints.forEach((end, checkpoint) => {
    for (; slot < end; slot++) {
      const arm = record.arms[slot];
      rows.armCounts[checkpoint * armCount + arm] += 1;
      if (values[slot * armCount + arm] === environment.means.bestMean(slot)) onBest += 1;
    }
    rows.regret[row * checkpoints.length + checkpoint] = record.regret[end - 1];
  });
  rows.onBest[row] = onBest / slot;
  let before = 0;
  epochEnds.forEach((end, epoch) => {
    rows.epochRegret[row * epochEnds.length + epoch] = record.regret[end - 1] - before;
    before = record.regret[end - 1];
  });
  if (row === 0) keepRibbon(record, rows.ribbon, armCount);
}

function keepRibbon(record: PlayRecord, ribbon: Float64Array, armCount: number): void {
  const horizon = record.arms.length;
  const counts = new Int32Array(armCount);
  for (let bin = 0; bin < ribbon.length; bin++) {
    counts.fill(0);
    const from = Math.floor((bin * horizon) / ribbon.length);
    const to = Math.floor(((bin + 1) * horizon) / ribbon.length);
    for (let slot = from; slot < to; slot++) counts[record.arms[slot]] += 1;
    ribbon[bin] = counts.indexOf(Math.max(...counts));
  }
}

/** Plays the replications of a chunk with every policy. */
export function playChunk(
  comparison: Comparison,
  chunk: Chunk,
  plugins: Plugins = NO_PLUGINS,
): ChunkRows {
  const first = comparison.firstReplication ?? 0;
  let stage = new Stage(environmentOf(comparison, first + chunk.from, plugins));
  let prepared = comparison.policies.map((spec) =>
    policyOf(comparison, spec, stage.environment, plugins),
  );
  const { armCount, horizon } = stage.environment.means;
  const cuts = {
    checkpoints: checkpointSlots(comparison.checkpoints, horizon),
    epochEnds: epochEnds(stage.environment),
  };
  const count = chunk.to - chunk.from;
  const policies = comparison.policies.map(() => emptyRows(count, armCount, horizon, cuts));
  for (let row = 0; row < count; row++) {
    const replication = first + chunk.from + row;
    if (row > 0 && stage.environment.fresh) {
      stage = new Stage(environmentOf(comparison, replication, plugins));
      prepared = comparison.policies.map((spec) =>
        policyOf(comparison, spec, stage.environment, plugins),
      );
    }
    prepared.forEach((policy, i) => {
      const record = stage.play(policy, comparison.seed, replication);
      keep(record, policies[i], row, cuts, stage.environment);
    });
  }
  return { chunk, epochs: cuts.epochEnds.length, policies };
}
