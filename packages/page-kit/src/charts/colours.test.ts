import { contrast } from '@driftline/engine/display';
import { expect, test } from 'vitest';
import { armColour, type Tones, textOnArm } from './colours.ts';

const light: Tones = ['#1d3a45', '#467a7f', '#a98f4e'];
const dark: Tones = ['#6492a0', '#93c4bf', '#e3cf97'];

test('three arms have the three tones', () => {
  expect([0, 1, 2].map((arm) => armColour(arm, 3, light))).toEqual([...light]);
});

test('more arms lie between, the ends being the ends', () => {
  expect(armColour(0, 5, dark)).toBe(dark[0]);
  expect(armColour(2, 5, dark)).toBe(dark[1]);
  expect(armColour(4, 5, dark)).toBe(dark[2]);
  // Half-way in OKLab between #000000 and #ffffff is a lightness of 0.5, which is #636363.
  expect(armColour(1, 5, ['#000000', '#ffffff', '#ffffff'])).toBe('#636363');
});

test('letters on any arm have a contrast of at least 4.5', () => {
  for (const tones of [light, dark]) {
    for (let armCount = 1; armCount <= 50; armCount++) {
      for (let arm = 0; arm < armCount; arm++) {
        const ground = armColour(arm, armCount, tones);
        expect(contrast(ground, textOnArm(arm, armCount, tones))).toBeGreaterThan(4.5);
      }
    }
  }
});
