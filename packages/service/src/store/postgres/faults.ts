/** What errors of PostgreSQL and of the way to it mean for us. */
import { CodedError } from '@driftline/core';
import { StoreDamaged, StoreFull, StoreRefused, StoreUnavailable } from '../errors.ts';

/** What a server says of an error or a warning. */
interface Said {
  readonly code: string;
  readonly message: string;
}

function saidOf(error: unknown): Said {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error ? String(error.code) : '';
  return { code, message: error.message === '' ? code : error.message };
}

export function stateOf(error: unknown): string {
  return saidOf(error).code;
}

/**
 * Codes that time heals: connections (08), a lock that another has for too long (55P03), statements that took too long
 * (57014), shutdown, crash and start (57P), too little memory or too many connections (53), a server that became a
 * standby (25006) or ended our session (25P03, 25P04), transactions that stood in each other's way (40), a disk that
 * could not be read just now (58030).
 */
const PASSING = /^(08...|55P03|57014|57P..|53[^1]..|25006|25P0[34]|40...|58030)$/;
const NETWORK = /^(E[A-Z]+|CERT_\w+|DEPTH_\w+|UNABLE_\w+|SELF_SIGNED_\w+|ERR_\w+)$/;
const LOST =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|SASL|SSL|pool after calling end/i;

/** The error to report for one that came while the store was at work. */
export function storeErrorOf(error: unknown, shown: string): unknown {
  // It says already what it is.
  if (error instanceof CodedError) return error;
  const { code, message } = saidOf(error);
  // It holds the address with its password.
  if (code === 'ERR_INVALID_URL')
    return new StoreRefused(
      'the address of the database is not valid; use postgres://user@host:5432/database',
      'store-not-reachable',
    );
  const options = { cause: error };
  if (code === '53100')
    return new StoreFull(
      `the server of ${shown} has no disk space left (${message}); free some space, and the service continues automatically`,
      options,
    );
  if (PASSING.test(code) || NETWORK.test(code) || LOST.test(message))
    return new StoreUnavailable(`${shown}: the database does not answer: ${message}`, options);
  // Let in no more, or the tables are gone or ours no more: somebody is at work on the database.
  if (/^(28...|3D000|42501|42P01|3F000|42703)$/.test(code))
    return new StoreUnavailable(
      `${shown}: the database refuses the operation: ${message}; check the privileges of this role, and run 'driftline store migrate' as the owner`,
      options,
    );
  if (code === 'XX001' || code === 'XX002')
    return new StoreDamaged(`${shown} is damaged: ${message}; restore a backup`, options);
  return error;
}
