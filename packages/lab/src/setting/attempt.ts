import { ParameterError } from '@driftline/core';

/** Something that was asked for, or why it is refused. */
export type Attempt<T> = { readonly value: T } | { readonly problem: string };

/** Makes something; what the library refuses is reported in its words, anything else is thrown. */
export function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { value: make() };
  } catch (error) {
    if (error instanceof ParameterError) return { problem: error.message };
    throw error;
  }
}
