import { expect, it } from 'vitest';
import { twoTo } from './powers-of-two.ts';

it('holds every power of two exactly', () => {
  for (let k = -1074; k <= 1023; k++) expect(twoTo(k)).toBe(2 ** k);
});
