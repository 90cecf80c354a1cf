import { expect, test } from 'vitest';
import { kernelRecipes, samplerRecipes } from '../../assembly/entry.ts';
import { portableClasses } from './classes.ts';
import { parts } from './recipe.ts';

test('each class takes as many parameters as the list has, and goes by its name', () => {
  for (const { name, make, parameters } of portableClasses) {
    expect([make.name, make.length]).toEqual([name, parameters.length]);
  }
});

test('policies and laws are made of these classes', () => {
  const used = [...kernelRecipes(), ...samplerRecipes()].flatMap(parts).map(({ of }) => of.name);
  expect(new Set(used).size).toBeGreaterThan(40);
  expect(portableClasses.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...used, 'RewardMap', 'Wave', 'Course']),
  );
});
