import type { Listed } from '../definitions/catalogue.ts';
import type { ContextualEnvironmentDefinition } from '../definitions/contextual-environment.ts';

/** The changes that a preset makes to the environment that it is made from. */
interface Changes
  extends Listed,
    Pick<ContextualEnvironmentDefinition, 'name' | 'summary' | 'notes'>,
    Partial<Pick<ContextualEnvironmentDefinition, 'armCount' | 'dimension' | 'horizon' | 'law'>> {
  /** New defaults of number and choice parameters. */
  readonly defaults: Readonly<Record<string, number>>;
}

/** A contextual environment under another name, with other defaults. Its parameters can still be given. */
export function contextualPreset(
  base: ContextualEnvironmentDefinition,
  { defaults, ...changes }: Changes,
): ContextualEnvironmentDefinition {
  const parameters = base.parameters.map((parameter) =>
    parameter.id in defaults ? { ...parameter, default: defaults[parameter.id] } : parameter,
  );
  return { ...base, ...changes, isPreset: true, parameters };
}
