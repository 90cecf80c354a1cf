/**
 * Features as an application declares them. A list of features says which columns a context takes in the vector that
 * a contextual policy sees, so that applications pass plain objects such as `{ hour: 13, country: 'DE' }`.
 */

/** A number from `min` to `max`. */
export interface NumberFeature {
  readonly kind: 'number';
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** `log` takes the logarithm of the number, whose `min` must then be above 0. Linear by default. */
  readonly scale?: 'linear' | 'log';
  /** 1 to 8 places inside the range. The effect then is a broken line through them instead of a straight line. */
  readonly knots?: readonly number[];
}

/** True or false. */
export interface FlagFeature {
  readonly kind: 'flag';
  readonly name: string;
}

/** One of 1 to 64 listed values. Every other value counts as one further value, "other". */
export interface CategoryFeature {
  readonly kind: 'category';
  readonly name: string;
  readonly values: readonly string[];
}

/** Any text, hashed into 2 to 256 buckets, for categories with too many values to list. */
export interface HashFeature {
  readonly kind: 'hash';
  readonly name: string;
  readonly buckets: number;
}

/** A number that returns to its start, such as the hour with period 24. */
export interface CycleFeature {
  readonly kind: 'cycle';
  readonly name: string;
  readonly period: number;
}

/** A declared feature: its name and the values that it may have. */
export type FeatureDefinition =
  | NumberFeature
  | FlagFeature
  | CategoryFeature
  | HashFeature
  | CycleFeature;

/** The type of a feature's values. */
type FeatureValue<D> = D extends { readonly kind: 'flag' }
  ? boolean
  : D extends { readonly kind: 'category' | 'hash' }
    ? string | number
    : number;

/** The object that an application passes. An absent or null feature is not known. */
export type ContextOf<F extends readonly FeatureDefinition[]> = {
  readonly [D in F[number] as D['name']]?: FeatureValue<D> | null;
};

/** Vectors that the application makes itself: `dimension` numbers, with a Euclidean norm of at most `norm`. */
export interface PlainVectors {
  readonly dimension: number;
  /** 1 by default. */
  readonly norm?: number;
}
