import type { ErrorCode } from '@driftline/core';
import { errorCodes } from '@driftline/core/spec';
import { StoreBroken, StoreRefused, StoreReplaced } from '../store/errors.ts';
import type { SentError } from './messages.ts';

function isCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorCodes, code);
}

/** An error that came from another thread: with its message and code, and the stack it had there. */
export function receivedError({ message, stack, code }: SentError): Error {
  const error = isCode(code) ? new StoreRefused(message, code) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** The end of a store, from another thread. */
export function receivedBroken({ message, code }: SentError): StoreBroken {
  return code === 'store-replaced' ? new StoreReplaced(message) : new StoreBroken(message);
}
