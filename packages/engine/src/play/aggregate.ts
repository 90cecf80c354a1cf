/** From the rows of all replications to a result. Nothing here depends on how they were played. */
import type { Environment, PolicyDefinition, Warning } from '@driftline/core';
import {
  type GivenFact,
  type PreparedPolicy,
  parseSpec,
  variationWarning,
} from '@driftline/core/play';
import { type ColumnName, type PolicyRows, SQUARE_UNIT, tracedSlots } from './columns.ts';
import { type Comparison, checkpointSlots } from './comparison.ts';
import { correctPairs } from './contestants.ts';
import type { Coordinate } from './context-types.ts';
import { contexts } from './contexts.ts';
import { fleetBenchmarkText, fleetOfAll } from './fleets.ts';
import { givenOf } from './given.ts';
import { isLate, latenessOf, narrowsWidths } from './late-rewards.ts';
import {
  type ChunkRows,
  contestantOf,
  environmentOf,
  givenChanges,
  givenVariation,
} from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';
import type {
  BestArmStretch,
  ComparisonResult,
  Curve,
  EnvironmentResult,
  PolicyDifference,
  PolicyResult,
} from './result.ts';
import {
  type Estimate,
  histogram,
  Moments,
  momentsOf,
  pairedDifference,
  quantileAmong,
  sharedEdges,
  summarize,
} from './statistics.ts';
import { statedBudgetWarning } from './warnings.ts';

/** Means are drawn from at most this many slots, fewer where arms are very many. */
const DRAWN_SLOTS = 500;
const LEAST_DRAWN_SLOTS = 10;
const MOST_DRAWN_MEANS = 200_000;

/** How many slots means are drawn from, but for the first. */
export function drawnSlots(armCount: number): number {
  const affordable = Math.floor(MOST_DRAWN_MEANS / armCount);
  return Math.min(DRAWN_SLOTS, Math.max(LEAST_DRAWN_SLOTS, affordable));
}

/** Stretches of one best arm, the lowest among equals. */
export function bestArmStretches(environment: Environment): BestArmStretch[] {
  const { means } = environment;
  const stretches: BestArmStretch[] = [];
  if (means.contexts?.staysSame === false) return stretches;
  let last = -1;
  for (let slot = 0; slot < means.horizon; slot++) {
    const arm = means.bestArm(slot);
    if (arm !== last) stretches.push({ slot: slot + 1, arm });
    last = arm;
  }
  return stretches;
}

function drawnMeans(environment: Environment): EnvironmentResult['means'] {
  const { armCount, horizon } = environment.means;
  const slots = checkpointSlots({ count: drawnSlots(armCount), spacing: 'linear' }, horizon);
  if (slots[0] !== 1) slots.unshift(1);
  const hasArms = environment.means.contexts?.staysSame !== false;
  const arms = Array.from({ length: hasArms ? armCount : 0 }, (_, arm) =>
    slots.map((slot) => {
      const { means } = environment;
      return means.shown?.(slot - 1, arm) ?? means.mean(slot - 1, arm);
    }),
  );
  return { slots, arms };
}

/** What is wrong with the budget that policies are given; nothing where none of them is tuned by it. */
function budgetWarnings(
  { variation: given }: Comparison,
  environment: Environment,
  policies: readonly PolicyResult[],
): Warning[] {
  if (!policies.some(({ params }) => 'variation' in params)) return [];
  const { name, fresh, means, statedVariation } = environment;
  const truth = means.totalVariation();
  const warning = variationWarning(truth, given ?? statedVariation ?? truth);
  // Where the environment states none, leaving the budget out does give the true one.
  if (warning === undefined || statedVariation === undefined) return [warning ?? []].flat();
  return [statedBudgetWarning({ environment: name, stated: statedVariation, given, truth, fresh })];
}

