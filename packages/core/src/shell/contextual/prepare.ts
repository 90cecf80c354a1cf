/** Contextual policies as specs name them, tuned and checked, without the shell around their kernels. */
import { ParameterError } from '../../base/errors.ts';
import { ownOptions } from '../../base/shown.ts';
import type { Warning } from '../../base/warnings.ts';
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type {
  ContextualPolicyDefinition,
  ContextualSettings,
} from '../../definitions/contextual.ts';
import { takesFact } from '../../definitions/roles.ts';
import type { ContextualKernel } from '../../portable/kernels/contextual-kernel.ts';
import { parseSpec } from '../../spec/spec.ts';
import { type CommonOptions, type ResolvedCommon, resolveCommon } from '../common-options.ts';
import { refuseUnknown } from '../prepare-policy.ts';

/** The features and blocks that a contextual policy is made for. */
type ContextualShape = Pick<
  ContextualSettings,
  'form' | 'dimension' | 'blocks' | 'norm' | 'intercept' | 'theta'
>;

/** Facts that all contextual policies of a comparison are given. Each takes the facts that it has a parameter for. */
export interface ContextualFacts
  extends ContextualShape,
    Pick<CommonOptions, 'horizon' | 'rewardRange' | 'onWarning'> {
  /** The ℓ₂ variation of the hidden parameters. */
  readonly variation?: number | undefined;
  /** The number of changes. */
  readonly changes?: number | undefined;
  /** The standard deviation of rewards around their means. */
  readonly noise?: number | undefined;
}

/** Options with nothing left open. */
export interface ResolvedContextual extends Omit<ResolvedCommon, 'horizon' | 'values'> {
  readonly settings: ContextualSettings;
}

/** A contextual policy with a kernel that has learned nothing. */
export interface PreparedContextualPolicy
  extends Pick<ResolvedContextual, 'settings' | 'params' | 'rewardMap'> {
  readonly definition: ContextualPolicyDefinition;
  readonly kernel: ContextualKernel;
  readonly warnings: readonly Warning[];
}

/** The facts that a definition has a parameter for, by the parameter's name. */
function factsTaken(
  definition: ContextualPolicyDefinition,
  { variation, changes, noise }: ContextualFacts,
): Record<string, number> {
  const known: Record<string, number | undefined> = {
    [takesFact(definition, 'variation')?.id ?? '']: variation,
    [takesFact(definition, 'changes')?.id ?? '']: changes,
    noise,
  };
  const taken: Record<string, number> = {};
  for (const { id } of definition.parameters) {
    const value = known[id];
    if (value !== undefined) taken[id] = value;
  }
  return taken;
}

function checkForm({ id, forms }: ContextualPolicyDefinition, { form }: ContextualShape): void {
  if (forms.includes(form)) return;
  throw new ParameterError(
    `${id} plays only the form ${forms.join(' or ')}; got '${form}'; use linucb or d-linucb, which play both`,
    'form-not-played',
  );
}

function checkTheta(
  { id, needs }: ContextualPolicyDefinition,
  { theta, blocks, dimension }: ContextualShape,
): void {
  if (needs === undefined) return;
  if (theta === undefined) {
    throw new ParameterError(
      `${id} needs the environment's hidden parameters, which only a simulation knows; got none; compare it with other policies in a simulation`,
      'parameter-missing',
    );
  }
  if (theta.blocks === blocks && theta.dimension === dimension) return;
  throw new ParameterError(
    `theta must have ${blocks} blocks of ${dimension} parameters; got ${theta.blocks} blocks of ${theta.dimension}`,
    'parameters-conflict',
  );
}

/**
 * Checks options, whose names were checked, against a definition, fills in defaults and tunes.
 *
 * @param options - parameters by name, and the options that all policies have
 * @throws ParameterError if the definition does not accept them
 */
export function resolveContextual(
  definition: ContextualPolicyDefinition,
  shape: ContextualShape,
  options: CommonOptions & { readonly [name: string]: unknown },
): ResolvedContextual {
  checkForm(definition, shape);
  checkTheta(definition, shape);
  const { form, dimension, blocks, norm, intercept, theta } = shape;
  const { horizon, values, ...common } = resolveCommon(definition, ownOptions(options), (known) =>
    definition.tune?.({ policy: definition.id, form, dimension, blocks, norm, ...known }),
  );
  return {
    ...common,
    settings: {
      form,
      dimension,
      blocks,
      startBlocks: blocks,
      intercept,
      norm,
      horizon,
      values,
      theta: definition.needs === undefined ? undefined : theta,
    },
  };
}

/**
 * A contextual policy by its spec, such as `d-linucb:window=200`.
 *
 * @throws ParameterError if the spec or the facts are not accepted
 */
export function prepareContextualPolicy(
  spec: string,
  facts: ContextualFacts,
  catalogue: Catalogue<ContextualPolicyDefinition> = contextualPolicyCatalogue,
): PreparedContextualPolicy {
  const { id, params } = parseSpec(spec);
  const definition = catalogue.find(id);
  refuseUnknown(definition, params);
  const { horizon, rewardRange, onWarning } = facts;
  const common = { horizon, rewardRange, onWarning };
  const options = { ...common, ...factsTaken(definition, facts), ...params };
  const { settings, rewardMap, warnings, ...rest } = resolveContextual(definition, facts, options);
  return {
    definition,
    kernel: definition.kernel(settings),
    settings,
    params: rest.params,
    rewardMap,
    warnings: warnings.list,
  };
}
