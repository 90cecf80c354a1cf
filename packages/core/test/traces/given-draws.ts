/** Random sources whose draws are given. */
import { Random } from '../../src/portable/random/generator.ts';

/** The right end of the second lowest layer of the normal law, and how much of it surely lies below the density. */
const LAYER_END = 3.654152885361009;
const SURELY_BELOW = 3.4;

/** The words from which `normal` makes a number, up to its last digits. */
function wordsOfNormal(value: number): number[] {
  if (!(Math.abs(value) < SURELY_BELOW)) throw new RangeError(`${value} is too far from 0`);
  const steps = value / (LAYER_END / 2 ** 23);
  const whole = Math.floor(steps);
  return [(whole << 8) | 1, Math.floor((steps - whole) * 2 ** 32)];
}

/** The words from which `uniform` makes a number, up to its last digit. */
function wordsOfUniform(value: number): number[] {
  const scaled = Math.floor(value * 2 ** 53);
  return [Math.floor(scaled / 2 ** 26) << 5, (scaled % 2 ** 26) << 6];
}

/** A source of words that are given. It fails when they are used up. */
export class GivenDraws extends Random {
  readonly #words: number[] = [];

  constructor() {
    super(1, 0, 0, 0);
  }

  giveNormals(values: readonly number[]): void {
    this.#words.push(...values.flatMap(wordsOfNormal));
  }

  giveUniforms(values: readonly number[]): void {
    this.#words.push(...values.flatMap(wordsOfUniform));
  }

  /** Words that nobody has taken yet. */
  get left(): number {
    return this.#words.length;
  }

  override next(): number {
    const word = this.#words.shift();
    if (word === undefined) throw new RangeError('no draw is given');
    return word | 0;
  }
}
