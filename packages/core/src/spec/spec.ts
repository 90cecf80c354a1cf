/**
 * The written form of a policy, an environment or a reward law: `id` or `id:name=value;name=value`,
 * for example `sw-moss:eta=0.6` or `sinusoid:amplitude=0.3;period=2000`. Several of them make a list
 * separated by commas.
 */
import { ParameterError } from '../base/errors.ts';
import { type GivenValue, givenText } from './spec-values.ts';

/** An id and its parameters as they were written, before anything is known about either. */
export interface ParsedSpec {
  readonly id: string;
  readonly params: Record<string, string>;
}

const wellFormedId = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const wellFormedName = /^[A-Za-z][A-Za-z0-9_-]*$/;

function parseParameter(text: string, whole: string): [string, string] {
  const equals = text.indexOf('=');
  const name = text.slice(0, Math.max(equals, 0)).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 0 || value === '' || !wellFormedName.test(name)) {
    throw new ParameterError(
      `a parameter must be written name=value, with ';' between parameters; got '${text.trim()}' in '${whole}'`,
      'spec-malformed',
    );
  }
  return [name, value];
}

/**
 * Reads `id` or `id:name=value;name=value`. Blanks around any part are dropped.
 *
 * @throws ParameterError when the text does not have that form or names a parameter twice.
 */
export function parseSpec(text: string): ParsedSpec {
  const whole = String(text).trim();
  const colon = whole.indexOf(':');
  const id = (colon < 0 ? whole : whole.slice(0, colon)).trim();
  if (!wellFormedId.test(id)) {
    throw new ParameterError(
      `a name must come first, as in 'name:parameter=value'; got '${whole}'`,
      'spec-malformed',
    );
  }
  const params: Record<string, string> = {};
  if (colon < 0) return { id, params };
  for (const part of whole.slice(colon + 1).split(';')) {
    const [name, value] = parseParameter(part, whole);
    if (Object.hasOwn(params, name)) {
      throw new ParameterError(
        `${name} must be given once; got it twice in '${whole}'`,
        'spec-malformed',
      );
    }
    params[name] = value;
  }
  return { id, params };
}

/** Writes `id` or `id:name=value;name=value`: what `parseSpec` reads. */
export function writeSpec(id: string, params: Readonly<Record<string, GivenValue>>): string {
  const given = Object.entries(params).map(([name, value]) => `${name}=${givenText(value)}`);
  return given.length === 0 ? id : `${id}:${given.join(';')}`;
}

/**
 * Splits a list at its commas, dropping blanks around the items.
 *
 * @throws ParameterError when an item is empty.
 */
export function splitList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) {
    throw new ParameterError(
      `a list must be names separated by single commas, with ';' between parameters; got '${text}'`,
      'spec-malformed',
    );
  }
  return items;
}