/** The name that a plugin gave its environment. */
function titleOf(
  { environment: source }: Comparison,
  plugins: Plugins,
): Pick<EnvironmentResult, 'title'> {
  if (source.kind !== 'named') return {};
  const { id } = parseSpec(source.spec);
  if (plugins.guardOf('environment', id) === undefined) return {};
  const definition = plugins.environments.get(id);
  return definition === undefined ? {} : { title: definition.name };
}

/** The symbols that a plugin gave the parameters of its policy. */
function symbolsOf(
  { id, parameters }: PolicyDefinition,
  plugins: Plugins,
): Pick<PolicyResult, 'symbols'> {
  if (plugins.guardOf('policy', id) === undefined) return {};
  return { symbols: Object.fromEntries(parameters.map((each) => [each.id, each.symbol])) };
}

/** The form and the size of contexts. Empty if there are none. */
function contextsOf(environment: Environment): Pick<EnvironmentResult, 'contexts'> {
  const { contexts: facts } = environment.means;
  if (facts === undefined) return {};
  const { form, dimension, blocks } = facts;
  return { contexts: { form, dimension, blocks, ...drawnTheta(environment) } };
}

/** The parameters that are drawn, with their true values if these are known. */
function drawnTheta(
  environment: Environment,
): Pick<NonNullable<EnvironmentResult['contexts']>, 'drawn'> {
  const { means } = environment;
  const coordinates = contexts?.coordinates(environment) ?? [];
  const slots = tracedSlots(means.horizon);
  const theta = means.contexts?.theta;
  const valueAt = ({ block, column }: Coordinate) =>
    slots.map((slot) => (theta === undefined ? 0 : theta.rows[theta.at(slot - 1, block) + column]));
  return {
    drawn: {
      coordinates,
      slots,
      ...(theta === undefined ? {} : { theta: coordinates.map(valueAt) }),
    },
  };
}

/** The movement of means, and the benchmark of regret. Empty if the benchmark is the best arm of each slot. */
function benchmarkOf({ means }: Environment): Pick<EnvironmentResult, 'moves' | 'benchmark'> {
  const { moves, benchmark } = means;
  return {
    ...(moves === undefined ? {} : { moves }),
    ...(benchmark === undefined ? {} : { benchmark }),
  };
}

/** The policy that losses are measured against, if the environment names one and it plays. */
function referenceOf(
  { environment: source }: Comparison,
  policies: readonly Pick<PolicyResult, 'id'>[],
  plugins: Plugins,
): Pick<EnvironmentResult, 'reference'> {
  if (source.kind !== 'named') return {};
  const reference = plugins.environments.get(parseSpec(source.spec).id)?.reference;
  if (reference === undefined || !policies.some(({ id }) => id === reference)) return {};
  return { reference };
}

/** Each policy with its loss against the reference, paired by replication; unchanged without one. */
function withLosses(
  policies: readonly PolicyResult[],
  { reference }: Pick<EnvironmentResult, 'reference'>,
): readonly PolicyResult[] {
  const best = policies.find(({ id }) => id === reference);
  if (best === undefined) return policies;
  return policies.map((policy) => {
    const { pValue: _, ...loss } = pairedDifference(policy.finals, best.finals);
    return { ...policy, loss };
  });
}

function describeEnvironment(
  comparison: Comparison,
  environment: Environment,
  policies: readonly PolicyResult[],
  plugins: Plugins,
): EnvironmentResult {
  const stated = givenVariation(comparison, environment);
  const truth = environment.means.totalVariation();
  // Recorded rewards vary the same, whichever slot a replication starts at.
  const isOwn =
    environment.fresh &&
    comparison.environment.kind !== 'rewards' &&
    comparison.variation === undefined &&
    environment.statedVariation === undefined;
  return {
    name: environment.name,
    ...(comparison.label === undefined ? {} : { label: comparison.label }),
    ...titleOf(comparison, plugins),
    source: comparison.environment,
    armCount: environment.means.armCount,
    horizon: environment.means.horizon,
    rewards: {
      id: environment.law.id,
      params: environment.law.params,
      ...(plugins.guardOf('reward law', environment.law.id) === undefined
        ? {}
        : { name: environment.law.definition.name }),
    },
    fresh: environment.fresh,
    ...contextsOf(environment),
    ...referenceOf(comparison, policies, plugins),
    variation: { stated, true: truth, ...(isOwn ? { own: true } : {}) },
    ...benchmarkOf(environment),
    bestArms: bestArmStretches(environment),
    means: drawnMeans(environment),
    warnings: budgetWarnings(comparison, environment, policies),
  };
}

