/** Checks of what definitions of policies state, with contexts or without. */
import { ParameterError } from '../base/errors.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { demand, demandRefusal } from './check.ts';
import type { Subject } from './subject.ts';

/** The texts of a definition, and its parameters. */
type Described = Pick<
  PolicyDefinition,
  | 'id'
  | 'name'
  | 'summary'
  | 'reference'
  | 'formula'
  | 'memory'
  | 'estimator'
  | 'index'
  | 'guarantee'
  | 'cost'
  | 'parameters'
>;

/** Every text is there, and every parameter has an id of its own. */
export function describesPolicy(definition: Described): void {
  demand(
    /^[a-z][a-z0-9-]*$/.test(definition.id),
    `id must be lower-case words with dashes; got '${definition.id}'`,
  );
  const texts = [
    'name',
    'summary',
    'reference',
    'formula',
    'memory',
    'estimator',
    'index',
    'guarantee',
    'cost',
  ] as const;
  for (const text of texts) {
    demand(definition[text].trim() !== '', `${text} must not be empty`);
  }
  const ids = definition.parameters.map((parameter) => parameter.id);
  demand(
    new Set(ids).size === ids.length,
    `parameters must have different ids; got ${ids.join(', ')}`,
  );
}

/** Each parameter is refused outside its limits, with its name. */
export function refusesBadParameters({ definition, make }: Subject): void {
  for (const armCount of [0, -1, 1.5, Number.NaN]) {
    demandRefusal(() => make({ armCount }), ParameterError, 'armCount', `armCount ${armCount}`);
  }
  demandRefusal(() => make({ horizon: 0 }), ParameterError, 'horizon', 'a horizon of 0');
  demandRefusal(() => make({ nonsense: 1 }), ParameterError, 'nonsense', 'an unknown parameter');
  for (const { id, kind, least, above, most, below } of definition.parameters) {
    const outside = [Number.NaN, Number.POSITIVE_INFINITY];
    if (least !== undefined) outside.push(least - 1);
    if (above !== undefined) outside.push(above);
    if (most !== undefined) outside.push(most + 1);
    if (below !== undefined) outside.push(below);
    if (kind === 'integer') outside.push((least ?? 0) + 0.5);
    for (const value of outside) {
      demandRefusal(() => make({ [id]: value }), ParameterError, id, `${id} ${value}`);
    }
  }
}
