/**
 * Environments: how the means move, and which law draws rewards around them.
 *
 * @example
 * const environment = createEnvironment('sinusoid:amplitude=0.2;period=500', { horizon: 1000 });
 * environment.means.totalVariation();
 */

import { ParameterError } from '../base/errors.ts';
import { LARGEST_MAGNITUDE } from '../base/magnitude.ts';
import { variationAboveBudgetWarning, type Warning } from '../base/warnings.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import {
  type EnvironmentDefinition,
  isFresh,
  MOST_TABLED_MEANS,
} from '../definitions/environment.ts';
import { RewardLaw } from '../definitions/law.ts';
import { environmentCatalogue } from '../environments/catalogue.ts';
import { createRewardLaw, type RewardLawSpec } from '../laws/create.ts';
import { exact } from '../laws/exact.ts';
import { checkTableSize, MeanTable } from '../means/mean-table.ts';
import type { Means } from '../means/means.ts';
import type { Replay } from '../means/replay.ts';
import type { Random } from '../portable/random/generator.ts';
import { ROLE_MEANS } from '../portable/random/streams.ts';
import { randomStream } from '../random/source.ts';
import { parseSpec } from '../spec/spec.ts';
import { type GivenValue, SpecValues } from '../spec/spec-values.ts';

/** Means, the law of rewards around them, and what is known about their variation. */
export class Environment {
  /** How it was asked for: a spec, or the name given to a table. */
  readonly name: string;
  /** The mean of each arm at each slot. */
  readonly means: Means;
  /** How rewards fall around their means. */
  readonly law: RewardLaw;
  /** The budget that policies are given where the caller gives none; the true one if undefined. */
  readonly statedVariation: number | undefined;
  /** The number of changes that policies are given where the caller gives none; none if undefined. */
  readonly statedChanges: number | undefined;
  /** Whether the means are drawn anew for each replication. */
  readonly fresh: boolean;

  /** @throws ParameterError when the law does not allow some mean */
  constructor(
    name: string,
    means: Means,
    law: RewardLaw,
    statedVariation: number | undefined = undefined,
    fresh = false,
    statedChanges: number | undefined = undefined,
  ) {
    checkMeans(means, law);
    this.name = name;
    this.means = means.under?.(law) ?? means;
    this.law = law;
    this.statedVariation = statedVariation;
    this.fresh = fresh;
    this.statedChanges = statedChanges;
  }

  /**
   * Draws the reward of an arm at a slot, with the same draws whichever arm it is.
   *
   * @param plays - earlier plays of the arm, which rested arms need and others ignore
   * @throws ParameterError for a slot or an arm that does not exist, and without `plays` for rested arms
   */
  reward(slot: number, arm: number, random: Random, plays?: number): number {
    const { means } = this;
    const { armCount, horizon } = means;
    if (!(arm >= 0 && arm < armCount && slot >= 0 && slot < horizon)) {
      throw new ParameterError(
        `slot must be from 0 to ${horizon - 1} and arm from 0 to ${armCount - 1}; got slot ${slot}, arm ${arm}`,
      );
    }
    if (means.meanAfter === undefined) return this.law.draw(means.mean(slot, arm), random);
    if (plays === undefined || !Number.isInteger(plays) || plays < 0 || plays > slot) {
      throw new ParameterError(
        `plays must be an integer from 0 to ${slot}, the number of earlier plays of arm ${arm}, because its mean moves with its plays; got ${plays ?? 'none'}`,
      );
    }
    return this.law.draw(means.meanAfter(slot, plays, arm), random);
  }
}

/** Refuses means that the law cannot have, such as a probability above 1, and what no law can. */
function checkMeans(means: Means, law: RewardLaw): void {
  const [low, high] = law.definition.meanRange ?? [-LARGEST_MAGNITUDE, LARGEST_MAGNITUDE];
  const [least, largest] = means.range();
  if (least >= low && largest <= high) return;
  if (means.moves === 'plays') {
    throw new ParameterError(
      `means must lie in [${low}, ${high}] for ${law.id} rewards; got means of rested arms from ${least} to ${largest}; change the means, or choose rewards that allow any mean, such as gaussian`,
      'means-out-of-range',
    );
  }
  const { values, armCount } = means.table();
  const bad = values.findIndex((mean) => !(mean >= low && mean <= high));
  if (bad < 0) return;
  const slot = Math.floor(bad / armCount) + 1;
  throw new ParameterError(
    `means must lie in [${low}, ${high}] for ${law.id} rewards; got ${values[bad]} at slot ${slot}, arm ${bad % armCount} (slots from 1, arms from 0); change the means, or choose rewards that allow any mean, such as gaussian`,
    'means-out-of-range',
  );
}

/** An environment by id with parameters, as an object rather than as text. */
export interface EnvironmentSpec {
  readonly id: string;
  readonly params?: Readonly<Record<string, GivenValue>>;
}

/** What `createEnvironment` may be given beside the environment itself. */
export interface EnvironmentOptions {
  /** Arms; by default what the parameters imply, or else the environment's own number. */
  readonly armCount?: number | undefined;
  /** Slots; by default the environment's own number. */
  readonly horizon?: number | undefined;
  /** Seed of random means; 1 by default. */
  readonly seed?: number | undefined;
  /** Which replication's means, where they are fresh in each; 0 by default. */
  readonly replication?: number | undefined;
  /** The reward law in place of the environment's own. */
  readonly rewards?: string | RewardLawSpec | RewardLaw | undefined;
  /** Where to look the environment up; all built-in ones by default. */
  readonly definitions?: Catalogue<EnvironmentDefinition> | undefined;
}