/** The values of one column over all replications, in their order. */
function column(
  rows: readonly Float64Array[],
  width: number,
  place: number,
  count: number,
): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count);
  let next = 0;
  for (const block of rows) {
    for (let i = place; i < block.length; i += width) values[next++] = block[i];
  }
  return values;
}

function curveOf(rows: readonly Float64Array[], slots: readonly number[], count: number): Curve {
  const points = slots.map((_, checkpoint) => {
    const values = column(rows, slots.length, checkpoint, count);
    const { mean, low, high } = momentsOf(values).estimate();
    const [q05, q95] = [quantileAmong(values, 0.05), quantileAmong(values, 0.95)];
    return { mean, low, high, q05, q95 };
  });
  return {
    slots,
    mean: points.map(({ mean }) => mean),
    low: points.map(({ low }) => low),
    high: points.map(({ high }) => high),
    q05: points.map(({ q05 }) => q05),
    q95: points.map(({ q95 }) => q95),
  };
}

/** The sum of blocks, some of which may be empty. */
function sumOf(blocks: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(blocks.reduce((most, { length }) => Math.max(most, length), 0));
  for (const block of blocks) {
    for (let i = 0; i < block.length; i++) sums[i] += block[i];
  }
  return sums;
}

/** The estimate of a column with one value for each replication. It is absent if the column is, or if it has no numbers. */
function estimateOf(blocks: readonly Float64Array[]): Estimate | undefined {
  const values = blocks.flatMap((block) => Array.from(block));
  if (values.length === 0 || values.some(Number.isNaN)) return undefined;
  return momentsOf(values).estimate();
}

/** The plays of each arm, from sums and sums of squares. */
function playsOf(
  blocks: readonly Float64Array[],
  count: number,
): NonNullable<PolicyResult['plays']> {
  const sums = sumOf(blocks);
  const armCount = sums.length / 3;
  const estimates = Array.from({ length: armCount }, (_, arm) => {
    const moments = new Moments();
    const squares = SQUARE_UNIT * sums[armCount + arm] + sums[2 * armCount + arm];
    moments.count = count;
    moments.mean = sums[arm] / count;
    moments.squares = Math.max(0, squares - sums[arm] * moments.mean);
    return moments.estimate();
  });
  return {
    mean: estimates.map(({ mean }) => mean),
    low: estimates.map(({ low }) => low),
    high: estimates.map(({ high }) => high),
  };
}

function armSharesOf(counts: readonly Float64Array[], armCount: number): number[][] {
  const sums = sumOf(counts);
  const shares: number[][] = [];
  for (let i = 0; i < sums.length; i += armCount) {
    const row = Array.from(sums.subarray(i, i + armCount));
    const total = row.reduce((sum, value) => sum + value, 0);
    shares.push(row.map((value) => value / total));
  }
  return shares;
}

function epochsOf(blocks: readonly Float64Array[], epochs: number): number[] | undefined {
  if (epochs === 0) return undefined;
  return Array.from({ length: epochs }, (_, epoch) => {
    const moments = new Moments();
    for (const block of blocks) {
      for (let i = epoch; i < block.length; i += epochs) moments.add(block[i]);
    }
    return moments.mean;
  });
}

function differencesOf(policies: readonly PolicyResult[]): PolicyDifference[] {
  const finals = policies.map((policy) => policy.finals);
  const pairs: Omit<PolicyDifference, 'correctedP'>[] = [];
  for (let first = 0; first < finals.length; first++) {
    for (let second = first + 1; second < finals.length; second++) {
      pairs.push({ first, second, ...pairedDifference(finals[first], finals[second]) });
    }
  }
  return correctPairs(pairs, policies);
}

