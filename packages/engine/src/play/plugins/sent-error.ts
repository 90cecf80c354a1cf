/** Errors on their way from a worker: a structured clone keeps neither their name nor their code. */
import type { ErrorCode } from '@driftline/core';
import { CodedError, ContractError, ParameterError, SnapshotError } from '@driftline/core/play';
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

/** Makes plain data of whatever was thrown. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { thrown: String(error) };
  if (error instanceof PluginError) return { fault: error.fault };
  const { name, message, stack } = error;
  return { name, message, stack, code: error instanceof CodedError ? error.code : undefined };
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
