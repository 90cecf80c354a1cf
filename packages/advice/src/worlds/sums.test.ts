import { randomStream } from '@driftline/core';
import { expect, test } from 'vitest';
import type { WorldCourse } from '../contract/world.ts';
import { earnedBy, roomOf } from './sums.ts';

const SLOTS = 500;
const random = randomStream(6);
const path = {
  armCount: 3,
  bounds: Int32Array.of(0, 120, 121, 400, SLOTS),
  means: Float64Array.from({ length: 12 }, () => random.uniform()),
};
const arms = Uint16Array.from({ length: SLOTS }, () => random.below(3));
const eligible = Uint16Array.from({ length: SLOTS }, () => random.below(2));
const sets = [
  [0, 1, 2],
  [1, 2],
].map((set) => Uint16Array.from(set));

function meansAt(slot: number): Float64Array {
  const bin = path.bounds.findLastIndex((bound) => bound <= slot);
  return path.means.subarray(3 * bin, 3 * bin + 3);
}

test.each<[string, WorldCourse]>([
  ['all arms', { path, eligible: undefined, sets: [], due: undefined }],
  ['eligible arms', { path, eligible, sets, due: undefined }],
])('what is earned among %s is that of a walk from slot to slot', (_, course) => {
  let [best, uniform, earned] = [0, 0, 0];
  for (let slot = 0; slot < SLOTS; slot++) {
    const among = course.eligible === undefined ? sets[0] : sets[eligible[slot]];
    const means = Array.from(among, (arm) => meansAt(slot)[arm]);
    best += Math.max(...means);
    uniform += means.reduce((sum, mean) => sum + mean, 0) / means.length;
    earned += meansAt(slot)[arms[slot]];
  }
  const room = roomOf(course);
  expect(room.best).toBeCloseTo(best, 9);
  expect(room.uniform).toBeCloseTo(uniform, 9);
  expect(earnedBy(path, arms)).toBeCloseTo(earned, 9);
});
