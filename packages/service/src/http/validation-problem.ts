/** What a request's form was found to be wrong in, as a problem with a JSON pointer. */
import type { FastifySchemaValidationError } from 'fastify';
import { ProblemError } from '../model/problems.ts';
import { unitFault } from '../model/units.ts';

/** An error of the validator, which is set to say what it saw. */
type Finding = FastifySchemaValidationError & {
  readonly data?: unknown;
  readonly parentSchema?: { readonly description?: unknown };
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

/** The member that shows which of several forms is meant is the first that each of them requires. */
function isOfAnotherForm({ keyword, schemaPath, params }: Finding): boolean {
  if (keyword !== 'required' || !/\/anyOf\/\d+\/required$/.test(schemaPath)) return false;
  return ['decide', 'reward', 'rewardUnit', 'lastDecision', 'cancel'].includes(
    String(params.missingProperty),
  );
}

/** Of what was found, that which helps most. */
function mostTelling(findings: readonly Finding[]): Finding {
  const [first, ...others] = findings.filter((finding) => !isOfAnotherForm(finding));
  const own = [first, ...others].filter(
    (finding) => finding !== undefined && finding.keyword !== 'anyOf',
  );
  const deepest = own.toSorted((a, b) => steps(b) - steps(a));
  return deepest[0] ?? findings[findings.length - 1];
}

/** What is wrong with what stands there. */
function complaint(finding: Finding): string {
  const { keyword, params, message = 'is not accepted', data, parentSchema } = finding;
  if (keyword === 'required') return `has no ${String(params.missingProperty)}, which is needed`;
  if (keyword === 'additionalProperties') {
    return `has ${shown(params.additionalProperty)}, which is not known there`;
  }
  if (keyword === 'anyOf') return 'has none of the forms that are accepted';
  if (keyword === 'enum') {
    const accepted = Array.isArray(params.allowedValues) ? params.allowedValues.map(shown) : [];
    return `must be one of ${accepted.join(', ')}; got ${shown(data)}`;
  }
  if (keyword === 'pattern' || keyword === 'format') {
    const description = parentSchema?.description;
    const fault = params.format === 'unit' ? unitFault(String(data)) : undefined;
    return `${fault ?? 'is not accepted'}: ${shown(data)}. ${typeof description === 'string' ? description : message}`;
  }
  return `${message}; got ${shown(data)}`;
}

/** The problem that a request is refused with. */
export function validationProblem(
  findings: readonly FastifySchemaValidationError[],
  context: string | undefined,
): ProblemError {
  const finding = mostTelling(findings);
  const place = PLACES[context ?? ''] ?? 'the request';
  const pointer = finding.instancePath;
  const where = pointer === '' ? place : `${pointer} of ${place}`;
  return new ProblemError(
    'invalid',
    `${where} ${complaint(finding)}`,
    context === 'body' ? { pointer } : {},
  );
}
