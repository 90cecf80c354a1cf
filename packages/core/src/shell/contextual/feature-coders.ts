/**
 * The code and the columns of each kind of feature. Columns follow from the code alone, so that whoever keeps codes
 * keeps the vector. The columns of a feature add at most 1 to the square of a vector's norm.
 */
import { contextOutsideSchemaWarning } from '../../base/warnings.ts';
import type {
  CategoryFeature,
  CycleFeature,
  FeatureDefinition,
  FlagFeature,
  HashFeature,
  NumberFeature,
} from '../../definitions/features.ts';
import type { Floats } from '../../portable/base/language.ts';
import { ln } from '../../portable/math/log.ts';
import { cos, sin } from '../../portable/math/sin.ts';
import { type OnBent, refuseValue, valueText } from './refusals.ts';
import { hashOf } from './text-hash.ts';

/** The code of a value that is not known. */
export const UNKNOWN_CODE = Number.NaN;

const TURN = 6.283185307179586;

/** A declared feature at work. Codes are numbers; a value that is not known has none of these. */
export interface FeatureCoder {
  readonly name: string;
  /** The name of each column. */
  readonly columns: readonly string[];
  /** The code of a value, or an error that names the feature. */
  code(value: unknown, onBent: OnBent): number;
  /** Whether a number can be a code. */
  accepts(code: number): boolean;
  /** Writes the columns, which are 0 before. */
  fill(code: number, floats: Floats, at: number): void;
}

function isPlace(code: number, places: number): boolean {
  return Number.isInteger(code) && code >= 0 && code < places;
}

/** A value of a category or a hash as text. */
function textValue(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return refuseValue(`feature ${name}`, 'a text or a finite number', value);
}

function demandNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return refuseValue(`feature ${name}`, 'a finite number', value);
}

/** A number within its range: on a straight line, or with knots on a broken one. */
class NumberCoder implements FeatureCoder {
  readonly name: string;
  readonly columns: readonly string[];
  readonly #min: number;
  readonly #max: number;
  readonly #scale: (value: number) => number;
  /** The ends of the range, and the knots between them. */
  readonly #points: readonly number[];

  constructor({ name, min, max, scale = 'linear', knots = [] }: NumberFeature) {
    this.name = name;
    this.#min = min;
    this.#max = max;
    this.#scale = scale === 'log' ? ln : (value) => value;
    const places = [min, ...knots, max];
    this.columns = knots.length === 0 ? [name] : places.map((place) => `${name} ${place}`);
    this.#points = places.map(this.#scale);
  }

  code(value: unknown, onBent: OnBent): number {
    const given = demandNumber(this.name, value);
    const code = Math.min(this.#max, Math.max(this.#min, given));
    if (code !== given) this.#bend(given, code, onBent);
    // −0 would not come back from JSON.
    return code + 0;
  }

  accepts(code: number): boolean {
    return code >= this.#min && code <= this.#max;
  }

  fill(code: number, floats: Floats, at: number): void {
    const points = this.#points;
    const scaled = this.#scale(code);
    if (this.columns.length === 1) {
      const [low, high] = points;
      const place = (2 * scaled - low - high) / (high - low);
      floats[at] = Math.min(1, Math.max(-1, place));
      return;
    }
    let left = 0;
    while (left + 2 < points.length && points[left + 1] <= scaled) left += 1;
    const share = (scaled - points[left]) / (points[left + 1] - points[left]);
    floats[at + left] = 1 - share;
    floats[at + left + 1] = share;
  }

  #bend(given: number, code: number, onBent: OnBent): void {
    const feature = this.name;
    onBent({
      feature,
      accepted: `from ${this.#min} to ${this.#max}`,
      given: `${given}`,
      warning: () => contextOutsideSchemaWarning(feature, `${given}`, `${code}`),
    });
  }
}

class FlagCoder implements FeatureCoder {
  readonly name: string;
  readonly columns: readonly string[];

  constructor({ name }: FlagFeature) {
    this.name = name;
    this.columns = [name];
  }

  code(value: unknown): number {
    if (typeof value !== 'boolean') refuseValue(`feature ${this.name}`, 'true or false', value);
    return value ? 1 : -1;
  }

  accepts(code: number): boolean {
    return code === 1 || code === -1;
  }

  fill(code: number, floats: Floats, at: number): void {
    floats[at] = code;
  }
}

class CategoryCoder implements FeatureCoder {
  readonly name: string;
  readonly columns: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor({ name, values }: CategoryFeature) {
    this.name = name;
    this.columns = [...values.map((value) => `${name}=${value}`), `${name} (other)`];
    this.#places = new Map(values.map((value, place) => [value, place]));
  }

  code(value: unknown, onBent: OnBent): number {
    const text = textValue(this.name, value);
    const place = this.#places.get(text);
    if (place !== undefined) return place;
    const [feature, given] = [this.name, valueText(text)];
    onBent({
      feature,
      accepted: 'one of its listed values',
      given,
      warning: () => contextOutsideSchemaWarning(feature, given, 'other'),
    });
    return this.#places.size;
  }

  accepts(code: number): boolean {
    return isPlace(code, this.columns.length);
  }

  fill(code: number, floats: Floats, at: number): void {
    floats[at + code] = 1;
  }
}

class HashCoder implements FeatureCoder {
  readonly name: string;
  readonly columns: readonly string[];

  constructor({ name, buckets }: HashFeature) {
    this.name = name;
    this.columns = Array.from({ length: buckets }, (_, bucket) => `${name} #${bucket}`);
  }

  code(value: unknown): number {
    return hashOf(textValue(this.name, value)) % this.columns.length;
  }

  accepts(code: number): boolean {
    return isPlace(code, this.columns.length);
  }

  fill(code: number, floats: Floats, at: number): void {
    floats[at + code] = 1;
  }
}

class CycleCoder implements FeatureCoder {
  readonly name: string;
  readonly columns: readonly string[];
  readonly #period: number;

  constructor({ name, period }: CycleFeature) {
    this.name = name;
    this.columns = [`${name} (sin)`, `${name} (cos)`];
    this.#period = period;
  }

  code(value: unknown): number {
    const rest = demandNumber(this.name, value) % this.#period;
    const code = rest < 0 ? rest + this.#period : rest + 0;
    // A tiny negative rest is rounded up to the whole period.
    return code < this.#period ? code : 0;
  }

  accepts(code: number): boolean {
    return code >= 0 && code < this.#period;
  }

  fill(code: number, floats: Floats, at: number): void {
    const angle = TURN * (code / this.#period);
    floats[at] = sin(angle);
    floats[at + 1] = cos(angle);
  }
}

/** The coder of a feature whose definition was checked. */
export function coderOf(definition: FeatureDefinition): FeatureCoder {
  switch (definition.kind) {
    case 'number':
      return new NumberCoder(definition);
    case 'flag':
      return new FlagCoder(definition);
    case 'category':
      return new CategoryCoder(definition);
    case 'hash':
      return new HashCoder(definition);
    case 'cycle':
      return new CycleCoder(definition);
  }
}
