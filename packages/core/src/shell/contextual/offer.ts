/** The offer of a slot: the codes and the vectors of its actions, read from what an application asks. */
import { CodedError, ParameterError } from '../../base/errors.ts';
import { suggestion } from '../../base/nearest.ts';
import type { Floats, Ints } from '../../portable/base/language.ts';
import type { Random } from '../../portable/random/generator.ts';
import type { Codes, Encoder } from './encoder.ts';
import { isArray, LONGEST_NAME, nameText, readOf, valueText } from './refusals.ts';

/** The most actions of a slot. */
export const MOST_ACTIONS = 10_000;

/** The names of a question about actions. */
const NAMES = ['actions', 'context'];

/** The actions of a slot in the order in which a kernel sees them. */
export interface Offer {
  readonly features: Floats;
  /** 0 if all actions have the same features. */
  readonly stride: number;
  readonly blocks: Ints;
  /** The arm, or the place in the caller's list, of each action. */
  readonly arms: ArrayLike<number>;
  readonly count: number;
  /** The codes of an action by its arm or place. */
  codesOf(arm: number): number[];
}

/** Codes as plain data, which JSON keeps. */
export function plainCodes(codes: Codes): (number | null)[] {
  return codes.map((code) => (Number.isNaN(code) ? null : code));
}

function refuseActions(got: string): never {
  throw new ParameterError(
    `actions must be an array of 1 to ${MOST_ACTIONS} actions; got ${got}`,
    'actions-not-accepted',
  );
}

/** Remedy for a part that a question about actions does not have. */
function adviceFor(stray: string, names: readonly string[], hasActions: boolean): string {
  if (stray === 'context') return 'declare actionFeatures to give the context its own';
  const nearest = suggestion(stray.slice(0, LONGEST_NAME), names);
  if (hasActions || nearest.startsWith('did you mean')) return nearest;
  return 'pass { actions: [ … ] }, or create the decider with armCount if its arms stay the same';
}

/** The parts of a question about actions. Each is read once. */
function partsOf(asked: unknown, hasContext: boolean): { actions: unknown; context: unknown } {
  if (typeof asked !== 'object' || asked === null || isArray('the question', asked)) {
    throw new ParameterError(
      `a question must be an object with actions; got ${valueText(asked)}; pass { actions: [ … ] }`,
      'actions-not-accepted',
    );
  }
  const names = hasContext ? NAMES : ['actions'];
  const parts = readOf('the question', () => ({ ...asked }) as Record<string, unknown>);
  const stray = Object.keys(parts).find((name) => !names.includes(name));
  if (stray === undefined) return { actions: parts.actions, context: parts.context };
  throw new ParameterError(
    `a question about actions has no ${nameText(stray)}; ${adviceFor(stray, names, 'actions' in parts)}`,
    'actions-not-accepted',
  );
}

/** Reads one action. Errors name its place. */
function codesAt(
  encoder: Encoder,
  contextCodes: readonly number[],
  action: unknown,
  place: number,
) {
  const what = `actions[${place}]`;
  try {
    return encoder.withAction(contextCodes, action, what);
  } catch (error) {
    if (!(error instanceof CodedError) || error.message.startsWith(what)) throw error;
    throw new ParameterError(`${what}: ${error.message}`, error.code, { cause: error });
  }
}

/** Reads what applications ask, with room that is used again. */
export class OfferReader {
  readonly #encoder: Encoder;
  #features: Floats;
  #zeros: Ints = new Int32Array(1);
  #places: Ints = new Int32Array(1);

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
    this.#features = new Float64Array(encoder.dimension);
  }

  /** The same context for all of some arms. */
  arms(asked: unknown, arms: Ints): Offer {
    const codes = this.#encoder.codes(asked);
    this.#encoder.fill(codes, this.#features, 0);
    const count = arms.length;
    const features = this.#features;
    return { features, stride: 0, blocks: arms, arms, count, codesOf: () => codes };
  }

  /** A list of actions. */
  actions(asked: unknown): Offer {
    const encoder = this.#encoder;
    const { actions, context } = partsOf(asked, encoder.hasActions);
    if (!isArray('actions', actions)) refuseActions(valueText(actions));
    const count = readOf('actions', () => actions.length);
    if (!(Number.isInteger(count) && count >= 1 && count <= MOST_ACTIONS)) {
      refuseActions(valueText(count));
    }
    const contextCodes = encoder.hasActions ? encoder.codes(context ?? {}) : [];
    const codes = Array.from({ length: count }, (_, place) => {
      const action = readOf(`actions[${place}]`, () => actions[place]);
      return codesAt(encoder, contextCodes, action, place);
    });
    this.#makeRoom(count);
    const stride = encoder.dimension;
    for (let place = 0; place < count; place++) {
      encoder.fill(codes[place], this.#features, place * stride);
    }
    return {
      features: this.#features,
      stride,
      blocks: this.#zeros,
      arms: this.#places.subarray(0, count),
      count,
      codesOf: (place) => codes[place],
    };
  }

  #makeRoom(count: number): void {
    const { dimension } = this.#encoder;
    if (this.#features.length < count * dimension) {
      this.#features = new Float64Array(count * dimension);
    }
    if (this.#places.length >= count) return;
    this.#zeros = new Int32Array(count);
    this.#places = Int32Array.from({ length: count }, (_, place) => place);
  }
}

/** The same actions in a random order, all orders being equally likely: a kernel takes the first among equals. */
export function shuffled(offer: Offer, random: Random, dimension: number): Offer {
  const { count, stride } = offer;
  const order = Array.from({ length: count }, (_, place) => place);
  for (let left = count; left > 1; left--) {
    const drawn = random.below(left);
    [order[left - 1], order[drawn]] = [order[drawn], order[left - 1]];
  }
  const features = stride === 0 ? offer.features : new Float64Array(count * dimension);
  if (stride > 0) {
    order.forEach((place, at) => {
      const from = place * stride;
      features.set(offer.features.subarray(from, from + dimension), at * stride);
    });
  }
  return {
    ...offer,
    features,
    blocks: Int32Array.from(order, (place) => offer.blocks[place]),
    arms: order.map((place) => offer.arms[place]),
  };
}
