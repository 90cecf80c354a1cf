import { expect, test } from 'vitest';
import { CommitUnknown } from './database.ts';
import { storeErrorOf } from './faults.ts';

test('a commit of which nobody knows stays one, whatever broke the connection', () => {
  const error = new CommitUnknown('lost during a commit: Connection terminated unexpectedly');
  expect(storeErrorOf(error, 'postgres://host/database')).toBe(error);
});