/** The rewards that a policy made for [0, 1] sees mapped to it, unless all lie there anyway. */
function mappedRange(
  { rewardMap }: Pick<PreparedPolicy, 'rewardMap'>,
  { rewardRange }: Comparison,
  { law }: Environment,
): Pick<PolicyResult, 'mappedRewards'> {
  const mapped = rewardRange ?? law.rewardRange;
  const isUnit = ([low, high]: readonly [number, number]) => low === 0 && high === 1;
  if (!rewardMap.clips || (isUnit(mapped) && isUnit(law.rewardRange))) return {};
  return { mappedRewards: mapped };
}

/** What the policies of one comparison have in common. */
interface Setting {
  readonly comparison: Comparison;
  readonly environment: Environment;
  readonly plugins: Plugins;
  /** Checkpoints, counted from 1. */
  readonly slots: readonly number[];
  /** Replications. */
  readonly count: number;
  /** Of the histograms of all policies. */
  readonly edges: readonly number[];
}

/** The facts about the drift that the players' policy was given. None if the rule has its own kernels. */
function driftGiven(
  kernels: ReturnType<typeof contestantOf>['kernels'],
  { comparison, environment }: Setting,
): readonly GivenFact[] {
  if (kernels === undefined) return [];
  const { armCount, horizon } = environment.means;
  return givenOf(kernels.policy, {
    given: parseSpec(kernels.spec).params,
    armCount,
    horizon,
    variation: givenVariation(comparison, environment),
    changes: givenChanges(comparison, environment),
    volatility: comparison.volatility,
  });
}

/** What a policy is, and what it was given: nothing that was played. */
function describePolicy(place: number, setting: Setting) {
  const { comparison, environment, plugins } = setting;
  const spec = comparison.policies[place];
  const contestant = contestantOf(comparison, spec, environment, plugins);
  const {
    named,
    kernels,
    params,
    warnings,
    mark,
    given = driftGiven(kernels, setting),
  } = contestant;
  const { id, name, standing, needs } = named;
  const label = comparison.labels?.[place] ?? undefined;
  const narrowed = kernels
    ? narrowsWidths(comparison, kernels.policy)
    : contexts?.isPolicy(spec) && contexts.narrowsWidths(spec, comparison.pending ?? 'default');
  return {
    spec,
    id,
    name,
    ...(label === undefined ? {} : { label }),
    params,
    ...(kernels === undefined ? {} : symbolsOf(kernels.policy, plugins)),
    warnings,
    given,
    ...(mark === undefined ? {} : { mark }),
    ...(standing === undefined ? {} : { standing }),
    ...(needs === undefined ? {} : { needs }),
    ...mappedRange(contestant, comparison, environment),
    ...(isLate(comparison) && narrowed ? ({ pendingInWidth: true } as const) : {}),
  };
}

/** The estimates of the drawn parameters, one row each; undefined if the policy has none. */
function coefficientsOf(
  values: Float64Array,
  environment: Environment,
): PolicyResult['coefficients'] {
  if (values.length === 0 || values.some(Number.isNaN)) return undefined;
  const width = contexts?.coordinates(environment).length ?? 0;
  return Array.from({ length: width }, (_, i) =>
    Array.from(values.filter((_value, place) => place % width === i)),
  );
}

