import { expect, test } from 'vitest';
import { ColumnMaker, Growing } from './growing.ts';

/** More than a column holds at first. */
const ROWS = 300_000;

test.each([true, false])('a column keeps all that it was given, shared: %s', (isShared) => {
  const maker = new ColumnMaker(isShared);
  const given = () => {
    const column = new Growing((length) => maker.floats(length), isShared);
    for (let row = 0; row < ROWS; row++) column.push(row / 2);
    return column;
  };
  const whole = given().taken(undefined);
  expect(whole).toHaveLength(ROWS);
  expect(whole.every((value, row) => value === row / 2)).toBe(true);
  expect(whole.buffer instanceof SharedArrayBuffer).toBe(isShared);
  const turned = given().taken(Uint32Array.of(ROWS - 1, 0, 7));
  expect([...turned]).toEqual([(ROWS - 1) / 2, 0, 3.5]);
});
