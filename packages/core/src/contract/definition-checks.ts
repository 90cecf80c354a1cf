/** Checks that environments and reward laws share: how they describe themselves and refuse. */
import { ParameterError } from '../base/errors.ts';
import { type SpecParameter, SpecValues } from '../spec/spec-values.ts';
import { demand, demandRefusal } from './check.ts';

/** What both kinds of definition say about themselves. */
interface Described {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly SpecParameter[];
}

export function describesItself({ id, name, summary, parameters }: Described): void {
  demand(/^[a-z][a-z0-9-]*$/.test(id), `id must be lower-case words with dashes; got '${id}'`);
  demand(name.trim() !== '', 'name must not be empty');
  demand(summary.trim() !== '', 'summary must not be empty');
  const ids = parameters.map((parameter) => parameter.id);
  demand(
    new Set(ids).size === ids.length,
    `parameters must have different ids; got ${ids.join(', ')}`,
  );
  for (const parameter of parameters) {
    demand(
      /^[A-Za-z][A-Za-z0-9_-]*$/.test(parameter.id),
      `a parameter's id must be letters, digits and dashes; got '${parameter.id}'`,
    );
    demand(parameter.summary.trim() !== '', `summary of ${parameter.id} must not be empty`);
  }
}

/** Values that a parameter's own limits exclude. */
function outside(parameter: SpecParameter): (number | string)[] {
  if (parameter.kind === 'choice') return [parameter.words.length, 'no-such-word'];
  if (parameter.kind === 'list' || parameter.kind === 'table') return ['no-number'];
  const { kind, least, above, most, below } = parameter;
  const values: number[] = [Number.NaN, Number.POSITIVE_INFINITY];
  if (least !== undefined) values.push(least - 1);
  if (above !== undefined) values.push(above);
  if (most !== undefined) values.push(most + 1);
  if (below !== undefined) values.push(below);
  if (kind === 'integer') values.push((least ?? 0) + 0.5);
  return values;
}

/** Defaults have to be accepted themselves; what lies outside is refused by name. */
export function refusesBadParameters({ id, parameters }: Described): void {
  demandRefusal(
    () => new SpecValues(id, parameters, { nonsense: 1 }),
    ParameterError,
    'nonsense',
    'an unknown parameter',
  );
  for (const parameter of parameters) {
    if ('default' in parameter && parameter.default !== undefined) {
      new SpecValues(id, parameters, { [parameter.id]: parameter.default });
    }
    for (const value of outside(parameter)) {
      demandRefusal(
        () => new SpecValues(id, parameters, { [parameter.id]: value }),
        ParameterError,
        parameter.id,
        `${parameter.id} ${value}`,
      );
    }
  }
}