function lawOf(law: string | RewardLawSpec | RewardLaw): RewardLaw {
  return law instanceof RewardLaw ? law : createRewardLaw(law);
}

function positiveInteger(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new ParameterError(`${name} must be an integer >= 1; got ${value}`);
}

function chooseArmCount(
  definition: EnvironmentDefinition,
  values: SpecValues,
  asked: number | undefined,
): number {
  const implied = definition.armCountOf?.(values);
  if (implied !== undefined && asked !== undefined && implied !== asked) {
    throw new ParameterError(
      `arms must be ${implied}, the number that ${definition.id}'s parameters describe; got ${asked}`,
      'parameters-conflict',
    );
  }
  return positiveInteger('arms', implied ?? asked ?? definition.armCount);
}

/** What an environment is made from: its definition, and its settings read and checked. */
function planOf(spec: string | EnvironmentSpec, options: EnvironmentOptions) {
  const isSpec = typeof spec === 'object' && spec !== null;
  const { id, params = {} } = isSpec ? spec : parseSpec(spec);
  const definition = (options.definitions ?? environmentCatalogue).find(id);
  const values = new SpecValues(id, definition.parameters, params);
  const armCount = chooseArmCount(definition, values, options.armCount);
  const horizon = positiveInteger('horizon', options.horizon ?? definition.horizon);
  return { id, definition, settings: { armCount, horizon, values } };
}

/** What is known of an environment before it is made. */
export interface EnvironmentShape {
  readonly armCount: number;
  readonly horizon: number;
  /** Means that are kept in a table; 0 where each is computed when it is needed. */
  readonly tabled: number;
}

/**
 * How many arms and slots an environment has, without making it.
 *
 * @throws ParameterError for an unknown environment or parameter, or a value that is not accepted
 */
export function environmentShape(
  spec: string | EnvironmentSpec,
  options: EnvironmentOptions = {},
): EnvironmentShape {
  const { definition, settings } = planOf(spec, options);
  const { armCount, horizon } = settings;
  // Rested arms keep shapes, levels and the means that the benchmark meets.
  const tables = definition.moves === 'plays' ? 3 : 1;
  const means = armCount * horizon * tables;
  const onDemand = definition.computed === true && means > MOST_TABLED_MEANS;
  return { armCount, horizon, tabled: onDemand ? 0 : means };
}

/**
 * Makes an environment from a spec such as `paper-2`, `sinusoid:amplitude=0.3;period=2000` or
 * `piecewise:breakpoints=1000;means=0.9/0.5|0.1/0.5`.
 *
 * Random means come from the stream (seed, replication if `fresh=1` else 0, means).
 *
 * @throws ParameterError for an unknown environment or parameter, a value that is not accepted, or
 * means that the reward law does not allow
 */
export function createEnvironment(
  spec: string | EnvironmentSpec,
  given?: EnvironmentOptions,
): Environment {
  const options = given ?? {};
  const { id, definition, settings } = planOf(spec, options);
  if (definition.computed !== true) checkTableSize(settings.armCount, settings.horizon);
  const fresh = isFresh(settings.values);
  const replication = fresh ? (options.replication ?? 0) : 0;
  const random = randomStream(options.seed ?? 1, replication, ROLE_MEANS);
  return new Environment(
    typeof spec === 'string' ? spec.trim() : id,
    definition.means(settings, random),
    lawOf(options.rewards ?? definition.law),
    definition.statedVariation?.(settings),
    fresh,
    definition.statedChanges?.(settings),
  );
}

/**
 * Makes an environment from a table of means, rows slots and columns arms.
 *
 * @param law - the law of rewards, or its spec
 * @throws ParameterError when the table is empty, ragged, holds NaN or an infinity, or holds a mean
 * that the law does not allow
 */
export function environmentFromMeans(
  rows: readonly ArrayLike<number>[],
  law: string | RewardLawSpec | RewardLaw = 'bernoulli',
  name = 'means',
): Environment {
  return new Environment(name, MeanTable.fromRows(rows), lawOf(law));
}

/**
 * An environment of recorded rewards. Policies made for [0, 1] see the range of the table mapped to it,
 * unless an experiment says otherwise.
 *
 * @param rotated - whether each replication starts at another slot
 */
export function environmentFromRewards(
  replay: Replay,
  name = 'rewards',
  rotated = false,
): Environment {
  const [low, high] = replay.range();
  // Where all rewards are the same, any range that has them will do.
  const rewardRange = [low, high > low ? high : low + 1] as const;
  const law = new RewardLaw({ ...exact, rewardRange }, new SpecValues(exact.id, [], {}));
  return new Environment(name, replay, law, undefined, rotated);
}

/** The warning that an environment varies more than policies are given, if it does. */
export function variationWarning(trueVariation: number, budget: number): Warning | undefined {
  // A path made to have a given variation reaches it up to rounding only.
  if (trueVariation <= budget * (1 + 1e-9)) return undefined;
  // Ten digits, so that the number shown is itself within the tolerance above.
  const shown = Number(trueVariation.toPrecision(10));
  return variationAboveBudgetWarning(shown, budget);
}
