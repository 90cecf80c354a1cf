import { createEnvironment, environmentCatalogue, lawCatalogue } from '@driftline/core';
import { expect, test } from 'vitest';
import { lawChoices, ownChoices, presetChoices } from '../environment/names.ts';
import {
  environmentFrom,
  fieldOf,
  switchedEnvironments,
  textsOf,
  withText,
} from './environment-draft.ts';
import type { ChosenEnvironment } from './setting.ts';

const named = (spec: string): ChosenEnvironment => ({ kind: 'named', spec });

test('the fields of every environment make the same environment again', () => {
  for (const { id } of environmentCatalogue.list) {
    expect(environmentFrom(named(id), textsOf(named(id)))).toEqual(named(id));
  }
  const environment: ChosenEnvironment = {
    kind: 'named',
    spec: 'sinusoid:amplitude=0.2;period=500',
    armCount: 5,
    horizon: 1000,
    rewards: 'gaussian:sd=0.1',
  };
  expect(environmentFrom(environment, textsOf(environment))).toEqual(environment);
});

test('what is at its default is not written', () => {
  const environment = named('paper-2');
  const texts = { ...textsOf(environment), 'param:amplitude': '0.30', arms: '3', slots: '5000' };
  expect(environmentFrom(environment, texts)).toEqual(environment);
  const heavy = named('paper-heavy');
  expect(textsOf(heavy)).toMatchObject({ law: 'pareto', 'law:xi': '0.4' });
  expect(environmentFrom(heavy, withText(textsOf(heavy), 'law:xi', '0.2'))).toEqual({
    ...heavy,
    rewards: 'pareto:xi=0.2',
  });
});

test('a changed field changes the environment, and a bad one is reported in the library’s words', () => {
  const environment = named('sinusoid');
  const change = (key: string, text: string) =>
    environmentFrom(environment, withText(textsOf(environment), key, text));
  expect(change('param:period', '700')).toEqual(named('sinusoid:period=700'));
  expect(() => change('param:period', '-1')).toThrow('period must be a number > 0; got -1');
  expect(() => change('param:period', '7;center=2')).toThrow(/period must be a number > 0/);
  expect(() => change('arms', '0')).toThrow('arms must be an integer >= 1 and <= 50; got 0');
  expect(() => change('slots', '')).not.toThrow();
  expect(() =>
    environmentFrom(named('brownian'), {
      ...textsOf(named('brownian')),
      arms: '50',
      slots: '1000000',
    }),
  ).toThrow(/at most 5000000/);
});

test('lists and tables are text, and imply the arms', () => {
  const environment = named('piecewise');
  const texts = {
    ...textsOf(environment),
    'param:breakpoints': '1000',
    'param:means': '0.9/0.5/0.1/0.2|0.1/0.5/0.9/0.2',
  };
  const made = environmentFrom(environment, texts);
  expect(made).toEqual(named('piecewise:breakpoints=1000;means=0.9/0.5/0.1/0.2|0.1/0.5/0.9/0.2'));
  expect(createEnvironment(made.kind === 'named' ? made.spec : '').means.armCount).toBe(4);
});

test('another law drops the parameters of the one before', () => {
  const texts = textsOf({ kind: 'named', spec: 'paper-2', rewards: 'gaussian:sd=0.1' });
  expect(withText(texts, 'law', 'student-t')).toEqual({ law: 'student-t' });
});

test('another environment keeps the size that was chosen, and the law where it fits', () => {
  const from: ChosenEnvironment = {
    kind: 'named',
    spec: 'paper-2',
    armCount: 5,
    horizon: 800,
    rewards: 'gaussian',
  };
  expect(switchedEnvironments(from, 'brownian')[0]).toEqual({
    kind: 'named',
    spec: 'brownian',
    armCount: 5,
    horizon: 800,
    rewards: 'gaussian',
  });
  expect(switchedEnvironments(named('sinusoid:amplitude=0.1'), 'paper-2')[0]).toEqual(
    named('paper-2'),
  );
  const file: ChosenEnvironment = {
    kind: 'means',
    name: 'm',
    values: [1, 2],
    armCount: 2,
    rewards: 'exact',
  };
  expect(switchedEnvironments(file, 'paper-2')[0]).toEqual(named('paper-2'));
});

test('recorded rewards keep their table while their fields change', () => {
  const environment: ChosenEnvironment = {
    kind: 'rewards',
    name: 'r.csv',
    values: [1, 2, 3, 4],
    armCount: 2,
    against: 'fixed',
    smoothing: 2,
    rotated: true,
  };
  expect(environmentFrom(environment, textsOf(environment))).toEqual(environment);
  const texts = { ...textsOf(environment), unit: '-5', against: 'smoothed', rotated: '0' };
  expect(environmentFrom(environment, texts)).toEqual({
    ...environment,
    unit: -5,
    against: 'smoothed',
    rotated: false,
  });
  expect(() => environmentFrom(environment, { ...texts, smoothing: '3' })).toThrow(
    /smoothing must be at most 2, the number of slots; got 3/,
  );
  expect(() => environmentFrom(environment, { ...texts, unit: '0' })).toThrow(/unit must be/);
});

test('a drawn environment gains and loses arms by its field', () => {
  const environment: ChosenEnvironment = {
    kind: 'drawn',
    knots: [[0, 1]],
    horizon: 100,
    rewards: 'bernoulli',
  };
  const made = environmentFrom(environment, { ...textsOf(environment), arms: '2', slots: '50' });
  expect(made).toEqual({
    ...environment,
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
  expect(shown.toSorted()).toEqual(environmentCatalogue.ids.toSorted());
  expect(lawChoices.map(({ id }) => id)).toEqual(lawCatalogue.ids);
  const names = [...presetChoices, ...ownChoices].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
