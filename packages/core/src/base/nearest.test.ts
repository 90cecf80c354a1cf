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
  expect(nearest('ucb2', ['ucb1', 'ucb3'])).toBe('ucb1');
  expect(nearest('x', [])).toBeUndefined();
});

test('a word that another begins with means that one', () => {
  expect(nearest('amp', ['center', 'amplitude', 'period'])).toBe('amplitude');
});

test('nothing is suggested where nothing is near', () => {
  expect(nearest('window', ['scale', 'ties'])).toBeUndefined();
  expect(suggestion('nope', ['ramp', 'sinusoid'])).toBe('accepted: ramp, sinusoid');
});

test('the suggestion lists what is accepted', () => {
  expect(suggestion('perid', ['center', 'period'])).toBe(
    "did you mean 'period'? Accepted: center, period",
  );
  expect(suggestion('x', [])).toBe('no name is accepted here');
});

test('the suggestion leaves out a list of more than 20 names', () => {
  const names = Array.from({ length: 21 }, (_, i) => `policy-${i}`);
  expect(suggestion('policy-8x', names)).toBe("did you mean 'policy-8'?");
  expect(suggestion('nope', names)).toBe(`accepted: ${names.join(', ')}`);
});
