import { createEnvironment, environmentDefinitions, rewardLawDefinitions } from '@driftline/core';
import { expect, test } from 'vitest';
import { lawChoices, ownChoices, presetChoices } from '../environment/names.ts';
import { fieldOf, switchedWorlds, textsOf, withText, worldFrom } from './environment-draft.ts';
import type { World } from './setting.ts';

const named = (spec: string): World => ({ kind: 'named', spec });

test('the fields of every environment make the same world again', () => {
  for (const { id } of environmentDefinitions) {
    expect(worldFrom(named(id), textsOf(named(id)))).toEqual(named(id));
  }
  const world: World = {
    kind: 'named',
    spec: 'sinusoid:amplitude=0.2;period=500',
    armCount: 5,
    horizon: 1000,
    rewards: 'gaussian:sd=0.1',
  };
  expect(worldFrom(world, textsOf(world))).toEqual(world);
});

test('what is at its default is not written', () => {
  const world = named('paper-2');
  const texts = { ...textsOf(world), 'param:amplitude': '0.30', arms: '3', slots: '5000' };
  expect(worldFrom(world, texts)).toEqual(world);
  const heavy = named('paper-heavy');
  expect(textsOf(heavy)).toMatchObject({ law: 'pareto', 'law:xi': '0.4' });
  expect(worldFrom(heavy, withText(textsOf(heavy), 'law:xi', '0.2'))).toEqual({
    ...heavy,
    rewards: 'pareto:xi=0.2',
  });
});

test('a changed field changes the world, and a bad one is told in the library’s words', () => {
  const world = named('sinusoid');
  const change = (key: string, text: string) =>
    worldFrom(world, withText(textsOf(world), key, text));
  expect(change('param:period', '700')).toEqual(named('sinusoid:period=700'));
  expect(() => change('param:period', '-1')).toThrow('period must be a number > 0; got -1');
  expect(() => change('param:period', '7;center=2')).toThrow(/period must be a number > 0/);
  expect(() => change('arms', '0')).toThrow('arms must be an integer from 1 to 50');
  expect(() => change('slots', '')).not.toThrow();
  expect(() =>
    worldFrom(named('brownian'), { ...textsOf(named('brownian')), arms: '50', slots: '1000000' }),
  ).toThrow(/at most 5000000/);
});

test('lists and tables are text, and imply the arms', () => {
  const world = named('piecewise');
  const texts = {
    ...textsOf(world),
    'param:breakpoints': '1000',
    'param:means': '0.9/0.5/0.1/0.2|0.1/0.5/0.9/0.2',
  };
  const made = worldFrom(world, texts);
  expect(made).toEqual(named('piecewise:breakpoints=1000;means=0.9/0.5/0.1/0.2|0.1/0.5/0.9/0.2'));
  expect(createEnvironment(made.kind === 'named' ? made.spec : '').means.armCount).toBe(4);
});

test('another law drops the parameters of the one before', () => {
  const texts = textsOf({ kind: 'named', spec: 'paper-2', rewards: 'gaussian:sd=0.1' });
  expect(withText(texts, 'law', 'student-t')).toEqual({ law: 'student-t' });
});

test('another environment keeps the size that was chosen, and the law where it fits', () => {
  const from: World = {
    kind: 'named',
    spec: 'paper-2',
    armCount: 5,
    horizon: 800,
    rewards: 'gaussian',
  };
  expect(switchedWorlds(from, 'brownian')[0]).toEqual({
    kind: 'named',
    spec: 'brownian',
    armCount: 5,
    horizon: 800,
    rewards: 'gaussian',
  });
  expect(switchedWorlds(named('sinusoid:amplitude=0.1'), 'paper-2')[0]).toEqual(named('paper-2'));
  const file: World = { kind: 'means', name: 'm', values: [1, 2], armCount: 2, rewards: 'exact' };
  expect(switchedWorlds(file, 'paper-2')[0]).toEqual(named('paper-2'));
});

test('recorded rewards keep their table while their fields change', () => {
  const world: World = {
    kind: 'rewards',
    name: 'r.csv',
    values: [1, 2, 3, 4],
    armCount: 2,
    against: 'fixed',
    smoothing: 2,
    rotated: true,
  };
  expect(worldFrom(world, textsOf(world))).toEqual(world);
  const texts = { ...textsOf(world), unit: '-5', against: 'smoothed', rotated: '0' };
  expect(worldFrom(world, texts)).toEqual({
    ...world,
    unit: -5,
    against: 'smoothed',
    rotated: false,
  });
  expect(() => worldFrom(world, { ...texts, smoothing: '3' })).toThrow(/smoothing must be.*to 2/);
  expect(() => worldFrom(world, { ...texts, unit: '0' })).toThrow(/unit must be/);
});

test('a drawn world gains and loses arms by its field', () => {
  const world: World = { kind: 'drawn', knots: [[0, 1]], horizon: 100, rewards: 'bernoulli' };
  const made = worldFrom(world, { ...textsOf(world), arms: '2', slots: '50' });
  expect(made).toEqual({
    ...world,
    knots: [
      [0, 1],
      [0.5, 0.5],
    ],
    horizon: 50,
  });
});

test('errors stand at the field that they name', () => {
  const keys = ['arms', 'slots', 'param:means', 'law:sd'];
  expect(fieldOf('arms must be 3', keys, 'law')).toBe('arms');
  expect(fieldOf('horizon must be 3', keys, 'law')).toBe('slots');
  expect(fieldOf('means must have one row', keys, 'param:breakpoints')).toBe('param:means');
  expect(fieldOf('sd must be', keys, 'law')).toBe('law:sd');
  expect(fieldOf('variation must be at most', keys, 'arms')).toBe('arms');
});

test('every environment and every law of the library can be chosen', () => {
  const shown = [...presetChoices, ...ownChoices].map(({ id }) => id);
  expect(shown.toSorted()).toEqual(environmentDefinitions.map(({ id }) => id).toSorted());
  expect(lawChoices.map(({ id }) => id)).toEqual(rewardLawDefinitions.map(({ id }) => id));
  const names = [...presetChoices, ...ownChoices].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
