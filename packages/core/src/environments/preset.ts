import { ParameterError } from '../base/errors.ts';
import type { Listed } from '../definitions/catalogue.ts';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import type { SpecParameter } from '../spec/spec-values.ts';

/** What a preset changes in the environment it is made from. */
interface PresetChanges extends Listed {
  readonly name: string;
  readonly pageName: string;
  readonly summary: string;
  readonly notes: readonly string[];
  /** New defaults of number parameters. */
  readonly defaults?: Readonly<Record<string, number>>;
  readonly law?: string;
  /** The budget that policies are given when the preset is played exactly as described. */
  readonly statedVariation?: number;
}

function withDefault(parameter: SpecParameter, value: number | undefined): SpecParameter {
  if (value === undefined || parameter.kind === 'list' || parameter.kind === 'table') {
    return parameter;
  }
  const changed: SpecParameter = { ...parameter, default: value };
  return changed;
}

/** An environment under another name, with other defaults. Its parameters can still be given. */
export function preset(base: EnvironmentDefinition, changes: PresetChanges): EnvironmentDefinition {
  const {
    defaults = {},
    statedVariation,
    law = base.law,
    id,
    name,
    summary,
    notes,
    pageName,
  } = changes;
  for (const parameter of Object.keys(defaults)) {
    if (!base.parameters.some((known) => known.id === parameter)) {
      throw new ParameterError(
        `${base.id} has no parameter '${parameter}' to preset`,
        'unknown-parameter',
      );
    }
  }
  const definition = {
    ...base,
    id,
    ...(changes.order === undefined ? {} : { order: changes.order }),
    name,
    pageName,
    isPreset: true,
    summary,
    notes,
    law,
    parameters: base.parameters.map((parameter) => withDefault(parameter, defaults[parameter.id])),
  };
  if (statedVariation === undefined) return definition;
  return {
    ...definition,
    // The budget belongs to this horizon, these arms and these parameters; elsewhere it means nothing.
    statedVariation: ({ armCount, horizon, values }) =>
      armCount === base.armCount && horizon === base.horizon && !values.anyGiven()
        ? statedVariation
        : undefined,
  };
}
