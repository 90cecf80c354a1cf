import { expect, test } from 'vitest';
import { StoreDamaged, StoreFull, StoreUnavailable } from '../errors.ts';
import { CommitUnknown } from './database.ts';
import { storeErrorOf } from './faults.ts';

test('a commit of which nobody knows stays one, whatever broke the connection', () => {
  const error = new CommitUnknown('lost during a commit: Connection terminated unexpectedly');
  expect(storeErrorOf(error, 'postgres://host/database')).toBe(error);
});

const coded = (code: string, message = 'said so') => Object.assign(new Error(message), { code });

test.each([
  ['no room on the disk', coded('53100'), StoreFull],
  ['too many connections', coded('53300'), StoreUnavailable],
  ['a lock that is held', coded('55P03'), StoreUnavailable],
  ['a statement that took too long', coded('57014'), StoreUnavailable],
  ['a shutdown', coded('57P01'), StoreUnavailable],
  ['a server that starts', coded('57P03'), StoreUnavailable],
  ['a deadlock', coded('40P01'), StoreUnavailable],
  ['a server that became a standby', coded('25006'), StoreUnavailable],
  ['a password that was changed', coded('28P01'), StoreUnavailable],
  ['rights that were taken away', coded('42501'), StoreUnavailable],
  ['nobody at the port', coded('ECONNREFUSED'), StoreUnavailable],
  ['a name that is not known', coded('ENOTFOUND'), StoreUnavailable],
  ['a connection that ends', new Error('Connection terminated unexpectedly'), StoreUnavailable],
  ['a page that is damaged', coded('XX001'), StoreDamaged],
])('%s is an error of the store', (_, error, kind) => {
  const reported = storeErrorOf(error, 'postgres://host/database');
  expect(reported).toBeInstanceOf(kind);
  expect(reported).toMatchObject({ cause: error });
});

test.each(['23505', '22P02', '42601'])('%s is an error of what was asked', (code) => {
  const error = coded(code);
  expect(storeErrorOf(error, 'postgres://host/database')).toBe(error);
});
