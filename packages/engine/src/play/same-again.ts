/**
 * Whether what a plugin brings is the same whenever and wherever it is played. Results do not depend on
 * how many workers there are; a plugin that keeps something from one replication to the next, or draws
 * from elsewhere, would make them.
 */
import type { Environment } from '@driftline/core';
import { MeanTable, parseSpec, RestedMeans } from '@driftline/core/play';
import { COLUMN_NAMES, combineOf, type PolicyRows } from './columns.ts';
import type { Comparison } from './comparison.ts';
import { kernelId } from './fleets.ts';
import { type ChunkRows, environmentOf } from './play-chunk.ts';
import { Guard, type PluginError } from './plugins/plugin-error.ts';
import type { Plugins } from './plugins/plugins.ts';

/** Rewards are left out: they can differ by the law alone, and then a policy would be blamed. */
const COMPARED = COLUMN_NAMES.filter((name) => name !== 'reward' && combineOf(name) !== 'summed');

/** The first replication's part of a policy's rows. */
function firstOf(rows: PolicyRows, count: number): number[] {
  return COMPARED.flatMap((name) => {
    const { length } = rows[name];
    const end = combineOf(name) === 'first' ? length : length / count;
    return Array.from(rows[name].subarray(0, end));
  });
}

const KEPT =
  'it must not keep anything between replications outside of the kernel and the sampler, and must draw only from the given random source';

/** The rules of a comparison that plugins have part in. */
export class SameAgain {
  readonly #comparison: Comparison;
  readonly #plugins: Plugins;
  readonly #law: Guard | undefined;
  /** What the policies of plugins are blamed by; undefined for ours. */
  readonly #policies: readonly (Guard | undefined)[];

  constructor(comparison: Comparison, { law }: Environment, plugins: Plugins) {
    this.#comparison = comparison;
    this.#plugins = plugins;
    this.#law = plugins.guardOf('reward law', law.definition.id);
    this.#policies = comparison.policies.map((spec) => plugins.guardOf('policy', kernelId(spec)));
  }

  /** Whether a plugin has part in what is played, so that it is worth playing some of it twice. */
  get concerned(): boolean {
    return this.#law !== undefined || this.#policies.some((guard) => guard !== undefined);
  }

  /**
   * Compares a chunk with its first replication, played again after all others.
   *
   * @throws PluginError where they differ
   */
  check(rows: ChunkRows, again: ChunkRows): void {
    const { from, to } = rows.chunk;
    rows.policies.forEach((policy, i) => {
      const guard = this.#policies[i] ?? this.#law;
      if (guard === undefined) return;
      const [before, after] = [firstOf(policy, to - from), firstOf(again.policies[i], 1)];
      if (before.every((value, place) => Object.is(value, after[place]))) return;
      const replication = (this.#comparison.firstReplication ?? 0) + from;
      const [first, second] = [policy, again.policies[i]].map(({ regret }) => regret);
      const end = first.length / (to - from) - 1;
      throw guard
        .failed(
          'what it plays',
          `differs when it is repeated: a regret of ${first[end]} with ${this.#comparison.policies[i]}, then ${second[end]}; ${KEPT}`,
        )
        .within({ replication });
    });
  }

  /** A digest of the means that a plugin's environment made here; undefined where it is none. */
  meansDigest({ means }: Environment): string | undefined {
    const { environment: source } = this.#comparison;
    if (source.kind !== 'named') return undefined;
    const guard = this.#plugins.guardOf('environment', parseSpec(source.spec).id);
    if (guard === undefined) return undefined;
    if (means instanceof MeanTable) return digestOf(means.values);
    if (!(means instanceof RestedMeans)) return undefined;
    const tables = [means.shapes, means.levels ?? []].flat();
    return tables.map(({ values }) => digestOf(values)).join('/');
  }

  /** The error of an environment whose means are others in another thread. */
  otherMeans(): PluginError {
    const { environment: source } = this.#comparison;
    const id = source.kind === 'named' ? parseSpec(source.spec).id : '';
    const guard = this.#plugins.guardOf('environment', id);
    if (guard === undefined) throw new Error(`environment '${id}' is not a plugin's`);
    return guard.failed(
      'means',
      'returned other means in another thread; means must depend only on the given random source, not on the clock or anything else',
    );
  }
}

/**
 * Digests of the means that plugins' environments make here for the first replication, null for others:
 * a run that is resumed has to have the same ones, whatever the plugin takes them from.
 */
export function pluginMeansDigests(
  comparisons: readonly Comparison[],
  plugins: Plugins,
): (string | null)[] {
  return comparisons.map((comparison) => {
    const { environment: source, firstReplication = 0 } = comparison;
    if (source.kind !== 'named') return null;
    const { id } = parseSpec(source.spec);
    if (plugins.guardOf('environment', id) === undefined) return null;
    const environment = environmentOf(comparison, firstReplication, plugins);
    return new SameAgain(comparison, environment, plugins).meansDigest(environment) ?? null;
  });
}

/** Two numbers of 32 bits that hardly any other table has. */
function digestOf(values: Float64Array): string {
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul(b ^ word, 0x5bd1e995) ^ (b >>> 15);
  }
  return `${a}/${b}`;
}
