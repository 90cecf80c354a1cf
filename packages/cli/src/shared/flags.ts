/** Readers of flag values. A value that can't be read is a usage error that names the flag. */
import { type NumberParameter, ParameterError, SpecValues } from '@driftline/core';
import { UsageError } from '../terminal/errors.ts';

type Limits = Omit<NumberParameter, 'id' | 'summary' | 'default'>;

/** Does what reads a flag; what can't be read is a usage error. */
export function readingFlag<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParameterError) throw new UsageError(error.message, error.code);
    throw error;
  }
}

/** A reader of a number within limits. */
export function numberFlag(flag: string, limits: Limits): (text: string) => number {
  const parameter: NumberParameter = { ...limits, id: flag, summary: '' };
  return (text) =>
    readingFlag(() => new SpecValues('', [parameter], { [flag]: text }).number(flag));
}

/** A reader of an integer that is at least 1 and fits where the core puts counts. */
export function countFlag(flag: string): (text: string) => number {
  return numberFlag(flag, { kind: 'integer', least: 1, most: 2 ** 31 - 1 });
}
