/**
 * The unit of every experiment: some policies on one environment, many times. A comparison is plain
 * data, complete in itself: a worker needs nothing else, and the same comparison gives the same
 * numbers wherever it is played.
 */
import type { PolicyDefinition } from '@driftline/core';
import { type Benchmark, ParameterError, pow } from '@driftline/core/play';

/** An environment by name with its options, the means themselves, or rewards that were recorded. */
export type EnvironmentSource =
  | {
      readonly kind: 'named';
      /** For example `sinusoid:amplitude=0.3`. */
      readonly spec: string;
      readonly armCount?: number;
      /** Columns of a feature vector, in a contextual environment. */
      readonly dimension?: number;
      readonly horizon?: number;
      /** The reward law instead of the environment's own. */
      readonly rewards?: string;
    }
  | {
      readonly kind: 'means';
      readonly name: string;
      /** Row-major: the means of the first slot, then of the second, and so on. */
      readonly values: readonly number[];
      readonly armCount: number;
      readonly rewards: string;
    }
  | {
      readonly kind: 'rewards';
      readonly name: string;
      /** Row-major: the rewards of the first slot, then of the second, and so on. */
      readonly values: readonly number[];
      readonly armCount: number;
      /** Rewards are divided by this; negative where the table holds losses. 1 if absent. */
      readonly unit?: number;
      readonly against: Benchmark;
      /** Slots that averages are taken over. */
      readonly smoothing: number;
      /** Whether each replication starts at a slot drawn anew, the end being followed by the beginning. */
      readonly rotated: boolean;
      /** The context of each slot; absent if none was recorded. */
      readonly contexts?: RecordedContexts;
    };

/** Contexts that were recorded, as the vectors that policies see. */
export interface RecordedContexts {
  /** The name of each column. The first is an intercept. */
  readonly columns: readonly string[];
  /** Row-major: the vector of the first slot, then of the second, and so on. */
  readonly values: readonly number[];
  /** The largest Euclidean norm that a vector can have. */
  readonly norm: number;
}

/** Rewards that were recorded, and how they are played. */
export type RecordedRewards = Extract<EnvironmentSource, { kind: 'rewards' }>;

/** Whether a policy can play there: nobody knows the means of recorded rewards, which oracles go by. */
export function canPlayOn(
  { needs }: Pick<PolicyDefinition, 'needs'>,
  kind: EnvironmentSource['kind'],
): boolean {
  return needs === undefined || kind !== 'rewards';
}

/** What is compared, on what, how often. */
export interface Comparison {
  /** Names the comparison within an experiment. */
  readonly name: string;
  /** Name of the environment in titles and captions; absent if the experiment gives it none. */
  readonly label?: string;
  /** The kind of environment, in words; a guide treats comparisons of one situation together. */
  readonly situation?: string;
  readonly environment: EnvironmentSource;
  /** As written: `sw-moss`, `sw-moss:eta=0.6`. */
  readonly policies: readonly string[];
  /** The names of `policies` in tables and figures, in their order; null for a policy without one. */
  readonly labels?: readonly (string | null)[];
  /** The number of players that share the arms. If absent, each policy plays alone. */
  readonly players?: number;
  /** The budget that policies are given; the environment's stated one, else the true one, if absent. */
  readonly variation?: number;
  readonly changes?: number;
  /** How far a mean steps in each slot; policies that take it are tuned by it, not by the budget. */
  readonly volatility?: number;
  /** Where rewards lie, for policies made for [0, 1]; the law's own range if absent. */
  readonly rewardRange?: readonly [number, number];
  /** How late rewards come: `fixed:400`, or `exponential:400` on average; in time if absent. */
  readonly delay?: string;
  /** Decisions are made in bursts of this many, no reward coming within one. */
  readonly burst?: number;
  /** The probability that any arm is taken, whatever the policy says. */
  readonly floor?: number;
  /** Whether pending decisions narrow the width of their arm: as each policy has it by itself, if absent. */
  readonly pending?: 'default' | 'width' | 'ignored';
  readonly replications: number;
  readonly seed: number;
  /** The first replication's number: judging afresh means playing other replications. */
  readonly firstReplication?: number;
  readonly checkpoints: CheckpointRule;
}

/** How many slots of a curve are kept, and how they are spread. */
export interface CheckpointRule {
  readonly count: number;
  readonly spacing: 'linear' | 'log';
}

/** The replications from `from` to before `to`. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

/** About this many slots of one policy make a chunk: milliseconds of work. */
const SLOTS_PER_CHUNK = 100_000;
/** However long the horizon: replications are played in pairs. */
const LEAST_REPLICATIONS = 2;

function chunkLength(horizon: number, cost: number): number {
  return Math.max(LEAST_REPLICATIONS, Math.floor(SLOTS_PER_CHUNK / (horizon * cost)));
}

/** Number of chunks of a comparison. `cost` is as for {@link chunksOf}. */
export function chunkCount(replications: number, horizon: number, cost = 1): number {
  return Math.ceil(replications / chunkLength(horizon, cost));
}

/**
 * The chunks of a comparison. Their bounds depend on the environment and the number of replications only,
 * never on workers or on how far a run has come.
 *
 * @param cost - of a slot on this environment, in units of a fast policy
 */
export function chunksOf(replications: number, horizon: number, cost = 1): Chunk[] {
  const size = chunkLength(horizon, cost);
  const chunks: Chunk[] = [];
  for (let from = 0; from < replications; from += size) {
    chunks.push({ from, to: Math.min(from + size, replications) });
  }
  return chunks;
}

/** Curves and figures with more points than this show nothing more. */
const MOST_CHECKPOINTS = 100_000;

/** How many checkpoints there are, at most. */
export function checkpointCount({ count }: CheckpointRule, horizon: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CHECKPOINTS) {
    return Math.min(count, horizon);
  }
  throw new ParameterError(
    `checkpoints must be an integer from 1 to ${MOST_CHECKPOINTS}; got ${count}`,
  );
}

/** The slots, counted from 1 and ending at the horizon, at which a curve is kept. */
export function checkpointSlots(rule: CheckpointRule, horizon: number): number[] {
  const count = checkpointCount(rule, horizon);
  const slots = new Set<number>();
  for (let i = 1; i <= count; i++) {
    const share = i / count;
    const slot = rule.spacing === 'linear' ? horizon * share : pow(horizon, share);
    slots.add(Math.max(1, Math.min(horizon, Math.round(slot))));
  }
  return [...slots].sort((a, b) => a - b);
}
