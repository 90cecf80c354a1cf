/** Errors that refuse features, and the text of a value in a message. */
import { ParameterError } from '../../base/errors.ts';
import { shown, textOf } from '../../base/shown.ts';
import type { Warning } from '../../base/warnings.ts';

/** A value outside what is declared. It counts as the nearest value that is, or is refused. */
export interface Bent {
  readonly feature: string;
  readonly accepted: string;
  readonly given: string;
  /** Says what it counts as. */
  warning(): Warning;
}

/** Called with each value outside what is declared. */
export type OnBent = (bent: Bent) => void;

/** Refuses a value outside what is declared, as `strict` asks. */
export function refuseBent({ feature, accepted, given }: Bent): never {
  throw new ParameterError(
    `feature ${feature} must be ${accepted}; got ${given}; leave strict out to accept the nearest value instead`,
    'feature-out-of-range',
  );
}

const LONGEST_SHOWN = 60;

/** The beginning of a text, and how long it is, if it is long. */
function brief(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN - 1)}… (${text.length} characters)`;
}

/** Names are compared up to this many characters. */
export const LONGEST_NAME = 64;

/** A name in a message. */
export function nameText(name: string): string {
  return `'${brief(name)}'`;
}

/** A value in a message: its beginning, if it is long. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return `the text ${brief(shown(value))}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : brief(textOf(value));
}

/** Refuses a value of the wrong type. */
export function refuseValue(name: string, accepted: string, value: unknown): never {
  throw new ParameterError(
    `${name} must be ${accepted}; got ${valueText(value)}`,
    'feature-not-accepted',
  );
}

/** Refuses something that belongs to the caller, whose code threw an error. */
export function refuseUnreadable(
  what: string,
  error: unknown,
  code: 'feature-not-accepted' | 'features-malformed' = 'feature-not-accepted',
): never {
  throw new ParameterError(
    `${what} must be readable; reading it throws: ${brief(textOf(error))}`,
    code,
    { cause: error },
  );
}

/** Reads something that belongs to the caller, whose code may throw. */
export function readOf<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseUnreadable(what, error);
  }
}

/** Whether something is an array. A proxy that was revoked is neither, and is refused. */
export function isArray(what: string, value: unknown): value is readonly unknown[] {
  return readOf(what, () => Array.isArray(value));
}
