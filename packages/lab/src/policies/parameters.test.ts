import { policyCatalogue } from '@driftline/core';
import { type Comparison, environmentOf, policyOf } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { firstVisit } from '../setting/examples.ts';
import { comparisonOf } from '../setting/setting.ts';
import {
  mainParameter,
  memorySentence,
  otherParameters,
  plainWarning,
  specWith,
} from './parameters.ts';
import { nextValue, scaleOf, shortValue, TRACK, valueNear } from './scale.ts';
import { theoryOf } from './theory.ts';

const comparison: Comparison = comparisonOf(firstVisit.setting);
const environment = environmentOf(comparison, 0);

function shown(spec: string) {
  const definition = policyCatalogue.find(spec.split(':')[0]);
  const prepared = { value: policyOf(comparison, spec, environment) };
  return { spec, style: 0, definition, label: definition.name, prepared };
}

const parameterOf = (policy: string, id: string) => {
  const found = policyCatalogue.find(policy).parameters.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${policy} has no ${id}`);
  return found;
};

const main = (id: string) => mainParameter(policyCatalogue.find(id));

describe('the main parameter', () => {
  test('is the one that tunes the memory', () => {
    const found = Object.fromEntries(policyCatalogue.list.map(({ id }) => [id, main(id)?.id]));
    expect(found).toMatchObject({
      'sw-moss': 'window',
      rexp3: 'window',
      'd-ucb': 'discount',
      'cusum-ucb': 'threshold',
      'glr-klucb': 'delta',
      cts: 'hazard',
      'sw-ucb-sharp': 'alpha',
    });
    for (const id of ['ucb1', 'moss', 'exp3', 'ts', 'uniform', 'oracle', 'oracle-restart']) {
      expect(found[id], id).toBeUndefined();
    }
  });

  test('can be played along its whole slider, in every policy', () => {
    for (const definition of policyCatalogue.list) {
      const parameter = mainParameter(definition);
      if (parameter === undefined) continue;
      const { horizon } = environment.means;
      const theory = theoryOf(shown(definition.id), parameter.id, comparison, environment);
      expect(theory, definition.id).toBeDefined();
      const scale = scaleOf(parameter, { horizon, theory });
      for (const position of [0, 1, 250, 500, 750, 999, TRACK]) {
        const value = String(scale.valueAt(position));
        const spec = specWith(definition, definition.id, parameter.id, value);
        expect(() => policyOf(comparison, spec, environment), spec).not.toThrow();
      }
    }
  });

  test('is not among the others, nor is what it says already', () => {
    const others = (spec: string) =>
      otherParameters(policyCatalogue.find(spec.split(':')[0]), spec).map(({ id }) => id);
    expect(others('sw-moss')).toEqual(['eta', 'scale']);
    expect(others('d-ucb')).toEqual(['xi', 'scale']);
    expect(others('d-ucb:volatility=0.01')).toEqual(['volatility', 'xi', 'scale']);
    expect(others('d-ucb:window=20')).toEqual(['window', 'xi', 'scale']);
    expect(others('ucb1')).toEqual(['scale']);
  });
});

describe('a spec', () => {
  const definition = policyCatalogue.find('sw-moss');

  test('has its parameters in the order of the definition', () => {
    expect(specWith(definition, 'sw-moss:eta=0.6', 'window', '25')).toBe(
      'sw-moss:window=25;eta=0.6',
    );
    expect(specWith(definition, 'sw-moss:window=25', 'window', '30')).toBe('sw-moss:window=30');
  });

  test('is bare once nothing is given', () => {
    expect(specWith(definition, 'sw-moss:window=25', 'window', undefined)).toBe('sw-moss');
  });

  test('keeps what is not known, for the library to refuse', () => {
    expect(specWith(definition, 'sw-moss:wndow=2', 'eta', '1')).toBe('sw-moss:eta=1;wndow=2');
  });
});

describe('the value of theory', () => {
  const theory = (spec: string, name: string) =>
    theoryOf(shown(spec), name, comparison, environment);

  test('is what a policy has without the parameter', () => {
    expect(theory('sw-moss', 'window')).toBe(203);
    expect(theory('sw-moss:window=25', 'window')).toBe(203);
    expect(theory('sw-moss:eta=3', 'eta')).toBe(1);
  });

  test('is there while another parameter is wrong, or none', () => {
    const definition = policyCatalogue.find('sw-moss');
    const broken = {
      ...shown('sw-moss'),
      spec: 'sw-moss:window=0',
      definition,
      prepared: { problem: 'window must be …' },
    };
    expect(theoryOf(broken, 'window', comparison, environment)).toBe(203);
    expect(theoryOf(broken, 'eta', comparison, environment)).toBeUndefined();
  });
});

describe('sliders', () => {
  const reach = { horizon: 5000, theory: 203 };
  const window = scaleOf(parameterOf('sw-moss', 'window'), reach);
  const discount = main('d-ucb');

  test('go by the logarithm of a window, to the horizon', () => {
    expect([0, TRACK / 2, TRACK].map(window.valueAt)).toEqual([1, 71, 5000]);
    expect(window.positionOf(71)).toBeCloseTo(TRACK / 2, -1);
    expect(window.positionOf(1e9)).toBe(TRACK);
  });

  test('go by the slots that a discount remembers', () => {
    if (discount === undefined) throw new Error('d-ucb has no discount');
    const scale = scaleOf(discount, { horizon: 5000, theory: 0.995 });
    expect([0, TRACK / 2, TRACK].map(scale.valueAt)).toEqual([0, 0.986, 0.9998]);
    expect(scale.positionOf(0.995)).toBeCloseTo(window.positionOf(200), 6);
  });

  test('take a position close to the tick for theory’s value', () => {
    const tick = window.positionOf(203);
    expect(valueNear(window, tick + 5, 203)).toBe(203);
    expect(valueNear(window, tick + 20, 203)).toBeGreaterThan(203);
    expect(valueNear(window, tick + 5, undefined)).not.toBe(203);
  });

  test('keys always reach another value, until the end', () => {
    expect(nextValue(window, 3, 1)).toBe(4);
    expect(nextValue(window, 3, -1)).toBe(2);
    expect(nextValue(window, 1, -1)).toBe(1);
    expect(nextValue(window, 5000, 50)).toBe(5000);
    expect(nextValue(window, 203, TRACK)).toBe(5000);
  });

  test('values are short', () => {
    if (discount === undefined) throw new Error('d-ucb has no discount');
    expect(shortValue(discount, 0.9950675758513391)).toBe('0.99507');
    expect(shortValue(discount, 0.5)).toBe('0.5');
    expect(shortValue(parameterOf('sw-moss', 'eta'), 1 / 3)).toBe('0.3333');
  });
});

describe('words', () => {
  test('every memory has a sentence of its own', () => {
    for (const definition of policyCatalogue.list) {
      expect(memorySentence(definition), definition.id).toMatch(/^[A-Z].{8,58}\.$/);
      if (definition.memory !== 'none') {
        expect(memorySentence(definition), definition.id).not.toBe(definition.summary);
      }
    }
    expect(memorySentence(policyCatalogue.find('rexp3'))).toBe('Restarts every Δ slots.');
    // Words of a plugin's own are told as they are; no policy of ours needs that.
    const own = policyCatalogue.list.filter((each) => memorySentence(each).startsWith('Memory:'));
    expect(own.map(({ id }) => id)).toEqual([]);
  });

  test('a warning begins in plain words and does not repeat the policy', () => {
    const warned = (spec: string) =>
      plainWarning(policyOf(comparison, spec, environment).warnings[0], 'sw-moss');
    expect(warned('sw-moss:window=2')).toMatch(
      /^Its memory is too short .* at once\. Details: a memory of 2 slots cannot hold .*\.$/,
    );
    expect(warned('sw-moss:window=1')).toContain('a memory of 1 slot cannot');
  });
});
