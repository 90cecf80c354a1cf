import { expect, test } from 'vitest';
import { firstVisit } from './examples.ts';
import { changed, comparisonOf } from './setting.ts';

const { setting } = firstVisit;

test('a change touches what it names, and no more', () => {
  expect(changed(setting, { seed: 7 })).toEqual({ ...setting, seed: 7 });
  expect(changed(setting, {})).toEqual(setting);
});

test('a volatility takes the place of a budget and of changes, and gives way to either', () => {
  const wandering = changed(changed(setting, { variation: 2, changes: 4 }), { volatility: 0.01 });
  expect(comparisonOf(wandering)).toMatchObject({ volatility: 0.01 });
  expect(wandering).not.toHaveProperty('variation');
  expect(wandering).not.toHaveProperty('changes');
  for (const other of [{ variation: 3 }, { changes: 3 }]) {
    expect(changed(wandering, other)).not.toHaveProperty('volatility');
  }
  expect(changed(wandering, { seed: 3 })).toHaveProperty('volatility', 0.01);
});

test('what is changed to undefined is left out, so that links and files do not hold it', () => {
  const given = changed(setting, {
    variation: 2,
    changes: 4,
    rewardRange: [-1, 1],
    armNames: ['a', 'b', 'c'],
  });
  expect(comparisonOf(given)).toMatchObject({ variation: 2, changes: 4, rewardRange: [-1, 1] });
  const left = changed(given, {
    variation: undefined,
    changes: undefined,
    rewardRange: undefined,
    armNames: undefined,
  });
  expect(left).toStrictEqual(setting);
  expect(Object.keys(comparisonOf(left))).toEqual(Object.keys(comparisonOf(setting)));
});
