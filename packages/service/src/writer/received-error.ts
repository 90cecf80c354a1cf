import type { ErrorCode } from '@driftline/core';
import { errorCodes } from '@driftline/core/spec';
import {
  StoreBroken,
  StoreDamaged,
  StoreFull,
  StoreRefused,
  StoreReplaced,
  StoreUnavailable,
} from '../store/errors.ts';
import type { SentError } from './messages.ts';

/** The classes of errors that have a code to themselves. A `StoreRefused` has any other code. */
const OWN_CODES: ReadonlyMap<string, new (message: string) => Error> = new Map([
  ['disk-full', StoreFull],
  ['store-broken', StoreBroken],
  ['store-damaged', StoreDamaged],
  ['store-not-reachable', StoreUnavailable],
  ['store-replaced', StoreReplaced],
]);

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function errorOf(message: string, code = ''): Error {
  const Known = OWN_CODES.get(code);
  if (Known !== undefined) return new Known(message);
  return isCode(code) ? new StoreRefused(message, code) : new Error(message);
}

/** An error that came from another thread: with its class, message and code, and the stack it had there. */
export function receivedError({ message, stack, code }: SentError): Error {
  const error = errorOf(message, code);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** The end of a store, from another thread. */
export function receivedBroken(sent: SentError): StoreBroken {
  const error = receivedError(sent);
  return error instanceof StoreBroken ? error : new StoreBroken(sent.message);
}
