/** Errors on their way from a worker: a structured clone keeps neither their name nor their code. */
import type { ErrorCode } from '@driftline/core';
import { ContractError, ParameterError, SnapshotError } from '@driftline/core/play';
import { PluginError, type PluginFault } from './plugin-error.ts';

/** What was thrown, as plain data. */
export type SentError =
  | {
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      /** Undefined for errors that are not ours. */
      readonly code: ErrorCode | undefined;
    }
  | { readonly fault: PluginFault }
  | { readonly thrown: string };

const classes = { ParameterError, ContractError, SnapshotError };

/**
 * Whether a code is one of ours: words joined by hyphens, which those of Node and of databases are not. The list
 * of codes explains each, and is more than a page has to load for this.
 */
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && /^[a-z]+(-[a-z]+)+$/.test(code);
}

/** Makes plain data of whatever was thrown. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { thrown: String(error) };
  if (error instanceof PluginError) return { fault: error.fault };
  const { name, message, stack } = error;
  const code = 'code' in error && isErrorCode(error.code) ? error.code : undefined;
  return { name, message, stack, code };
}

/** Makes an error of the same class again; of a class that is not known here, one of its name and code. */
export function receivedError(sent: SentError): unknown {
  if ('thrown' in sent) return sent.thrown;
  if ('fault' in sent) return new PluginError(sent.fault);
  const { name, message, stack, code } = sent;
  const error =
    Object.hasOwn(classes, name) && code !== undefined
      ? new classes[name as keyof typeof classes](message, code)
      : Object.assign(
          name === 'RangeError' ? new RangeError(message) : new Error(message),
          { name },
          code === undefined ? {} : { code },
        );
  if (stack !== undefined) error.stack = stack;
  return error;
}
