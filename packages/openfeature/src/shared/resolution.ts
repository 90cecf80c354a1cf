/** What a decision means as a flag: its value, its reason, or why there is none. */
import type { Choice, ClientProblem, Json } from '@driftline/client';

export type FlagType = 'boolean' | 'string' | 'number' | 'object';

/** Names of OpenFeature's error codes; both SDKs have them in an enum of their own. */
type ErrorName =
  | 'FLAG_NOT_FOUND'
  | 'GENERAL'
  | 'INVALID_CONTEXT'
  | 'PROVIDER_NOT_READY'
  | 'TARGETING_KEY_MISSING'
  | 'TYPE_MISMATCH';

/** A value, the default without anything being wrong, or what is wrong. */
export type Resolution =
  | {
      readonly kind: 'value';
      readonly value: Json;
      readonly variant: string;
      readonly reason: 'SPLIT' | 'CACHED' | 'DISABLED';
      readonly flagMetadata: Record<string, string>;
    }
  | { readonly kind: 'default' }
  | Failure;

interface Failure {
  readonly kind: 'failure';
  readonly errorName: ErrorName;
  readonly errorMessage: string;
}

export function failure(errorName: ErrorName, errorMessage: string): Failure {
  return { kind: 'failure', errorName, errorMessage };
}

function typeOf(value: Json): FlagType | 'null' {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'boolean' || type === 'string' || type === 'number' ? type : 'object';
}

/** Experiments that are over, and those of which no arm is left: the default is what they are meant to give. */
const OVER = [410, 422];

function failureOf({ message, problem }: ClientProblem): Failure | { kind: 'default' } {
  if (problem === undefined) return failure('GENERAL', message);
  if (OVER.includes(problem.status)) return { kind: 'default' };
  if (problem.status === 404) return failure('FLAG_NOT_FOUND', message);
  if (problem.status !== 400) return failure('GENERAL', message);
  // A key that no experiment can have is refused for the path, or for the operation's first member.
  const isOfKey = problem.pointer === undefined || problem.pointer.endsWith('/decide');
  return failure(isOfKey ? 'FLAG_NOT_FOUND' : 'INVALID_CONTEXT', message);
}

const REASONS = {
  policy: 'SPLIT',
  explored: 'SPLIT',
  sticky: 'CACHED',
  paused: 'DISABLED',
} as const;

/** What a choice is as a flag of this type. */
export function resolutionOf(choice: Choice, wanted: FlagType): Resolution {
  const { experiment, arm, payload, decisionId, reason, problem } = choice;
  if (reason === 'fallback') {
    return problem === null ? { kind: 'default' } : failureOf(problem);
  }
  const value = payload ?? arm;
  if (typeOf(value) !== wanted) {
    return failure(
      'TYPE_MISMATCH',
      `${experiment} was requested as ${wanted}, but its arm ${arm} has a ${typeOf(value)}`,
    );
  }
  return {
    kind: 'value',
    value,
    variant: arm,
    reason: REASONS[reason],
    flagMetadata: { decidedBy: reason, ...(decisionId === null ? {} : { decisionId }) },
  };
}

export const NOBODY = failure(
  'TARGETING_KEY_MISSING',
  'the context has no targetingKey; set it to the unit, or to a random text for each evaluation if there is no unit',
);

/** A flag in the form of both SDKs. */
interface Details<T, Code> {
  readonly value: T;
  readonly reason: string;
  readonly variant?: string;
  readonly flagMetadata?: Record<string, string>;
  readonly errorCode?: Code;
  readonly errorMessage?: string;
}

/** @param codes - the SDK's error codes by their names */
export function detailsOf<T, Code>(
  resolution: Resolution,
  defaultValue: T,
  codes: Readonly<Record<ErrorName, Code>>,
): Details<T, Code> {
  switch (resolution.kind) {
    case 'value': {
      const { value, variant, reason, flagMetadata } = resolution;
      // Its type was looked at.
      return { value: value as T, variant, reason, flagMetadata };
    }
    case 'default':
      return { value: defaultValue, reason: 'DEFAULT' };
    case 'failure': {
      const { errorName, errorMessage } = resolution;
      return { value: defaultValue, reason: 'ERROR', errorCode: codes[errorName], errorMessage };
    }
  }
}
