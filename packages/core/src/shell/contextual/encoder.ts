/** The vectors that a contextual policy sees, made from what an application passes. */
import { ParameterError } from '../../base/errors.ts';
import { shown } from '../../base/shown.ts';
import type { Warning } from '../../base/warnings.ts';
import type { FeatureDefinition, PlainVectors } from '../../definitions/features.ts';
import type { Floats } from '../../portable/base/language.ts';
import { type FeatureSource, MOST_COLUMNS, sourceOf } from './feature-source.ts';
import { type Bent, type OnBent, refuseBent } from './refusals.ts';

/** Parts of a declaration in addition to the features of the context. */
export interface EncoderOptions {
  /** Features of each action. Those of the context then are the same for all actions of a slot. */
  readonly actionFeatures?: readonly FeatureDefinition[] | PlainVectors | undefined;
  /** Whether the vector also has the products of all columns of the action and all of the context. */
  readonly crossed?: boolean | undefined;
  /** Whether column 0 is always 1: true by default, but false with plain vectors. */
  readonly intercept?: boolean | undefined;
  /** Whether values outside what is declared are refused instead of counting as the nearest one. False by default. */
  readonly strict?: boolean | undefined;
}

/** Codes as plain data: a value that is not known is null in JSON, and NaN or null in a program. */
export type Codes = readonly (number | null)[];

/**
 * Turns contexts into codes, one number for each declared feature, and codes into vectors. A vector is
 * (1, u, z, u⊗z): the intercept, the columns u of the action, those z of the context, and their products if the
 * features are crossed. Codes are those of the context, then those of the action.
 */
export interface Encoder {
  /** Columns of a vector. */
  readonly dimension: number;
  /** The name of each column. */
  readonly columns: readonly string[];
  /** The largest Euclidean norm of a vector. */
  readonly norm: number;
  readonly intercept: boolean;
  /** Number of codes that a vector is made from. */
  readonly codeCount: number;
  /** Whether each action has features of its own in addition to those of the context. */
  readonly hasActions: boolean;
  /** Meaning of the codes, as plain data: encoders with the same schema make the same vectors. */
  readonly schema: object;
  /**
   * The codes of a context, with NaN for each value that is not known. With features of actions, they are only the
   * first part.
   *
   * @param what - its name in errors
   */
  codes(context: unknown, what?: string): number[];
  /** The codes of an action in a context whose codes are given. */
  withAction(contextCodes: readonly number[], action: unknown, what?: string): number[];
  /** Whether a list is one of codes of this encoder. */
  accepts(codes: unknown): codes is Codes;
  /** Writes the vector of the codes from `from` on, the first by default, at a place. */
  fill(codes: ArrayLike<number | null>, floats: Floats, at: number, from?: number): void;
}

/** Called when a value of a feature counts as another one, or a vector is longer than declared. */
export type OnFeatureWarning = (feature: string, warning: () => Warning) => void;

class SourcesEncoder implements Encoder {
  readonly dimension: number;
  readonly columns: readonly string[];
  readonly norm: number;
  readonly intercept: boolean;
  readonly codeCount: number;
  readonly hasActions: boolean;
  readonly schema: object;
  readonly #context: FeatureSource;
  readonly #action: FeatureSource | undefined;
  readonly #crossed: boolean;
  readonly #onBent: OnBent;

  constructor(
    context: FeatureSource,
    action: FeatureSource | undefined,
    intercept: boolean,
    crossed: boolean,
    onBent: OnBent,
  ) {
    const [u, z] = [action?.columns ?? [], context.columns];
    const products = crossed ? u.flatMap((ours) => z.map((theirs) => `${ours} × ${theirs}`)) : [];
    this.columns = [...(intercept ? ['intercept'] : []), ...u, ...z, ...products];
    this.dimension = this.columns.length;
    const [ownSquare, square] = [(action?.norm ?? 0) ** 2, context.norm ** 2];
    const productSquare = crossed ? ownSquare * square : 0;
    this.norm = Math.sqrt((intercept ? 1 : 0) + ownSquare + square + productSquare);
    this.intercept = intercept;
    this.codeCount = context.codeCount + (action?.codeCount ?? 0);
    this.hasActions = action !== undefined;
    this.schema = {
      features: context.schema,
      intercept,
      ...(action === undefined ? {} : { actionFeatures: action.schema, crossed }),
    };
    this.#context = context;
    this.#action = action;
    this.#crossed = crossed;
    this.#onBent = onBent;
  }

