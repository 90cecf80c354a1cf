import { Floats } from '../portable/base/language.ts';
import { ThetaPath } from '../portable/means/theta-path.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';

/** A random vector of length 1, all directions being equally likely. */
export function drawDirection(dimension: number, random: Random): number[] {
  while (true) {
    const vector = Array.from({ length: dimension }, () => normal(random));
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (norm > 0) return vector.map((value) => value / norm);
  }
}

/** The slots of n changes, counted from 0: each is near the middle of its part of the horizon, at most 0.4 parts from it. */
export function drawJumps(changes: number, horizon: number, random: Random): number[] {
  return Array.from({ length: changes }, (_, i) => {
    const parts = i + 0.5 + 0.4 * (2 * random.uniform() - 1);
    return Math.floor((horizon * parts) / changes);
  });
}

/**
 * A path of rows, each in force from its slot on. A row whose slot is no later than that before replaces it, and rows
 * beyond the horizon are left out.
 */
export function pathOf(
  blocks: number,
  dimension: number,
  horizon: number,
  rows: readonly { readonly start: number; readonly theta: readonly number[] }[],
): ThetaPath {
  const kept = rows.filter(({ start }, i) => {
    const next = rows[i + 1]?.start ?? horizon;
    return start < horizon && next > start;
  });
  const starts = Int32Array.from(kept, ({ start }, i) => (i === 0 ? 0 : start));
  return new ThetaPath(blocks, dimension, starts, Floats.from(kept.flatMap(({ theta }) => theta)));
}

/** Returns true if two rows of a table hold the same numbers. */
function areEqual(rows: Floats, first: number, second: number, width: number): boolean {
  for (let i = 0; i < width; i++) {
    if (rows[first * width + i] !== rows[second * width + i]) return false;
  }
  return true;
}

/** A path that is written slot by slot. A slot that changes nothing has no row of its own. */
export function pathBySlot(
  blocks: number,
  dimension: number,
  horizon: number,
  write: (slot: number, row: Floats) => void,
): ThetaPath {
  const width = blocks * dimension;
  const rows = new Floats(horizon * width);
  const starts: number[] = [];
  for (let slot = 0; slot < horizon; slot++) {
    const next = starts.length;
    write(slot, rows.subarray(next * width, (next + 1) * width));
    if (next === 0 || !areEqual(rows, next, next - 1, width)) starts.push(slot);
  }
  const kept = rows.slice(0, starts.length * width);
  return new ThetaPath(blocks, dimension, Int32Array.from(starts), kept);
}
