import { expect, it, test } from 'vitest';
import {
  StoreBroken,
  StoreDamaged,
  StoreFull,
  StoreRefused,
  StoreReplaced,
  StoreUnavailable,
} from '../store/errors.ts';
import { sentError } from './messages.ts';
import { receivedBroken, receivedError } from './received-error.ts';

test.each([
  new StoreBroken('a sync failed'),
  new StoreDamaged('a row is missing'),
  new StoreFull('no room'),
  new StoreRefused('there is no store', 'file-not-found'),
  new StoreRefused('a database is copied by its own tools'),
  new StoreReplaced('another file has its name'),
  new StoreUnavailable('the server is down'),
  new Error('a defect'),
])('$name crosses a thread with its class, code and stack', (error) => {
  const received = receivedError(structuredClone(sentError(error)));
  expect(received).toStrictEqual(error);
  expect(received.constructor).toBe(error.constructor);
  expect(received.stack).toBe(error.stack);
});

it('reports the end of a store by its class', () => {
  const ended = (error: Error) => receivedBroken(sentError(error)).constructor;
  expect(ended(new StoreReplaced('another file has its name'))).toBe(StoreReplaced);
  expect(ended(new StoreBroken('a sync failed'))).toBe(StoreBroken);
  expect(ended(new Error('a defect'))).toBe(StoreBroken);
});
