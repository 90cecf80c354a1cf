/** Options and questions of a contextual policy, and their meaning. */
import { ParameterError } from '../../base/errors.ts';
import { suggestion } from '../../base/nearest.ts';
import { ownOptions, shown } from '../../base/shown.ts';
import type { ContextForm, ContextualPolicyDefinition } from '../../definitions/contextual.ts';
import type { ContextOf, FeatureDefinition, PlainVectors } from '../../definitions/features.ts';
import type { ThetaPath } from '../../portable/means/theta-path.ts';
import { type CommonOptions, checkNames, readCount } from '../common-options.ts';
import { LARGEST_ARM_COUNT } from '../policy-options.ts';
import { createEncoder, type Encoder, type OnFeatureWarning } from './encoder.ts';
import { type ResolvedContextual, resolveContextual } from './prepare.ts';

/** Declared features, or vectors that the application makes itself. */
export type Declaration = readonly FeatureDefinition[] | PlainVectors;

/** Values that an application passes for a declaration: an object with values, or a vector. */
export type GivenOf<D extends Declaration> = D extends readonly FeatureDefinition[]
  ? ContextOf<D>
  : ArrayLike<number>;

/** Options of contextual policies of both forms, in addition to their parameters. */
interface FormOptions<F extends Declaration> extends CommonOptions {
  /** The features of the context; in the form `actions` without `actionFeatures`, those of each action. */
  readonly features: F;
  /** Whether column 0 is always 1: true by default, but false with vectors that you make yourself. */
  readonly intercept?: boolean | undefined;
  /** Whether values outside what is declared are refused instead of counting as the nearest one. False by default. */
  readonly strict?: boolean | undefined;
}

/** Named arms that stay. A slot has one context, and each arm has parameters of its own. */
export interface ArmsOptions<F extends Declaration> extends FormOptions<F> {
  readonly form?: 'arms' | undefined;
  readonly armCount: number;
}

/** Actions with features, another list in each slot if you like. They share their parameters. */
export interface ActionsOptions<F extends Declaration, A extends Declaration | undefined>
  extends FormOptions<F> {
  readonly form?: 'actions' | undefined;
  readonly armCount?: undefined;
  /** The features of each action. `features` then are those of the context, which all actions of a slot share. */
  readonly actionFeatures?: A | undefined;
  /** Whether each column of the action has an effect that depends on the context. False by default. */
  readonly crossed?: boolean | undefined;
}

/** Question to a policy with actions: the actions, and the context if it has features of its own. */
export type ActionsAsked<
  F extends Declaration,
  A extends Declaration | undefined,
> = A extends Declaration
  ? { readonly context?: GivenOf<F>; readonly actions: readonly GivenOf<A>[] }
  : { readonly actions: readonly GivenOf<F>[] };

/** The options of either form, with the parameters of the definition by name. */
export interface ContextualOptions extends FormOptions<Declaration> {
  readonly form?: ContextForm | undefined;
  readonly armCount?: number | undefined;
  readonly actionFeatures?: Declaration | undefined;
  readonly crossed?: boolean | undefined;
  /** The hidden parameters of a simulation, for oracles only: they need them. */
  readonly theta?: ThetaPath | undefined;
  readonly [parameter: string]: unknown;
}

const OPTION_NAMES = [
  'form',
  'armCount',
  'features',
  'actionFeatures',
  'crossed',
  'intercept',
  'strict',
];

/** The most numbers of all matrices together: 2 GB. */
const MOST_NUMBERS = 2 ** 28;

/** Options with nothing left open. */
interface ResolvedForm extends ResolvedContextual {
  readonly encoder: Encoder;
}

/** Refuses options that the policy does not take; `others` are those that its caller takes. */
export function checkContextualNames(
  definition: ContextualPolicyDefinition,
  options: ContextualOptions,
  others: readonly string[] = [],
): void {
  const theta = definition.needs === undefined ? [] : ['theta'];
  checkNames(definition, options, [...OPTION_NAMES, ...theta], others);
}

function readForm({ form, armCount, actionFeatures }: ContextualOptions): ContextForm {
  const usual = armCount === undefined ? 'actions' : 'arms';
  const read = form ?? usual;
  if (read !== 'arms' && read !== 'actions') {
    throw new ParameterError(
      `form must be 'arms' or 'actions'; got ${shown(form)}; ${suggestion(form, ['arms', 'actions'])}`,
    );
  }
  const stray = read === 'arms' ? { actionFeatures } : { armCount };
  const [name, value] = Object.entries(stray)[0];
  if (value === undefined) return read;
  throw new ParameterError(
    `${name} must be left out in the form ${read}; got ${shown(value)}; use ${read === 'arms' ? 'the form actions if actions have features' : 'the form arms if arms stay'}`,
    'parameters-conflict',
  );
}

/** Checks options against a definition, fills in defaults and tunes. */
export function resolveForm(
  definition: ContextualPolicyDefinition,
  given: ContextualOptions,
  onFeature: OnFeatureWarning,
): ResolvedForm {
  const options = ownOptions(given);
  checkContextualNames(definition, options);
  const form = readForm(options);
  const blocks = form === 'arms' ? readCount('armCount', options.armCount, LARGEST_ARM_COUNT) : 1;
  const encoder = createEncoder(options.features, options, onFeature);
  const { dimension, norm, intercept } = encoder;
  if (blocks * dimension * dimension > MOST_NUMBERS) {
    throw new ParameterError(
      `${blocks} arms with ${dimension} columns each need too much memory; use fewer arms, features, values or buckets`,
      'too-large',
    );
  }
  const { theta, pendingInWidth = definition.pendingInWidth ?? true, ...others } = options;
  const shape = { form, dimension, blocks, norm, intercept, theta };
  return {
    ...resolveContextual(definition, shape, { ...others, pendingInWidth }),
    encoder,
  };
}
