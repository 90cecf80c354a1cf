/** Products of the probabilities that forecasters with memories of several lengths gave to what came. */
import { exp, ln } from '@driftline/core/play';

/** Memories are 2⁵ … 2²³ rows; each has the same weight, however many of them a log has a use for. */
const SHORTEST = 5;
const LONGEST = 23;
const LN_WEIGHT = -ln(LONGEST - SHORTEST + 1);
/** Of a log's length, the shortest memory that it has a use for. */
const SHORTEST_SHARE = 1 / 512;

/** The memories that a log of so many rows has a use for, ascending. */
export function memoriesFor(rows: number): number[] {
  const all = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, i) => 2 ** (SHORTEST + i));
  const longest = Math.max(rows, all[0]);
  const shortest = Math.min(longest * SHORTEST_SHARE, all[all.length - 1]);
  return all.filter((memory) => memory >= shortest && memory <= longest);
}

/** Distances between rows of an arm up to which what is left of a memory is looked up. */
const TABLE = 256;
/** So many factors of a product, each above 2⁻²⁵, stay far above the smallest number. */
const FACTORS = 32;

/** ln of max_θ θ^sum (1 − θ)^(count − sum). */
function lnLargestLikelihood(sum: number, count: number): number {
  const rest = count - sum;
  const part = (size: number) => (size > 0 ? size * ln(size / count) : 0);
  return part(sum) + part(rest);
}

/**
 * Discounted Beta(½, ½) forecasts for each arm: what came d rows of the log ago counts e^(−d/memory).
 */
export class ForecastProducts {
  readonly #memories: readonly number[];
  /** Memories × distances. */
  readonly #left: Float64Array;
  readonly #lastRow: Float64Array;
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;
  /** Arms × memories: discounted counts and sums, products since they were last gathered, and those before in logarithms. */
  readonly #known: Float64Array;
  readonly #ones: Float64Array;
  readonly #product: Float64Array;
  readonly #lnProduct: Float64Array;

  constructor(armCount: number, memories: readonly number[]) {
    const cells = armCount * memories.length;
    this.#memories = memories;
    this.#left = Float64Array.from({ length: memories.length * TABLE }, (_, i) =>
      exp(-(i % TABLE) / memories[Math.floor(i / TABLE)]),
    );
    this.#lastRow = new Float64Array(armCount);
    this.#counts = new Float64Array(armCount);
    this.#sums = new Float64Array(armCount);
    this.#known = new Float64Array(cells);
    this.#ones = new Float64Array(cells);
    this.#product = new Float64Array(cells).fill(1);
    this.#lnProduct = new Float64Array(cells);
  }

  /** @param value - in [0, 1] */
  add(arm: number, value: number, row: number): void {
    const [memories, known, ones, product] = [
      this.#memories,
      this.#known,
      this.#ones,
      this.#product,
    ];
    const distance = row - this.#lastRow[arm];
    const isNear = distance < TABLE;
    let cell = arm * memories.length;
    for (let j = 0; j < memories.length; j++, cell++) {
      const left = isNear ? this.#left[j * TABLE + distance] : exp(-distance / memories[j]);
      const count = left * known[cell];
      const sum = left * ones[cell];
      const forecast = (sum + 0.5) / (count + 1);
      product[cell] *= chanceOf(value, forecast);
      known[cell] = count + 1;
      ones[cell] = sum + value;
    }
    this.#lastRow[arm] = row;
    this.#counts[arm] += 1;
    this.#sums[arm] += value;
    if (this.#counts[arm] % FACTORS === 0) this.#gather(arm);
  }

  #gather(arm: number): void {
    const { length } = this.#memories;
    for (let cell = arm * length; cell < (arm + 1) * length; cell++) {
      this.#lnProduct[cell] += ln(this.#product[cell]);
      this.#product[cell] = 1;
    }
  }

  /** The logarithm of an arm's e-value as it is now. */
  lnE(arm: number): number {
    this.#gather(arm);
    const { length } = this.#memories;
    const products = this.#lnProduct.subarray(arm * length, (arm + 1) * length);
    const most = products.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const sum = products.reduce((total, each) => total + exp(each - most), 0);
    const likelihood = lnLargestLikelihood(this.#sums[arm], this.#counts[arm]);
    // An arm without rewards shows nothing, either way.
    return this.#counts[arm] === 0 ? 0 : LN_WEIGHT + most + ln(sum) - likelihood;
  }
}

/** q^z (1 − q)^(1 − z). */
function chanceOf(value: number, forecast: number): number {
  if (value === 1) return forecast;
  if (value === 0) return 1 - forecast;
  return exp(value * ln(forecast) + (1 - value) * ln(1 - forecast));
}
