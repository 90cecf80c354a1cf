/**
 * Means between knots: a monotone cubic (Fritsch and Carlson, 1980), which never leaves the range of
 * the two knots that it runs between, so that a mean drawn within [0, 1] stays there.
 */

/** Slopes at the knots, limited so that no piece overshoots. */
function slopesOf(values: readonly number[]): number[] {
  const steps = values.slice(1).map((value, i) => value - values[i]);
  return values.map((_, i) => {
    const before = steps[i - 1] ?? 0;
    const after = steps[i] ?? 0;
    if (i === 0 || i === values.length - 1) {
      // One-sided at the ends.
      return i === 0 ? after : before;
    }
    if (before * after <= 0) return 0;
    // The harmonic mean keeps within three times the smaller step, where pieces stay monotone.
    return (2 * before * after) / (before + after);
  });
}

/** The value at a place between two knots; `share` is from 0 to 1. */
function between(from: number, to: number, slopeFrom: number, slopeTo: number, share: number) {
  const squared = share * share;
  const cubed = squared * share;
  const value =
    (2 * cubed - 3 * squared + 1) * from +
    (cubed - 2 * squared + share) * slopeFrom +
    (3 * squared - 2 * cubed) * to +
    (cubed - squared) * slopeTo;
  // Rounding alone could leave the range of the two knots.
  return Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
}

/** Row-major means of all slots: the first knot is the first slot, the last knot the last one. */
export function drawnMeans(
  knots: readonly (readonly number[])[],
  horizon: number,
): Float64Array<ArrayBuffer> {
  const armCount = knots.length;
  const means = new Float64Array(horizon * armCount);
  knots.forEach((values, arm) => {
    const slopes = slopesOf(values);
    const pieces = values.length - 1;
    if (pieces === 0) {
      for (let slot = 0; slot < horizon; slot++) means[slot * armCount + arm] = values[0];
      return;
    }
    for (let slot = 0; slot < horizon; slot++) {
      const place = horizon === 1 ? 0 : (slot / (horizon - 1)) * pieces;
      const piece = Math.min(Math.floor(place), pieces - 1);
      means[slot * armCount + arm] = between(
        values[piece],
        values[piece + 1],
        slopes[piece],
        slopes[piece + 1],
        place - piece,
      );
    }
  });
  return means;
}

/** Where knots stand: equally spaced slots, counted from 0. */
export function knotSlots(count: number, horizon: number): number[] {
  const pieces = Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => Math.round((i / pieces) * (horizon - 1)));
}
