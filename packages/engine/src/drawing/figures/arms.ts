/** Ribbons of arms: stretches of slots as rectangles with letters. */
import type { BestArmStretch, EnvironmentResult } from '../../play/result.ts';
import { textElement } from './lettering.ts';
import { baseline, coordinate } from './svg.ts';
import { textWidth } from './text.ts';
import { armLetter, armTones, STRONG, textOn } from './theme.ts';

/** An arm from `from` to `to`, on any scale. */
export interface ArmStretch {
  readonly from: number;
  readonly to: number;
  readonly arm: number;
}

/** Equal neighbours as one stretch, so that no seam shows between them. */
export function mergedStretches(stretches: readonly ArmStretch[]): ArmStretch[] {
  const merged: ArmStretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (last?.arm === stretch.arm) merged[merged.length - 1] = { ...last, to: stretch.to };
    else merged.push(stretch);
  }
  return merged;
}

/** Arms of equal bins of slots. */
export function binnedStretches(arms: readonly number[], horizon: number): ArmStretch[] {
  const edge = (bin: number) => Math.floor((bin * horizon) / arms.length);
  return mergedStretches(arms.map((arm, bin) => ({ from: edge(bin), to: edge(bin + 1), arm })));
}

/** Finer than this no stretch can be seen. */
const MOST_STRETCHES = 400;

/** The arm that is best for longest in each of some equal bins. */
function mainArms(stretches: readonly ArmStretch[], armCount: number, horizon: number): number[] {
  let next = 0;
  return Array.from({ length: MOST_STRETCHES }, (_, bin) => {
    const from = (bin * horizon) / MOST_STRETCHES;
    const to = ((bin + 1) * horizon) / MOST_STRETCHES;
    const shares = new Array<number>(armCount).fill(0);
    while (next > 0 && stretches[next].from > from) next -= 1;
    for (; next < stretches.length && stretches[next].from < to; next++) {
      const stretch = stretches[next];
      shares[stretch.arm] += Math.max(0, Math.min(to, stretch.to) - Math.max(from, stretch.from));
    }
    next = Math.max(0, next - 1);
    return shares.reduce((most, share, arm) => (share > shares[most] ? arm : most), 0);
  });
}

/** The best arm over time; where it changes too often to be seen, the main one of each bin. */
export function bestArmRibbon(environment: EnvironmentResult): ArmStretch[] {
  const { bestArms, armCount, horizon } = environment;
  const stretches = bestArms.map(({ slot, arm }: BestArmStretch, i) => ({
    from: slot - 1,
    to: (bestArms[i + 1]?.slot ?? horizon + 1) - 1,
    arm,
  }));
  if (stretches.length <= MOST_STRETCHES) return stretches;
  return binnedStretches(mainArms(stretches, armCount, horizon), horizon);
}

/** Each rectangle reaches below the next one: where they only touched, paper would shine through. */
const OVERLAP = 1;

/** Draws a ribbon between two heights; letters stand where they fit. */
export function drawRibbon(
  stretches: readonly ArmStretch[],
  armCount: number,
  along: (slot: number) => number,
  top: number,
  height: number,
): string {
  const tones = armTones(armCount);
  const end = along(stretches[stretches.length - 1].to);
  const rectangles = stretches.map(({ from, to, arm }) => {
    const left = along(from);
    const width = Math.min(along(to) + OVERLAP, end) - left;
    return `<rect x="${coordinate(left)}" y="${coordinate(top)}" width="${coordinate(width)}" height="${coordinate(height)}" fill="${tones[arm]}"/>`;
  });
  const letters = stretches.flatMap(({ from, to, arm }) => {
    const [left, right] = [along(from), along(to)];
    const letter = armLetter(arm);
    if (right - left < textWidth(letter, STRONG) + 6) return [];
    const style = { anchor: 'middle', weight: STRONG, fill: textOn(tones[arm]) } as const;
    return [textElement((left + right) / 2, baseline(top + height / 2), letter, style)];
  });
  // Without crisp edges, those of rectangles would be blended with the paper.
  return `<g shape-rendering="crispEdges">${rectangles.join('')}</g>${letters.join('')}`;
}
