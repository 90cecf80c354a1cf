/**
 * Environments to tune on that are not those judged on.
 *
 * - Random means: paths drawn from the same law with other seeds, a new one for each replication where
 *   the environment can do that (`fresh`).
 * - Means that are given (a table, a sinusoid, a fixed order of switches), and rewards that were
 *   recorded, which are means without noise here: tuning on them would let a policy learn the very path
 *   it is judged on. So the path is continued by its mirror image, on and on, entered at a random
 *   place, and walked 1/1.2 to 1.2 times as fast. The mirror image makes no
 *   jump where the path ends, which joining its end to its beginning would; a stretch as long as the
 *   path has on average the path's own variation, since two paths' worth of it lie in each period of
 *   two. Phase, period, switching times and their alignment with resets all change.
 * - Means that never change, and means that move with plays of their arm without any chance in them: nothing but
 *   other rewards can be had, and the record says so.
 *
 * Rewards, and the draws of policies, always come from seeds that are not judged.
 */
import { type Environment, type MeanTable, type Random, randomStream } from '@driftline/core';
import { exp, ln } from '@driftline/core/parts';
import { ROLE_MEANS } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import type { Comparison, EnvironmentSource } from '../../play/comparison.ts';
import { environmentOf, givenVariation } from '../../play/play-chunk.ts';
import { NO_PLUGINS, type Plugins } from '../../play/plugins/plugins.ts';

/** How near the training comes to what is judged. */
export type TrainedOn = 'fresh paths' | 'perturbed means' | 'the same means, other rewards';

/** An environment to train on, with the seed of its means and rewards. */
export interface TrainingEnvironment {
  readonly source: EnvironmentSource;
  readonly seed: number;
  /** What policies are given there; what the environment says of itself if absent. */
  readonly variation?: number;
}

/** The environments to train on, and how near they come. */
export interface TrainingSet {
  readonly trainedOn: TrainedOn;
  readonly environments: readonly TrainingEnvironment[];
}

const FASTEST = 1.2;
/** Perturbed means are written out: about 100 MB of them at most. */
const MOST_NUMBERS = 10_000_000;

/** Seeds that depend on one, all different, and different from the one that is judged. */
function trainingSeeds(count: number, seed: number, judged: number): number[] {
  const random = randomStream(seed);
  const seeds = new Set<number>();
  while (seeds.size < count) {
    const next = Math.floor(random.uniform() * 2 ** 53);
    if (next !== judged) seeds.add(next);
  }
  return [...seeds];
}

function sameMeans(first: MeanTable, second: MeanTable): boolean {
  return first.values.every((mean, i) => mean === second.values[i]);
}

/** The source with new means for each replication, where it has that choice. */
function freshSource(source: EnvironmentSource, plugins: Plugins): EnvironmentSource {
  if (source.kind !== 'named') return source;
  const { id, params } = parseSpec(source.spec);
  const definition = plugins.environments.get(id);
  if (definition?.parameters.some((parameter) => parameter.id === 'fresh') !== true) return source;
  return { ...source, spec: writeSpec(id, { ...params, fresh: 1 }) };
}

/** The path and its mirror image in turns, from a random place, a little faster or slower. */
function perturbedMeans({ values, armCount, horizon }: MeanTable, random: Random): number[] {
  const start = 2 * horizon * random.uniform();
  const speed = exp((2 * random.uniform() - 1) * ln(FASTEST));
  const means = new Array<number>(values.length);
  for (let slot = 0; slot < horizon; slot++) {
    const place = Math.floor(start + speed * slot) % (2 * horizon);
    const from = place < horizon ? place : 2 * horizon - 1 - place;
    for (let arm = 0; arm < armCount; arm++) {
      means[slot * armCount + arm] = values[from * armCount + arm];
    }
  }
  return means;
}

/**
 * A table of means with the law of rewards that is judged, or of rewards where they were recorded.
 *
 * Its numbers are made whenever they are asked for: the training of all comparisons of an experiment is one
 * list, and sixteen tables for each of them would not fit into memory.
 */
function tableLike(
  source: EnvironmentSource,
  name: string,
  make: () => number[],
  { means, law }: Environment,
): EnvironmentSource {
  const { armCount } = means;
  if (source.kind !== 'rewards') {
    const rewards = writeSpec(law.id, law.params);
    return {
      kind: 'means',
      name,
      get values() {
        return make();
      },
      armCount,
      rewards,
    };
  }
  const { against, smoothing } = source;
  return {
    kind: 'rewards',
    name,
    get values() {
      return make();
    },
    armCount,
    against,
    smoothing,
    rotated: false,
  };
}

/**
 * At most `count` environments to train on, for a comparison that will be judged as it is.
 *
 * @param seed - of the training; the comparison's own is never used
 */
export function trainingEnvironments(
  comparison: Comparison,
  count: number,
  seed: number,
  plugins: Plugins = NO_PLUGINS,
): TrainingSet {
  const seeds = trainingSeeds(count, seed, comparison.seed);
  const judged = environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
  const means = judged.means.table();
  const source = freshSource(comparison.environment, plugins);
  // Another start of recorded rewards is the same rewards.
  const isRandom =
    source.kind !== 'rewards' &&
    seeds.some((other) => {
      const drawn = environmentOf({ ...comparison, environment: source, seed: other }, 0, plugins);
      return !sameMeans(drawn.means.table(), means);
    });
  if (isRandom) {
    return {
      trainedOn: 'fresh paths',
      environments: seeds.map((other) => ({ source, seed: other })),
    };
  }
  const variation = givenVariation(comparison, judged);
  if (judged.means.moves === 'plays' || means.totalVariation() === 0) {
    return {
      trainedOn: 'the same means, other rewards',
      environments: [{ source: comparison.environment, seed: seeds[0], variation }],
    };
  }
  const affordable = Math.max(1, Math.floor(MOST_NUMBERS / means.values.length));
  return {
    trainedOn: 'perturbed means',
    environments: seeds.slice(0, affordable).map((other, i) => ({
      source: tableLike(
        comparison.environment,
        `${judged.name}, perturbed ${i + 1}`,
        () => perturbedMeans(means, randomStream(other, 0, ROLE_MEANS)),
        judged,
      ),
      seed: other,
      variation,
    })),
  };
}
