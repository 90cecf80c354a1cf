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
} from '../../src/drawing/figures/theme.ts';
import { colourDistance, dashRatio, type Sight } from './sight.ts';

/** All pairs of the first places. */
const pairs = (count: number) =>
  Array.from({ length: count }, (_, b) => Array.from({ length: b }, (_, a) => [a, b])).flat();

describe('colours', () => {
  test('contrast is that of WCAG: 21 for black on white, 1 for a colour on itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast(AXIS, AXIS)).toBe(1);
  });

  test('text has 4.5 on paper, lines have 3', () => {
    for (const ink of [INK, SECOND_INK]) expect(contrast(ink, PAPER)).toBeGreaterThanOrEqual(4.5);
    for (let place = 0; place < 12; place++) {
      // #3aa687 is 2.98: a green that colour-blind readers distinguish from the others, and dashed.
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

  /** The least distance of colours between any two of the first policies. */
  const leastDistance = (count: number, sight: Sight) =>
    Math.min(
      ...pairs(count).map(([a, b]) =>
        colourDistance(policyStyle(a).colour, policyStyle(b).colour, sight),
      ),
    );

  test('four policies differ in colour for every reader, eight for those who see all colours', () => {
    expect(leastDistance(4, 'full')).toBeGreaterThan(25);
    expect(leastDistance(4, 'deuteranopia')).toBeGreaterThan(12);
    expect(leastDistance(4, 'protanopia')).toBeGreaterThan(15);
    expect(leastDistance(4, 'grey')).toBeGreaterThan(9);
    expect(leastDistance(8, 'full')).toBeGreaterThan(13);
  });

  test('sixteen policies differ in their dashes, which grey and colour-blind readers go by', () => {
    for (const [a, b] of pairs(16)) {
      const ratio = dashRatio(policyStyle(a).dash, policyStyle(b).dash);
      expect(ratio, `${a} and ${b}`).toBeGreaterThanOrEqual(1.8);
    }
  });

  test('no two of a hundred policies look the same, and none has the grey of the axis', () => {
    const styles = Array.from({ length: 100 }, (_, place) => policyStyle(place));
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(100);
    expect(styles.filter(({ colour }) => colour === AXIS)).toEqual([]);
  });

  test('every arm has its tone and its letter', () => {
    for (const count of [1, 2, 3, 7]) expect(new Set(armTones(count)).size).toBe(count);
    expect([0, 24, 25, 26, 27, 51, 52, 701, 702].map(armLetter)).toEqual(
      'A,Y,Z,AA,AB,AZ,BA,ZZ,AAA'.split(','),
    );
    const names = Array.from({ length: 4000 }, (_, arm) => armLetter(arm));
    expect(new Set(names).size).toBe(4000);
  });
});