/** One policy's part, from its rows in the order of replications and its regret at the end of each. */
function policyResult(
  place: number,
  rows: readonly PolicyRows[],
  finals: readonly number[],
  epochCount: number,
  setting: Setting,
): PolicyResult {
  const blocks = (name: ColumnName) => rows.map((each) => each[name]);
  const epochs = epochsOf(blocks('epochRegret'), epochCount);
  const bestArmShare = estimateOf(blocks('onBest'));
  const reward = estimateOf(blocks('reward'));
  const restarts = estimateOf(blocks('restarts'));
  const plays = playsOf(blocks('plays'), setting.count);
  const coefficients = coefficientsOf(rows[0].coefficients, setting.environment);
  return {
    ...describePolicy(place, setting),
    regret: summarize(finals),
    curve: curveOf(blocks('regret'), setting.slots, setting.count),
    histogram: histogram(finals, setting.edges),
    ...(bestArmShare === undefined ? {} : { bestArmShare }),
    armShares: armSharesOf(blocks('armCounts'), setting.environment.means.armCount),
    ...(epochs === undefined ? {} : { epochs }),
    ribbon: Array.from(rows[0].ribbon),
    finals,
    ...(reward === undefined ? {} : { reward }),
    ...(plays.mean.length === 0 ? {} : { plays }),
    ...(coefficients === undefined ? {} : { coefficients }),
    ...(restarts === undefined ? {} : { restarts }),
    ...fleetResult(rows, setting),
  };
}

/** The measures of several players. None if a policy plays alone. */
function fleetResult(
  rows: readonly PolicyRows[],
  { comparison, slots, count }: Setting,
): Pick<PolicyResult, 'fleet'> {
  if (comparison.players === undefined) return {};
  const blocks = rows.map(({ collisions }) => collisions);
  const last = column(blocks, slots.length, slots.length - 1, count);
  const horizon = slots[slots.length - 1];
  const finals = {
    collisions: Array.from(last, (collisions) => collisions / horizon),
    switches: rows.flatMap(({ switches }) => Array.from(switches)),
    fairness: rows.flatMap(({ fairness }) => Array.from(fairness)),
  };
  return {
    fleet: {
      collisions: momentsOf(finals.collisions).estimate(),
      switches: momentsOf(finals.switches).estimate(),
      fairness: momentsOf(finals.fairness).estimate(),
      collisionCurve: curveOf(blocks, slots, count),
      finals,
    },
  };
}

/** The values that policies were given by the experiment; nothing where it gives none. */
function givenValues(comparison: Comparison): Pick<ComparisonResult, 'given'> {
  const { variation, changes, volatility, rewardRange } = comparison;
  const values = Object.entries({ variation, changes, volatility, rewardRange });
  const given = values.filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { given: Object.fromEntries(given) };
}

/** The benchmark of several players. None if policies play alone. */
function playersBenchmark(
  comparison: Comparison,
  plugins: Plugins,
): Pick<EnvironmentResult, 'benchmark'> {
  const { players } = comparison;
  if (players === undefined) return {};
  return { benchmark: fleetBenchmarkText(players, fleetOfAll(comparison, plugins)) };
}

/** A comparison's result from its chunks, given in the order of replications. */
export function aggregate(
  comparison: Comparison,
  chunks: readonly ChunkRows[],
  plugins: Plugins = NO_PLUGINS,
): ComparisonResult {
  const environment = environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
  const slots = checkpointSlots(comparison.checkpoints, environment.means.horizon);
  const count = chunks.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0);
  const rows = comparison.policies.map((_, i) => chunks.map(({ policies }) => policies[i]));
  const finals = rows.map((blocks) => {
    const regret = blocks.map((block) => block.regret);
    return Array.from(column(regret, slots.length, slots.length - 1, count));
  });
  const edges = sharedEdges(finals);
  const setting = { comparison, environment, plugins, slots, count, edges };
  const policies = comparison.policies.map((_, i) =>
    policyResult(i, rows[i], finals[i], chunks[0].epochs, setting),
  );
  const described = {
    ...describeEnvironment(comparison, environment, policies, plugins),
    ...playersBenchmark(comparison, plugins),
  };
  return {
    name: comparison.name,
    ...(comparison.situation === undefined ? {} : { situation: comparison.situation }),
    environment: described,
    replications: count,
    seed: comparison.seed,
    ...(comparison.players === undefined ? {} : { players: comparison.players }),
    ...givenValues(comparison),
    ...latenessOf(comparison),
    policies: withLosses(policies, described),
    differences: differencesOf(policies),
  };
}
