/** Where the labels at the ends of lines stand, and what of them there is room for. */

import {
  formatEstimates,
  formatNumber,
  placeApart,
  policyNames,
  textWidth,
} from '@driftline/engine/display';
import type { PolicyResult } from '@driftline/engine/play';

const FONT_SIZE = 13;
const STRONG = 600;
const VALUE_GAP = 8;
/** Of a label on one line, and on two. */
const HEIGHTS = { 1: 17, 2: 32 } as const;

/** What a label says. */
export interface LabelText {
  readonly name: string;
  /** The mean with half its interval, and the mean alone. */
  readonly value: string;
  readonly mean: string;
}

/** A label that has its place. */
interface PlacedLabel {
  readonly name: string;
  readonly value: string;
  /** The middle of its first line, where its line sample stands. */
  readonly y: number;
  /** Whether the value stands below the name. */
  readonly stacked: boolean;
}

/** Labels of a comparison's policies, in their order. */
export function labelTexts(policies: readonly PolicyResult[]): LabelText[] {
  const names = policyNames(policies);
  const values = formatEstimates(
    policies.map(({ regret: { mean, low, high } }) => ({ mean, half: (high - low) / 2 })),
  );
  return policies.map(({ regret }, i) => ({
    name: names[i],
    value: values[i],
    mean: formatNumber(regret.mean, 3),
  }));
}

function nameWidth(name: string): number {
  return textWidth(name, STRONG, FONT_SIZE);
}

/** A text with as much of its beginning left as fits; at least a letter. */
function shortened(beginning: string, rest: string, room: number): string {
  const letters = [...beginning];
  const text = () => `${letters.join('').trimEnd()}…${rest}`;
  while (letters.length > 1 && nameWidth(text()) > room) letters.pop();
  return text();
}

/** A name that fits. Where it does not, its end gives way, but rather not the parameters in it. */
export function cutName(name: string, room: number): string {
  if (nameWidth(name) <= room) return name;
  const start = name.indexOf(' (');
  const withParameters = start < 0 ? '' : shortened(name.slice(0, start), name.slice(start), room);
  const fits = start >= 0 && nameWidth(withParameters) <= room;
  return fits ? withParameters : shortened(name, '', room);
}

/** How labels are set: on one line, on two, or on one with less said. */
type Setting = 'line' | 'stack' | 'short';

function settingFor(
  texts: readonly LabelText[],
  room: number,
  height: number,
  stacks: boolean,
): Setting {
  const fits = texts.every(
    ({ name, value }) => nameWidth(name) + VALUE_GAP + textWidth(value, 400, FONT_SIZE) <= room,
  );
  if (fits && !stacks) return 'line';
  return texts.length * HEIGHTS[2] <= height ? 'stack' : 'short';
}

/** The least height in which all labels find room. */
export function leastHeight(count: number): number {
  return count * HEIGHTS[1];
}

/**
 * Places labels as near to the ends of their lines as they can be without overlap.
 *
 * @param targets - where the lines end
 * @param room - the width that a label's text may take
 * @param stacks - whether values stand below names wherever there is room
 */
export function placeLabels(
  texts: readonly LabelText[],
  targets: readonly number[],
  { room, top, bottom, stacks }: { room: number; top: number; bottom: number; stacks: boolean },
): PlacedLabel[] {
  const setting = settingFor(texts, room, bottom - top, stacks);
  const stacked = setting === 'stack';
  const height = HEIGHTS[stacked ? 2 : 1];
  // The first line should meet the line's end, so the middle of a taller label lies lower.
  const below = (height - HEIGHTS[1]) / 2;
  const centres = placeApart(
    targets.map((target) => target + below),
    texts.map(() => height),
    top - HEIGHTS[1] / 2,
    // Below there are words about the axis.
    bottom + 2,
  );
  return texts.map(({ name, value, mean }, i) => {
    const shown = setting === 'short' ? mean : value;
    const nameRoom = stacked ? room : room - VALUE_GAP - textWidth(shown, 400, FONT_SIZE);
    return { name: cutName(name, nameRoom), value: shown, y: centres[i] - below, stacked };
  });
}
