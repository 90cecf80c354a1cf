/** The decision service, which is loaded only by the commands that need it. */
import type { ErrorCode } from '@driftline/core';
import { UserError } from '../terminal/errors.ts';

type Service = typeof import('@driftline/service');

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes('@driftline/service')
  );
}

/** Loads the service; if it is missing, the error states how to install it. */
async function loadService(): Promise<Service> {
  try {
    return await import('@driftline/service');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UserError(
      'this command needs the decision service; install it with  npm i @driftline/service',
      'cannot-start',
    );
  }
}

/** What a store says of itself, by the names of its errors: the service's classes may not be loaded. */
const STORE_ERRORS = [
  'StoreRefused',
  'StoreDamaged',
  'StoreFull',
  'StoreBroken',
  'StoreReplaced',
  'StoreUnavailable',
  'ServiceRefused',
];

function isOfStore(error: unknown): error is Error & { readonly code: ErrorCode } {
  return error instanceof Error && STORE_ERRORS.includes(error.name);
}

/** Does something with the service; what its store refuses is an error for the user. */
export async function withService<Result>(
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await loadService();
  try {
    return await work(service);
  } catch (error) {
    throw isOfStore(error) ? new UserError(error.message, error.code) : error;
  }
}
