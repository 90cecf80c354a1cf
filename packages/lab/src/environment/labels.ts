/** Which arms are named at the ends of their lines, and where. */
import { placeApart } from '@driftline/engine/display';
import type { EnvironmentDigest } from './digest.ts';

/** What a label takes where there is room enough. */
export const LABEL_HEIGHT = 16;
/** Closer than this, letters of one line would touch those of the next. */
const LEAST_HEIGHT = 14;

/** A label's place: the middle of its text, and where its line ends. */
interface ArmLabelPlace {
  readonly arm: number;
  readonly centre: number;
  readonly target: number;
}

/** Arms by how long they are best, then by where they end. */
function byImportance({ lines, stretches }: EnvironmentDigest): number[] {
  const best = new Float64Array(lines.length);
  for (const { arm, from, to } of stretches) best[arm] += to - from;
  const last = (arm: number) => lines[arm].values.at(-1) ?? 0;
  return lines.map((_, arm) => arm).sort((a, b) => best[b] - best[a] || last(b) - last(a));
}

/**
 * As many labels as fit one under the other: of all arms, or of those that matter most. They move
 * closer together before one is left out.
 *
 * @param wanted - arms that are named in any case, at the cost of others
 */
export function placeArmLabels(
  digest: EnvironmentDigest,
  y: (value: number) => number,
  [top, bottom]: readonly [number, number],
  wanted: readonly (number | undefined)[] = [],
): ArmLabelPlace[] {
  const fit = Math.max(1, Math.floor((bottom - top) / LEAST_HEIGHT));
  const first = wanted.filter((arm) => arm !== undefined);
  const arms = [...new Set([...first, ...byImportance(digest)])].slice(0, fit);
  const targets = arms.map((arm) => y(digest.lines[arm].values.at(-1) ?? 0));
  const height = Math.min(LABEL_HEIGHT, (bottom - top) / arms.length);
  const heights = arms.map(() => height);
  const centres = placeApart(targets, heights, top, bottom);
  return arms.map((arm, i) => ({ arm, centre: centres[i], target: targets[i] }));
}

/** The arm whose label is at a height: the nearest, where labels stand close together. */
export function labelledArm(labels: readonly ArmLabelPlace[], height: number): number | undefined {
  let nearest: number | undefined;
  let least = LABEL_HEIGHT / 2;
  for (const { arm, centre } of labels) {
    const distance = Math.abs(height - centre);
    if (distance <= least) [nearest, least] = [arm, distance];
  }
  return nearest;
}
