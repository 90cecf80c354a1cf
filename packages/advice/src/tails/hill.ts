/**
 * How heavy a tail is, by its largest values x₁ ≥ … ≥ xₖ₊₁. If sizes beyond xₖ₊₁ are rarer by the power α of their size,
 * logarithms of x/xₖ₊₁ are exponential with mean 1/α. So α̂ = 1/avg ln(xᵢ/xₖ₊₁) (Hill, 1975), and 2k α/α̂ has a χ² law
 * with 2k degrees of freedom, from which the interval is.
 *
 * k = ⌊√n⌋: a larger share of the values would call exponential tails heavy.
 */
import { ln } from '@driftline/core/play';

const Z = 1.959963984540054;

/** An estimate of a tail's power. */
export interface Hill {
  readonly index: number;
  /** 95 %. */
  readonly low: number;
  readonly high: number;
  /** k. */
  readonly count: number;
  /**
   * The moment estimate of 1/α, which for tails that are no power is about 0 or below, and its standard error if it is 0
   * (Dekkers, Einmahl and de Haan, 1989).
   */
  readonly shape: number;
  readonly shapeError: number;
}

/** The share of the χ² law with `degrees` that lies below is that of a standard normal law below `z` (Wilson and Hilferty). */
function chiSquareAt(degrees: number, z: number): number {
  const ninth = 2 / (9 * degrees);
  return degrees * (1 - ninth + z * Math.sqrt(ninth)) ** 3;
}

/** 95 % for the power of a tail that is one from its k-th largest value on. */
export function indexRange(index: number, count: number): [number, number] {
  const at = (z: number) => (index * chiSquareAt(2 * count, z)) / (2 * count);
  return [at(-Z), at(Z)];
}

/** @param largest - descending; all but the last count. Undefined where the last is not positive, or none is larger */
export function hill(largest: Float64Array): Hill | undefined {
  const count = largest.length - 1;
  const limit = largest[count];
  if (!(count >= 1 && limit > 0 && largest[0] > limit)) return undefined;
  let [first, second] = [0, 0];
  for (let i = 0; i < count; i++) {
    const size = ln(largest[i] / limit);
    first += size / count;
    second += (size * size) / count;
  }
  const index = 1 / first;
  const [low, high] = indexRange(index, count);
  const shape = first + 1 - 0.5 / (1 - (first * first) / second);
  return { index, low, high, count, shape, shapeError: 1 / Math.sqrt(count) };
}
