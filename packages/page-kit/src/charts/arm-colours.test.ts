/**
 * Arms in the lab's tones: bands that lie on each other must differ to every eye, and in grey print. Of more arms
 * than these, letters, labels and dashes tell them apart.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colourDistance, type Sight } from '../../../engine/test/figures/sight.ts';
import { armColour, type Tones } from './colours.ts';

const text = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

function tonesOf(block: string): Tones {
  const tone = (name: string) => new RegExp(`--arm-${name}: (#\\w{6})`).exec(block)?.[1] ?? '';
  return [tone('first'), tone('middle'), tone('last')];
}

const [light, dark] = text.split(':root').slice(1).map(tonesOf);

/** The least distance between neighbours of so many arms. */
function least(armCount: number, tones: Tones, sight: Sight): number {
  const colours = Array.from({ length: armCount }, (_, arm) => armColour(arm, armCount, tones));
  return Math.min(...colours.slice(1).map((each, i) => colourDistance(each, colours[i], sight)));
}

const SIGHTS: readonly Sight[] = ['full', 'deuteranopia', 'protanopia', 'grey'];

test.each(SIGHTS)(
  'bands of four arms on paper, of three in the dark, differ to sight that is %s',
  (sight) => {
    for (const count of [2, 3, 4]) expect(least(count, light, sight)).toBeGreaterThan(7);
    for (const count of [2, 3]) expect(least(count, dark, sight)).toBeGreaterThan(6.5);
  },
);
