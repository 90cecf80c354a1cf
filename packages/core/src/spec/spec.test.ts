import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSpec, splitList, writeSpec } from './spec.ts';

describe('parseSpec', () => {
  test('a bare id, and an id with parameters', () => {
    expect(parseSpec('paper-2')).toEqual({ id: 'paper-2', params: {} });
    expect(parseSpec(' sw-rmoss: a = 1.1 ; zeta=2.2 ')).toEqual({
      id: 'sw-rmoss',
      params: { a: '1.1', zeta: '2.2' },
    });
    expect(parseSpec('piecewise:means=0.9/-0.5|1e-3/0').params).toEqual({
      means: '0.9/-0.5|1e-3/0',
    });
  });

  test.each([
    ['', "a name must come first, as in 'name:parameter=value'; got ''"],
    [':a=1', "a name must come first, as in 'name:parameter=value'; got ':a=1'"],
    [
      'moss:',
      "a parameter must be written name=value, with ';' between parameters; got '' in 'moss:'",
    ],
    [
      'moss:eta',
      "a parameter must be written name=value, with ';' between parameters; got 'eta' in 'moss:eta'",
    ],
    [
      'moss:eta=',
      "a parameter must be written name=value, with ';' between parameters; got 'eta=' in 'moss:eta='",
    ],
    [
      'moss:__proto__=1',
      "a parameter must be written name=value, with ';' between parameters; got '__proto__=1' in 'moss:__proto__=1'",
    ],
    ['moss:eta=1;eta=2', "eta must be given once; got it twice in 'moss:eta=1;eta=2'"],
  ])('refuses %j', (text, message) => {
    expect(() => parseSpec(text)).toThrow(message);
  });

  test('reads back what was written', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const params = fc.dictionary(word, fc.stringMatching(/^[0-9./|-]{1,8}$/), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(word, params, (id, expected) => {
        const parts = Object.entries(expected).map(([name, value]) => `${name}=${value}`);
        const text = parts.length === 0 ? id : `${id}:${parts.join(';')}`;
        expect(parseSpec(text)).toEqual({ id, params: expected });
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('writeSpec', () => {
  test('a bare id, numbers, words, lists and tables', () => {
    expect(writeSpec('paper-2', {})).toBe('paper-2');
    expect(writeSpec('sw-moss', { window: 200, eta: '0.6' })).toBe('sw-moss:window=200;eta=0.6');
    const params = {
      means: [
        [0.9, -0.5],
        [1e-3, 0],
      ],
      phases: [0, 2],
    };
    expect(writeSpec('mine', params)).toBe('mine:means=0.9/-0.5|0.001/0;phases=0/2');
  });

  test('what is read is written again', () => {
    for (const spec of ['moss', 'sw-rmoss:a=1.1;zeta=2.2', 'piecewise:means=0.9/-0.5|1e-3/0']) {
      const { id, params } = parseSpec(spec);
      expect(writeSpec(id, params)).toBe(spec);
    }
  });
});

describe('splitList', () => {
  test('splits at commas and drops blanks', () => {
    expect(splitList('moss, sw-rmoss:a=1.1;zeta=2.2 ,d-ucb')).toEqual([
      'moss',
      'sw-rmoss:a=1.1;zeta=2.2',
      'd-ucb',
    ]);
  });

  test.each(['', 'moss,', 'a,,b'])('refuses %j', (text) => {
    expect(() => splitList(text)).toThrow(
      `a list must be names separated by single commas, with ';' between parameters; got '${text}'`,
    );
  });
});
