/** Where a store is: the path of a SQLite file, or the address of a PostgreSQL database. One text says which. */

const POSTGRES = /^postgres(ql)?:\/\//i;

export function isPostgres(location: string): boolean {
  return POSTGRES.test(location);
}

/** As it may be shown and logged: without the password. */
export function shownLocation(location: string): string {
  if (!isPostgres(location)) return location;
  const url = URL.parse(location);
  if (url === null) return 'the PostgreSQL database';
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}
