/** Contextual environments from their specs. */
import { ParameterError } from '../../base/errors.ts';
import { contextualEnvironmentCatalogue } from '../../contextual-environments/catalogue.ts';
import type {
  ContextualEnvironmentDefinition,
  FieldSettings,
} from '../../definitions/contextual-environment.ts';
import { isFresh } from '../../definitions/environment.ts';
import type { RewardLaw } from '../../definitions/law.ts';
import { createRewardLaw } from '../../laws/create.ts';
import { ContextualMeans } from '../../means/contextual-means.ts';
import { checkTableSize } from '../../means/mean-table.ts';
import type { ThetaPath } from '../../portable/means/theta-path.ts';
import { ROLE_MEANS } from '../../portable/random/streams.ts';
import { randomStream } from '../../random/source.ts';
import { parseSpec } from '../../spec/spec.ts';
import { SpecValues } from '../../spec/spec-values.ts';
import { Environment } from '../environment.ts';

/** The options for a contextual environment beside its spec. */
export interface ContextualEnvironmentOptions {
  /** Arms, or actions in a slot; by default the environment's own number. */
  readonly armCount?: number | undefined;
  /** Columns of a feature vector; by default the environment's own number. */
  readonly dimension?: number | undefined;
  /** Slots; by default the environment's own number. */
  readonly horizon?: number | undefined;
  /** Seed of random parameters; 1 by default. */
  readonly seed?: number | undefined;
  /** The replication whose parameters are drawn, if each has its own; 0 by default. */
  readonly replication?: number | undefined;
  /** The reward law instead of the environment's own. */
  readonly rewards?: RewardLaw | undefined;
}

/** The size of a contextual environment, and what its policies cost. */
export interface ContextualShape {
  readonly armCount: number;
  readonly dimension: number;
  readonly blocks: number;
  readonly horizon: number;
  /** Numbers that are kept of the hidden parameters, at most. */
  readonly tabled: number;
}

function positiveInteger(name: string, value: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  throw new ParameterError(`${name} must be an integer from 1 to ${most}; got ${value}`);
}

/** More would take matrices beyond a gigabyte. */
const MOST_COLUMNS = 1000;
const MOST_ACTIONS = 10_000;
const MOST_SLOTS = 2 ** 31 - 1;

function planOf(spec: string, options: ContextualEnvironmentOptions) {
  const { id, params } = parseSpec(spec);
  const definition = contextualEnvironmentCatalogue.find(id);
  const values = new SpecValues(id, definition.parameters, params);
  const { armCount, dimension, horizon } = options;
  const settings: FieldSettings = {
    armCount: positiveInteger('arms', armCount ?? definition.armCount, MOST_ACTIONS),
    dimension: positiveInteger('dimension', dimension ?? definition.dimension, MOST_COLUMNS),
    horizon: positiveInteger('horizon', horizon ?? definition.horizon, MOST_SLOTS),
    values,
  };
  return { definition, settings };
}

function blocksOf({ form }: ContextualEnvironmentDefinition, { armCount }: FieldSettings): number {
  return form === 'arms' ? armCount : 1;
}

/**
 * The size of a contextual environment, without making it.
 *
 * @throws ParameterError for an unknown environment or parameter, or a value that is not accepted
 */
export function contextualEnvironmentShape(
  spec: string,
  options: ContextualEnvironmentOptions = {},
): ContextualShape {
  const { definition, settings } = planOf(spec, options);
  const { armCount, dimension, horizon } = settings;
  const blocks = blocksOf(definition, settings);
  return { armCount, dimension, blocks, horizon, tabled: blocks * dimension * horizon };
}

/** The largest norm of a block of parameters, and the slot (from 1) at which it begins. */
function largestNorm({ rows, starts, blocks, dimension }: ThetaPath): readonly [number, number] {
  let [largest, slot] = [0, 1];
  for (let at = 0; at < rows.length; at += dimension) {
    let squares = 0;
    for (let i = at; i < at + dimension; i++) squares += rows[i] * rows[i];
    if (squares <= largest) continue;
    largest = squares;
    slot = starts[Math.floor(at / (blocks * dimension))] + 1;
  }
  return [Math.sqrt(largest), slot];
}

/** Bounds of all means, and the slot at which they may be reached. */
function boundsOf(
  definition: ContextualEnvironmentDefinition,
  settings: FieldSettings,
  theta: ThetaPath,
): { readonly range: readonly [number, number]; readonly slot: number } {
  const [largest, slot] = largestNorm(theta);
  const bound = definition.norm(settings) * largest;
  const own = definition.range?.(settings);
  if (own !== undefined) return { range: own, slot };
  return { range: definition.logistic?.(settings) === true ? [0, 1] : [-bound, bound], slot };
}

/** Refuses means that the law cannot have, such as a probability below 0. */
function checkRange(
  id: string,
  law: RewardLaw,
  { range, slot }: ReturnType<typeof boundsOf>,
): void {
  const [low, high] = law.definition.meanRange ?? [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  if (range[0] >= low && range[1] <= high) return;
  const bounds = range.map((bound) => Number(bound.toPrecision(4))).join(' to ');
  throw new ParameterError(
    `means must lie in [${low}, ${high}] for ${law.id} rewards; the products of features and parameters of ${id} may be from ${bounds} at slot ${slot}; use link=logistic if the environment has it, or rewards that allow any mean, such as gaussian`,
    'means-out-of-range',
  );
}

/**
 * Makes a contextual environment from a spec such as `linear-abrupt` or `contexts:path=jumps;effect=0.2`.
 *
 * Random parameters come from the stream (seed, replication if `fresh=1` else 0, means).
 *
 * @throws ParameterError for an unknown environment or parameter, a value that is not accepted, or means that the
 * reward law does not allow
 */
export function createContextualEnvironment(
  spec: string,
  options: ContextualEnvironmentOptions = {},
): Environment {
  const { definition, settings } = planOf(spec, options);
  const { armCount, dimension, horizon, values } = settings;
  checkTableSize(blocksOf(definition, settings) * dimension, horizon);
  checkTableSize(armCount, dimension);
  const fresh = isFresh(values);
  const random = randomStream(
    options.seed ?? 1,
    fresh ? (options.replication ?? 0) : 0,
    ROLE_MEANS,
  );
  const theta = definition.path(settings, random);
  const source = definition.contexts(settings, random);
  const law = options.rewards ?? createRewardLaw(definition.law);
  const bounds = boundsOf(definition, settings, theta);
  checkRange(definition.id, law, bounds);
  const means = new ContextualMeans(armCount, horizon, {
    form: definition.form,
    dimension,
    blocks: blocksOf(definition, settings),
    norm: definition.norm(settings),
    intercept: definition.intercept,
    staysSame: definition.form === 'arms' || definition.staysSame?.(settings) === true,
    logistic: definition.logistic?.(settings) === true,
    range: bounds.range,
    source,
    theta,
  });
  const stated = definition.statedVariation?.(settings);
  return new Environment(
    spec.trim(),
    means,
    law,
    stated,
    fresh,
    definition.statedChanges?.(settings),
  );
}
