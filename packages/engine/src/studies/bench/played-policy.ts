/** What a slot of a policy costs along the path that comparisons take, on one thread. */
import { type Catalogue, type PolicyDefinition, policyCatalogue } from '@driftline/core';
import type { KernelModule } from '@driftline/core/compiled';
import { inRole, roleOf, takesFact } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import { type Chunk, type Comparison, chunksOf } from '../../play/comparison.ts';
import { ChunkPlayer, type ChunkRows } from '../../play/play-chunk.ts';
import { NO_PLUGINS, type Plugins } from '../../play/plugins/plugins.ts';
import { shapeOf } from '../../play/run-size.ts';
import type { Subject } from './rounds.ts';

/** Environment 2 of the paper, with Bernoulli rewards or its heavy-tailed ones. */
export const BENCH_ENVIRONMENTS = { bernoulli: 'paper-2', pareto: 'paper-heavy' } as const;

/** The reward laws that costs are measured with. */
export type BenchNoise = keyof typeof BENCH_ENVIRONMENTS;

/** What is played while costs are measured. */
export interface BenchSetting {
  readonly armCount: number;
  readonly horizon: number;
  /** What policies that forget are given instead of a budget. */
  readonly window: number;
  readonly noise: BenchNoise;
  /** Players that share the arms; a policy that plays alone without it. */
  readonly players?: number;
  /** Columns of a feature vector, for contextual policies. They play on `linear-abrupt`. */
  readonly dimension?: number;
}

/** Long enough to play every arm many times. */
export function benchHorizon(armCount: number): number {
  return Math.max(5000, 20 * armCount);
}

/** A spec that gives the window to a policy that has one, unless it already says how it forgets. */
export function specWithWindow(
  spec: string,
  window: number,
  definitions: Catalogue<PolicyDefinition> = policyCatalogue,
): string {
  const { id, params } = parseSpec(spec);
  const definition = definitions.find(id);
  const ofMemory = inRole(definition, 'memory');
  // Counted in slots, as the window here is.
  const counted = ofMemory.find((parameter) => {
    const role = roleOf(parameter);
    return parameter.kind === 'integer' && role?.of === 'memory' && role.slots !== undefined;
  });
  const saysItself = [...ofMemory, takesFact(definition, 'variation')];
  if (counted === undefined || saysItself.some((one) => one && one.id in params)) return spec;
  return writeSpec(id, { ...params, [counted.id]: window });
}

/** As many replications and checkpoints as `driftline compare` has by default. */
const REPLICATIONS = 500;
const CHECKPOINTS = 100;

/** The environment: an oracle that needs the chains of channels plays on these, with the same rewards. */
function placeOf(spec: string, noise: BenchNoise, definitions: Catalogue<PolicyDefinition>) {
  const { needs } = definitions.find(parseSpec(spec).id);
  return needs === 'chains'
    ? { spec: 'channels', rewards: noise }
    : { spec: BENCH_ENVIRONMENTS[noise] };
}

/** The environment of a setting, and the policy as it is played there. */
function contestOf(
  spec: string,
  { armCount, horizon, window, noise, players, dimension }: BenchSetting,
  definitions: Catalogue<PolicyDefinition>,
): Pick<Comparison, 'environment' | 'policies'> {
  const size = { kind: 'named', armCount, horizon } as const;
  if (dimension !== undefined) {
    const environment = { ...size, spec: 'linear-abrupt', dimension };
    return { environment, policies: [`${spec}:window=${window}`] };
  }
  if (players !== undefined) {
    return { environment: { ...size, spec: BENCH_ENVIRONMENTS[noise] }, policies: [spec] };
  }
  const environment = { ...size, ...placeOf(spec, noise, definitions) };
  return { environment, policies: [specWithWindow(spec, window, definitions)] };
}

/** The comparison that is played: one policy, so that several can take turns. */
export function benchComparison(
  spec: string,
  setting: BenchSetting,
  definitions: Catalogue<PolicyDefinition> = policyCatalogue,
): Comparison {
  const { players } = setting;
  return {
    name: spec,
    ...contestOf(spec, setting, definitions),
    ...(players === undefined ? {} : { players }),
    // Given, because the true one takes long to compute where arms are many.
    variation: 3,
    replications: REPLICATIONS,
    seed: 1,
    checkpoints: { count: CHECKPOINTS, spacing: 'linear' },
  };
}

/** Where a policy is played and how time is measured. */
export interface PlayedPolicyOptions {
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** The compiled kernels; without them the JavaScript ones play. */
  readonly kernels?: KernelModule | undefined;
  readonly plugins?: Plugins;
}

/** A warm-up goes on until this many turns in a row bring nothing. */
const WARM_UP_TURN_MILLISECONDS = 20;
const TURNS_WITHOUT_GAIN = 3;
const LEAST_GAIN = 0.03;
const MOST_WARM_UP_TURNS = 25;
/** What takes this long has run in its final form for most of the time. */
const LONG_WARM_UP_MILLISECONDS = 2000;

/**
 * A policy that plays chunks of a comparison, over and over. What is made once for all replications,
 * the environment and the kernels, is made before; everything that each replication and each chunk
 * takes is counted.
 */
export class PlayedPolicy implements Subject {
  readonly #player: ChunkPlayer;
  readonly #now: () => number;
  readonly #horizon: number;
  readonly #chunks: readonly Chunk[];
  #next = 0;

  constructor(spec: string, setting: BenchSetting, options: PlayedPolicyOptions) {
    const { now, kernels, plugins = NO_PLUGINS } = options;
    const comparison = benchComparison(spec, setting, plugins.policies);
    this.#player = new ChunkPlayer(comparison, plugins, kernels);
    this.#now = now;
    this.#horizon = setting.horizon;
    const { horizon, cost } = shapeOf(comparison, plugins);
    this.#chunks = chunksOf(comparison.replications, horizon, cost);
  }

  /** Whether a compiled kernel plays; a plugin's runs in JavaScript. */
  get isCompiled(): boolean {
    return this.#player.isCompiled;
  }

  /** Plays the first replications: what they lose can be compared with another program's. */
  playFirst(replications: number): ChunkRows {
    return this.#player.play({ from: 0, to: replications });
  }

  warmUp(): void {
    const start = this.#now();
    let [least, idle] = [Number.POSITIVE_INFINITY, 0];
    for (let turn = 0; turn < MOST_WARM_UP_TURNS && idle < TURNS_WITHOUT_GAIN; turn++) {
      const cost = this.round(WARM_UP_TURN_MILLISECONDS);
      idle = cost < (1 - LEAST_GAIN) * least ? 0 : idle + 1;
      least = Math.min(least, cost);
      if (this.#now() - start > LONG_WARM_UP_MILLISECONDS) return;
    }
  }

  round(leastMilliseconds: number): number {
    const start = this.#now();
    let [elapsed, replications] = [0, 0];
    do {
      const chunk = this.#chunks[this.#next];
      this.#next = (this.#next + 1) % this.#chunks.length;
      this.#player.play(chunk);
      replications += chunk.to - chunk.from;
      elapsed = this.#now() - start;
    } while (elapsed < leastMilliseconds);
    return (1e6 * elapsed) / (replications * this.#horizon);
  }
}
