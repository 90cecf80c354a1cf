/** What a request's form was found to be wrong in, as a problem with a JSON pointer. */
import type { FastifySchemaValidationError } from 'fastify';
import { ProblemError } from '../model/problems.ts';
import { unitFault } from '../model/units.ts';

/** An object of a schema, as far as it is looked at here. */
interface Form {
  readonly properties: Readonly<Record<string, unknown>>;
  /** The first of them shows which form is meant. */
  readonly required: readonly string[];
}

/** An error of the validator, which is set to say what it saw. */
type Finding = FastifySchemaValidationError & {
  readonly data?: unknown;
  readonly parentSchema?: { readonly description?: unknown; readonly anyOf?: readonly unknown[] };
};

const PLACES: Readonly<Record<string, string>> = {
  body: 'the body',
  params: 'the path',
  querystring: 'the query',
  headers: 'the headers',
};

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

function steps(finding: Finding): number {
  return finding.instancePath.split('/').length;
}

/** Of what was found, that which helps most. */
function mostTelling(findings: readonly Finding[]): Finding {
  const own = findings.filter(({ keyword }) => keyword !== 'anyOf');
  const deepest = own.toSorted((a, b) => steps(b) - steps(a));
  return deepest[0] ?? findings[findings.length - 1];
}

/** What is wrong with what stands there. */
function complaint(finding: Finding): string {
  const { keyword, params, message = 'is not accepted', data, parentSchema } = finding;
  if (keyword === 'required') return `has no ${String(params.missingProperty)}, which is required`;
  if (keyword === 'additionalProperties') {
    const description = parentSchema?.description;
    const more = typeof description === 'string' ? `. ${description}` : '';
    return `has ${shown(params.additionalProperty)}, which is unknown${more}`;
  }
  if (keyword === 'anyOf') return 'has none of the accepted forms';
  if (keyword === 'enum') {
    const accepted = Array.isArray(params.allowedValues) ? params.allowedValues.map(shown) : [];
    return `must be one of ${accepted.join(', ')}; got ${shown(data)}`;
  }
  if (keyword === 'pattern' || keyword === 'format') {
    const description = parentSchema?.description;
    const isOfUnit = params.format === 'unit' || params.format === 'stored-unit';
    const fault = isOfUnit ? unitFault(String(data)) : undefined;
    return `${fault ?? 'is not accepted'}: ${shown(data)}. ${typeof description === 'string' ? description : message}`;
  }
  return `${message}; got ${shown(data)}`;
}

function isForm(schema: unknown): schema is Form {
  const { properties, required } = schema as Partial<Form>;
  return properties !== undefined && required !== undefined && required.length > 0;
}

/** As people write it: `{rewardUnit, unit, value}`. */
function written({ properties, required }: Form): string {
  const names = Object.keys(properties);
  return `{${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')}}`;
}

/** A problem with its place, a JSON pointer. */
interface Wrong {
  readonly pointer: string;
  readonly what: string;
}

/** What is wrong with something that has one of several forms, such as an operation of a batch. */
function wrongForm(findings: readonly Finding[]): Wrong | undefined {
  const several = findings.find(
    ({ keyword, parentSchema }) => keyword === 'anyOf' && parentSchema?.anyOf?.every(isForm),
  );
  if (several === undefined) return undefined;
  const { instancePath: pointer, data, parentSchema } = several;
  const forms = parentSchema?.anyOf?.filter(isForm) ?? [];
  const isMeant = ({ required: [first] }: Form) =>
    typeof data === 'object' && data !== null && Object.hasOwn(data, first);
  const meant = forms.filter(isMeant);
  if (meant.length !== 1) {
    const all = forms.map(written);
    const accepted = `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
    return { pointer, what: `must be ${accepted}; got ${shown(data)}` };
  }
  const place = `/anyOf/${forms.indexOf(meant[0])}/`;
  const own = mostTelling(findings.filter(({ schemaPath }) => schemaPath.includes(place)));
  const form = own.instancePath === pointer ? `: ${written(meant[0])}` : '';
  return { pointer: own.instancePath, what: complaint(own) + form };
}

/** The problem that a request is refused with. */
export function validationProblem(
  findings: readonly FastifySchemaValidationError[],
  context: string | undefined,
): ProblemError {
  const finding = mostTelling(findings);
  const { pointer, what } = wrongForm(findings) ?? {
    pointer: finding.instancePath,
    what: complaint(finding),
  };
  const place = PLACES[context ?? ''] ?? 'the request';
  const where = pointer === '' ? place : `${pointer} of ${place}`;
  return new ProblemError('invalid', `${where} ${what}`, context === 'body' ? { pointer } : {});
}
