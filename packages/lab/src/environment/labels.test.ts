import { describe, expect, test } from 'vitest';
import { digestMeans } from './digest.ts';
import { labelledArm, placeArmLabels } from './labels.ts';

const ROOM = [0, 146] as const;
const y = (value: number) => 138 - 130 * value;

/** Arms that all end close to one another, the last one best. */
function crowd(armCount: number) {
  return digestMeans(
    {
      armCount,
      horizon: 100,
      value: (_, arm) => 0.5 + arm / 1000,
      bestArm: () => armCount - 1,
    },
    400,
  );
}

describe.each([
  { armCount: 1, height: 16 },
  { armCount: 3, height: 16 },
  { armCount: 9, height: 16 },
  // Closer together, so that none is left out.
  { armCount: 10, height: 14.6 },
  { armCount: 50, height: 14.6 },
])('labels of $armCount arms', ({ armCount, height }) => {
  const labels = placeArmLabels(crowd(armCount), y, ROOM);

  test('never overlap, and stay where they have room', () => {
    const centres = labels.map(({ centre }) => centre).sort((a, b) => a - b);
    for (const [i, centre] of centres.entries()) {
      expect(centre - height / 2).toBeGreaterThanOrEqual(ROOM[0] - 1e-9);
      expect(centre + height / 2).toBeLessThanOrEqual(ROOM[1] + 1e-9);
      if (i > 0) expect(centre - centres[i - 1]).toBeGreaterThanOrEqual(height - 1e-9);
    }
  });

  test('are those of the arms that matter, and of whichever is wanted', () => {
    expect(labels.length).toBe(Math.min(armCount, 10));
    expect(labels.map(({ arm }) => arm)).toContain(armCount - 1);
    const wanted = placeArmLabels(crowd(armCount), y, ROOM, [0, undefined]);
    expect(wanted.map(({ arm }) => arm)).toContain(0);
    expect(wanted.length).toBe(labels.length);
  });

  test('are found by their heights', () => {
    for (const { arm, centre } of labels) {
      for (const aside of [-7, 0, 7]) expect(labelledArm(labels, centre + aside)).toBe(arm);
    }
    expect(labelledArm(labels, 1000)).toBeUndefined();
  });
});
