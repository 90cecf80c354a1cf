import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { yamlText } from './yaml-text.ts';

test('an experiment looks as a YAML library would write it', () => {
  const data = {
    name: 'paper-2',
    environments: [
      { environment: 'sinusoid:amplitude=0.3;period=2000', horizon: 500, noise: undefined },
    ],
    policies: ['sw-moss', 'd-ucb:discount=0.99;xi=0.6'],
    rewardRange: [-2, 0.25],
    checkpoints: { count: 100, spacing: 'linear' },
    rotated: false,
  };
  expect(yamlText(data)).toBe(stringify(data, { lineWidth: 0 }));
});

test('reads back as it was, whatever texts it holds', () => {
  const awkward = fc.constantFrom(
    '',
    ' ',
    'a: b',
    'a #b',
    '- a',
    'No',
    '1e3',
    '~',
    'a\nb',
    'ü',
    '\u2028',
    'a:',
    ' a',
  );
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), awkward);
  const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
  const data = fc.record({
    name: text,
    list: fc.array(scalar, { minLength: 1 }),
    maps: fc.array(fc.record({ first: scalar, second: scalar }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(data, (given) => {
      const read = parse(yamlText(given));
      // A minus sign before 0 is not kept, as in JSON.
      expect(JSON.stringify(read)).toBe(JSON.stringify(given));
    }),
    { seed: 1, numRuns: 500 },
  );
});
