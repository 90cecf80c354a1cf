import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecisionIds } from './decision-ids.ts';

const OLD = new Uint8Array(32).fill(1);
const NEW = new Uint8Array(32).fill(2);
const ids = new DecisionIds([OLD, NEW]);

test('an id names what it was written for, up to the largest numbers', () => {
  const experiments = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const numbers = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(experiments, numbers, numbers, (experiment, number, at) => {
      const id = ids.write(experiment, number, at);
      expect(id).toMatch(/^d_[A-Za-z0-9_-]{39}$/);
      expect(ids.read(id)).toEqual({ experiment, number, at });
    }),
  );
});

test('an id that an older key signed is read still', () => {
  expect(ids.read(new DecisionIds([OLD]).write(3, 7, 9))).toEqual({
    experiment: 3,
    number: 7,
    at: 9,
  });
});

test('an id of the first form, without a time, is read still', () => {
  expect(ids.read('d_AAAAAAMAAAAAAAdMT6E0OntJacZ-PdQ')).toEqual({ experiment: 3, number: 7 });
});

test('an id of a key that is not ours is none', () => {
  const foreign = new DecisionIds([new Uint8Array(32).fill(9)]);
  expect(ids.read(foreign.write(3, 7, 9))).toBeUndefined();
});

test('no other character in any place is accepted, the spare bits of the last one included', () => {
  const id = ids.write(3, 7, 9);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let place = 2; place < id.length; place++) {
    for (const letter of alphabet) {
      if (letter === id[place]) continue;
      expect(ids.read(id.slice(0, place) + letter + id.slice(place + 1))).toBeUndefined();
    }
  }
});

test.each([
  '',
  'd_',
  'd_AAAA',
  `${ids.write(1, 1, 1)}A`,
  ids.write(1, 1, 1).slice(0, -1),
  'd___proto__',
])('%j is no id', (text) => {
  expect(ids.read(text)).toBeUndefined();
});
