import { expect, test } from 'vitest';
import { editDistance, nearest, suggestion } from './nearest.ts';

test('edit distance counts insertions, deletions, replacements and swaps', () => {
  expect(editDistance('', 'moss')).toBe(4);
  expect(editDistance('moss', 'moss')).toBe(0);
  expect(editDistance('sinusiod', 'sinusoid')).toBe(1);
  expect(editDistance('ramps', 'ramp')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(3);
});

test('the nearest word, the first of equals, without regard to case', () => {
  expect(nearest('SW-MOS', ['moss', 'sw-moss', 'sw-ucb'])).toBe('sw-moss');
  expect(nearest('x', ['a', 'b'])).toBe('a');
  expect(nearest('x', [])).toBeUndefined();
});

test('the suggestion lists what is accepted', () => {
  expect(suggestion('perid', ['center', 'period'])).toBe(
    "did you mean 'period'? Accepted: center, period",
  );
  expect(suggestion('x', [])).toBe('none is accepted here');
});
