/** The address of a queue's database. A password in it goes to the database and nowhere else. */
import { UsageError } from '../terminal/errors.ts';

const ACCEPTED = 'postgres://USER@HOST:PORT/DATABASE';

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Reads an address.
 *
 * @throws UsageError where it is none of PostgreSQL's
 */
export function readQueueUrl(text: string): string {
  const url = parsed(text);
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return text;
  const got = text === '' ? 'nothing' : shownQueueUrl(text);
  throw new UsageError(
    `--queue must be the address of a PostgreSQL database, ${ACCEPTED}; got ${got}`,
  );
}

/** The address as it may be shown and kept: without its password. */
export function shownQueueUrl(text: string): string {
  const url = parsed(text);
  if (url === undefined) return text.replace(/\/\/[^@/]*@/, '//***@');
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}
