import type { Catalogue } from '../definitions/catalogue.ts';
import { RewardLaw, type RewardLawDefinition } from '../definitions/law.ts';
import { parseSpec } from '../spec/spec.ts';
import { type GivenValue, SpecValues } from '../spec/spec-values.ts';
import { lawCatalogue } from './catalogue.ts';

/** A reward law by id with parameters, as an object rather than as text. */
export interface RewardLawSpec {
  readonly id: string;
  readonly params?: Readonly<Record<string, GivenValue>>;
}

/**
 * Makes a reward law from a spec such as `bernoulli`, `gaussian:sd=0.5` or `pareto:xi=0.4;sigma=0.23`.
 *
 * @param catalogue - where to look the law up; all built-in ones by default
 * @throws ParameterError for an unknown law or parameter, or a value that is not accepted
 */
export function createRewardLaw(
  spec: string | RewardLawSpec,
  catalogue: Catalogue<RewardLawDefinition> = lawCatalogue,
): RewardLaw {
  const { id, params = {} } = typeof spec === 'string' ? parseSpec(spec) : spec;
  const definition = catalogue.find(id);
  return new RewardLaw(definition, new SpecValues(id, definition.parameters, params));
}
