/** Numbers as a page of text has them: no more digits than are known, plain signs. */
import { readable } from '@driftline/engine/numbers';

/** A whole number of things, large ones grouped: 1861, 48,112. */
export function count(value: number): string {
  return readable(Math.round(value));
}

/** With its noun: `1 decision`, `48,112 decisions`. */
export function counted(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? noun : plural}`;
}

/** A share in percent, with a decimal if it is small or nearly whole. */
export function percent(share: number): string {
  const value = 100 * share;
  const isFine = (value !== 0 && value < 10) || (value > 90 && value < 100);
  return `${isFine ? value.toFixed(1) : value.toFixed(0)}%`;
}

/** So many decimals at most, and whole numbers rounded to thousands at most. */
const MOST_DECIMALS = 8;
const LEAST_DECIMALS = -3;
const SMALL_DIGIT = 4;
/** Numbers below are read at a glance, without groups. */
const FEW_DIGITS = 1e4;

/** Amounts that are compared with one another, with as many decimals as the least certain digit of the best known asks for. */
export class Amounts {
  readonly #decimals: number;

  /** @param errors - of the amounts; the least one that is not 0 decides */
  constructor(errors: readonly number[], largest: number = 1) {
    const known = errors.filter((error) => error > 0 && Number.isFinite(error));
    const finest = known.length === 0 ? Math.abs(largest || 1) / 100 : Math.min(...known);
    const exponent = Math.floor(Math.log10(finest));
    // Of an error that begins with a small digit the second one matters, too.
    const decimals = finest / 10 ** exponent < SMALL_DIGIT ? 1 - exponent : -exponent;
    this.#decimals = Math.max(LEAST_DECIMALS, Math.min(MOST_DECIMALS, decimals));
  }

  text(value: number): string {
    if (this.#decimals > 0) {
      const shown = value.toFixed(this.#decimals);
      if (Number(shown) === 0) return shown.replace('-', '');
      const [whole, fraction] = shown.split('.');
      return Math.abs(value) < FEW_DIGITS ? shown : `${readable(Number(whole))}.${fraction}`;
    }
    const unit = 10 ** -this.#decimals;
    return readable(Math.round(value / unit) * unit + 0);
  }

  interval(low: number, high: number): string {
    return `[${this.text(low)}, ${this.text(high)}]`;
  }

  /** An interval at its first mention, which states its level. */
  firstInterval(low: number, high: number): string {
    return `[95% CI ${this.text(low)} to ${this.text(high)}]`;
  }
}

/** A number of things that is only roughly known: two digits of it. */
export function about(value: number): string {
  return readable(Number(value.toPrecision(2)));
}

/** Two or three digits that matter. */
export function rough(value: number, digits: number = 2): string {
  return readable(Number(value.toPrecision(digits)), digits);
}

const LONGEST_NAME = 40;

/** An arm in a sentence: in quotes if it could be taken for something else. */
export function armName(whole: string): string {
  const key = whole.length > LONGEST_NAME ? `${whole.slice(0, LONGEST_NAME - 1)}…` : whole;
  return /^\p{L}[\p{L}\p{N} ._-]*$/u.test(key) ? key : `'${key}'`;
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items[items.length - 1]}`;
}
