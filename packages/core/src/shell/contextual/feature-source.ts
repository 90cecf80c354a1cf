/** Sources of the columns of a vector: declared features, or vectors that the application makes. */
import { CodedError, ParameterError } from '../../base/errors.ts';
import { suggestion } from '../../base/nearest.ts';
import { ownOptions, textOf } from '../../base/shown.ts';
import { normAboveBoundWarning } from '../../base/warnings.ts';
import type { FeatureDefinition, PlainVectors } from '../../definitions/features.ts';
import type { Floats } from '../../portable/base/language.ts';
import { checkedFeatures } from './check-features.ts';
import { coderOf, type FeatureCoder, UNKNOWN_CODE } from './feature-coders.ts';
import {
  isArray,
  LONGEST_NAME,
  nameText,
  type OnBent,
  readOf,
  refuseUnreadable,
  refuseValue,
  valueText,
} from './refusals.ts';

/** The most columns of a vector. */
export const MOST_COLUMNS = 512;
/** Beyond about 1e7 the square of one feature drowns the ridge. */
const LARGEST_FEATURE = 1e6;
const LARGEST_NORM = 1e9;
/** Tolerance of a norm for rounding. */
const ROUNDING = 1e-9;

/** A part of a vector, made from what an application passes. */
export interface FeatureSource {
  readonly codeCount: number;
  /** The name of each column. */
  readonly columns: readonly string[];
  /** The largest Euclidean norm of the part. */
  readonly norm: number;
  /** The declaration in its shortest form, as plain data. */
  readonly schema: readonly FeatureDefinition[] | Required<PlainVectors>;
  /** The codes of a context: NaN for each value that is not known. `what` is its name in errors. */
  codes(given: unknown, onBent: OnBent, what: string): number[];
  /** Whether a number can be the code at a place. */
  accepts(code: number, place: number): boolean;
  /** Writes the columns of the codes from `from` on. They are 0 before. */
  fill(codes: ArrayLike<number | null>, from: number, floats: Floats, at: number): void;
}

/** The value of a feature, whose getter may throw. */
function readValue(given: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return given[name];
  } catch (error) {
    return refuseUnreadable(`feature ${name}`, error);
  }
}

/** Whether an object is of no class. One without properties can be, unlike a Map or a promise, an empty context. */
function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Features that are declared by name. */
class DeclaredFeatures implements FeatureSource {
  readonly schema: readonly FeatureDefinition[];
  readonly codeCount: number;
  readonly columns: readonly string[];
  readonly norm: number;
  readonly #coders: readonly FeatureCoder[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(features: unknown) {
    this.schema = checkedFeatures(features);
    this.#coders = this.schema.map(coderOf);
    this.codeCount = this.schema.length;
    this.columns = this.#coders.flatMap(({ columns }) => columns);
    this.norm = Math.sqrt(this.codeCount);
    this.#places = new Map(this.schema.map(({ name }, place) => [name, place]));
  }

  codes(given: unknown, onBent: OnBent, what: string): number[] {
    const isVector = isArray(what, given) || ArrayBuffer.isView(given);
    if (typeof given !== 'object' || given === null || isVector) {
      this.#refuseContext(what, isVector ? 'an array' : valueText(given));
    }
    const codes: number[] = new Array(this.codeCount).fill(UNKNOWN_CODE);
    const names = readOf(what, () => Object.keys(given));
    if (names.length === 0 && !readOf(what, () => isPlain(given))) {
      this.#refuseContext(what, `${textOf(given)}, which has no own properties`);
    }
    for (const name of names) {
      const place = this.#places.get(name);
      if (place === undefined) this.#refuseName(what, name);
      const value = readValue(given as Record<string, unknown>, name);
      if (value === undefined || value === null) continue;
      codes[place] = this.#coders[place].code(value, onBent);
    }
    return codes;
  }

  accepts(code: number, place: number): boolean {
    return Number.isNaN(code) || this.#coders[place].accepts(code);
  }

  fill(codes: ArrayLike<number | null>, from: number, floats: Floats, at: number): void {
    let column = at;
    for (let place = 0; place < this.codeCount; place++) {
      const coder = this.#coders[place];
      const code = codes[from + place];
      if (code !== null && !Number.isNaN(code)) coder.fill(code, floats, column);
      column += coder.columns.length;
    }
  }

  #refuseContext(what: string, got: string): never {
    throw new ParameterError(
      `${what} must be an object with values of the declared features, such as { ${this.schema[0].name}: … }; got ${got}`,
      'feature-not-accepted',
    );
  }

  #refuseName(what: string, name: string): never {
    const known = [...this.#places.keys()];
    throw new ParameterError(
      `${what} has the feature ${nameText(name)}, which is not declared; ${suggestion(name.slice(0, LONGEST_NAME), known)}`,
      'feature-unknown',
    );
  }
}