  codes(context: unknown, what = 'the context'): number[] {
    return this.#context.codes(context, this.#onBent, what);
  }

  withAction(contextCodes: readonly number[], action: unknown, what = 'the action'): number[] {
    const source = this.#action;
    if (source === undefined) return this.codes(action, what);
    return [...contextCodes, ...source.codes(action, this.#onBent, what)];
  }

  accepts(codes: unknown): codes is Codes {
    if (!Array.isArray(codes) || codes.length !== this.codeCount) return false;
    return codes.every((code: unknown, place) => this.#acceptsCode(code, place));
  }

  fill(codes: ArrayLike<number | null>, floats: Floats, at: number, from = 0): void {
    floats.fill(0, at, at + this.dimension);
    let column = at;
    if (this.intercept) {
      floats[column] = 1;
      column += 1;
    }
    const [context, action] = [this.#context, this.#action];
    if (action === undefined) {
      context.fill(codes, from, floats, column);
      return;
    }
    const [u, z] = [column, column + action.columns.length];
    action.fill(codes, from + context.codeCount, floats, u);
    context.fill(codes, from, floats, z);
    if (!this.#crossed) return;
    let place = z + context.columns.length;
    for (let i = u; i < z; i++) {
      for (let j = 0; j < context.columns.length; j++, place++)
        floats[place] = floats[i] * floats[z + j];
    }
  }

  #acceptsCode(code: unknown, place: number): boolean {
    const number = code === null ? Number.NaN : code;
    if (typeof number !== 'number') return false;
    const own = place - this.#context.codeCount;
    return own < 0
      ? this.#context.accepts(number, place)
      : this.#action?.accepts(number, own) === true;
  }
}

function readFlag(name: string, value: unknown, usual: boolean): boolean {
  if (value === undefined) return usual;
  if (typeof value === 'boolean') return value;
  throw new ParameterError(`${name} must be true or false; got ${shown(value)}`);
}

/**
 * An encoder of declared features, or of vectors that the application makes.
 *
 * @example
 * const encoder = createEncoder([{ kind: 'number', name: 'age', min: 0, max: 100 }]);
 * const vector = new Float64Array(encoder.dimension);
 * encoder.fill(encoder.codes({ age: 75 }), vector, 0);
 * Array.from(vector); // → [1, 0.5]
 */
export function createEncoder(
  features: readonly FeatureDefinition[] | PlainVectors,
  options: EncoderOptions = {},
  onWarning?: OnFeatureWarning,
): Encoder {
  const context = sourceOf(features);
  const { actionFeatures } = options;
  const action = actionFeatures === undefined ? undefined : sourceOf(actionFeatures);
  const intercept = readFlag('intercept', options.intercept, Array.isArray(context.schema));
  const crossed = readFlag('crossed', options.crossed, false);
  if (crossed && action === undefined) {
    throw new ParameterError(
      'crossed must be false without actionFeatures, because the context then has nothing to be crossed with; got true',
      'parameters-conflict',
    );
  }
  const report = ({ feature, warning }: Bent) => onWarning?.(feature, warning);
  const onBent = readFlag('strict', options.strict, false) ? refuseBent : report;
  const encoder = new SourcesEncoder(context, action, intercept, crossed, onBent);
  if (encoder.dimension <= MOST_COLUMNS) return encoder;
  throw new ParameterError(
    `features must have at most ${MOST_COLUMNS} columns together; got ${encoder.dimension}; use fewer values, buckets or features`,
    'features-malformed',
  );
}
