import { expect, test } from 'vitest';
import { visibleText } from '../src/terminal/visible-text.ts';

test('what would move the cursor, set colours or turn the direction is shown', () => {
  expect(visibleText('a\u001b[31mred\u0007\r\u009b2J\u202egnp.exe')).toBe(
    'a\\u001b[31mred\\u0007\\u000d\\u009b2J\\u202egnp.exe',
  );
});

test('lines, tabs, accents, signs and formulas stay as they are', () => {
  const text = 'two\nlines\tand é, −0.5, τ ≥ 5, 10⁻¹²\u202f×, 日本';
  expect(visibleText(text)).toBe(text);
});