/** Whether something is a list of numbers: an array, or a typed one. */
function isList(what: string, given: unknown): given is ArrayLike<unknown> {
  return isArray(what, given) || (ArrayBuffer.isView(given) && 'length' in given);
}

/** A number of a vector. */
function numberAt(given: ArrayLike<unknown>, place: number, what: string): number {
  let value: unknown;
  try {
    value = given[place];
  } catch (error) {
    refuseUnreadable(`${what}[${place}]`, error);
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    refuseValue(`${what}[${place}]`, 'a finite number', value);
  }
  if (Math.abs(value) > LARGEST_FEATURE) refuseSize(`${what}[${place}]`, value);
  return value;
}

/** Vectors that the application makes. A code is the number itself. */
class VectorFeatures implements FeatureSource {
  readonly schema: Required<PlainVectors>;
  readonly codeCount: number;
  readonly columns: readonly string[];
  readonly norm: number;

  constructor(features: object) {
    const { dimension, norm = 1, ...others } = ownOptions<Record<string, unknown>>({ ...features });
    const unknown = Object.keys(others)[0];
    const isWhole = typeof dimension === 'number' && Number.isInteger(dimension);
    if (!(isWhole && dimension >= 1 && dimension <= MOST_COLUMNS)) {
      const accepted = `an integer from 1 to ${MOST_COLUMNS}`;
      refuseDeclaration(`features.dimension must be ${accepted}; got ${valueText(dimension)}`);
    }
    if (!(typeof norm === 'number' && norm >= 1 / LARGEST_NORM && norm <= LARGEST_NORM)) {
      const accepted = `a number from ${1 / LARGEST_NORM} to ${LARGEST_NORM}`;
      refuseDeclaration(`features.norm must be ${accepted}; got ${valueText(norm)}`);
    }
    if (unknown !== undefined) {
      refuseDeclaration(
        `features has no property '${unknown}'; ${suggestion(unknown, ['dimension', 'norm'])}`,
      );
    }
    this.schema = { dimension, norm };
    this.codeCount = dimension;
    this.columns = Array.from({ length: dimension }, (_, place) => `x${place}`);
    this.norm = norm;
  }

  codes(given: unknown, onBent: OnBent, what: string): number[] {
    const { dimension } = this.schema;
    if (!isList(what, given)) refuseValue(what, `an array of ${dimension} numbers`, given);
    const length = readOf(what, () => given.length);
    if (length !== dimension) {
      throw new ParameterError(
        `${what} must have ${dimension} numbers; got ${length}`,
        'features-wrong-length',
      );
    }
    const codes: number[] = new Array(dimension);
    let square = 0;
    for (let place = 0; place < dimension; place++) {
      const value = numberAt(given, place, what);
      codes[place] = value + 0;
      square += value * value;
    }
    this.#checkNorm(Math.sqrt(square), onBent, what);
    return codes;
  }

  accepts(code: number): boolean {
    return Math.abs(code) <= LARGEST_FEATURE;
  }

  fill(codes: ArrayLike<number | null>, from: number, floats: Floats, at: number): void {
    for (let place = 0; place < this.codeCount; place++)
      floats[at + place] = codes[from + place] ?? 0;
  }

  #checkNorm(length: number, onBent: OnBent, what: string): void {
    const { norm } = this;
    if (length <= norm * (1 + ROUNDING)) return;
    onBent({
      feature: what,
      accepted: `a vector of norm ${norm} at most`,
      given: `norm ${length}`,
      warning: () => normAboveBoundWarning(length, norm),
    });
  }
}

function refuseDeclaration(message: string): never {
  throw new ParameterError(message, 'features-malformed');
}

function refuseSize(name: string, value: number): never {
  throw new ParameterError(
    `${name} must be at most ${LARGEST_FEATURE} in size; got ${value}; scale your features to a norm of about 1`,
    'feature-too-large',
  );
}

/** The source that a declaration describes. */
export function sourceOf(features: readonly FeatureDefinition[] | PlainVectors): FeatureSource {
  try {
    const isVectors = typeof features === 'object' && features !== null && !Array.isArray(features);
    return isVectors ? new VectorFeatures(features) : new DeclaredFeatures(features);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    return refuseUnreadable('features', error, 'features-malformed');
  }
}
