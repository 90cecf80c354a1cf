/** The one form of a list of definitions: policies, environments, reward laws and detectors have it alike. */
import type { ErrorCode } from '../base/error-codes.ts';
import { ParameterError } from '../base/errors.ts';
import { suggestion } from '../base/nearest.ts';
import { contextualIds } from './contextual-ids.ts';
import { fleetIds } from './fleet-ids.ts';

/** What a catalogue needs to know of a definition. */
export interface Listed {
  /** What specs call it: lower-case words with dashes. */
  readonly id: string;
  /** Listings go by this number; definitions without one come after all that have one, by id. */
  readonly order?: number;
}

const UNKNOWN = {
  policy: 'unknown-policy',
  'contextual policy': 'unknown-policy',
  fleet: 'unknown-fleet',
  environment: 'unknown-environment',
  'reward law': 'unknown-reward-law',
  detector: 'unknown-detector',
} as const satisfies Record<string, ErrorCode>;

/** What a catalogue lists, as messages call it. */
type CatalogueKind = keyof typeof UNKNOWN;

function inOrder(first: Listed, second: Listed): number {
  const [before, after] = [first.order ?? Infinity, second.order ?? Infinity];
  if (before !== after) return before - after;
  return first.id < second.id ? -1 : 1;
}

/**
 * Definitions of one kind, each with an id of its own.
 *
 * @example
 * policyCatalogue.find('sw-moss').name; // → "SW-MOSS"
 */
export class Catalogue<D extends Listed> {
  /** What is listed. */
  readonly kind: CatalogueKind;
  /** Every definition, in the order in which listings show them. */
  readonly list: readonly D[];
  readonly #byId: ReadonlyMap<string, D>;
  readonly #forPrograms: readonly string[];

  /**
   * @param forPrograms - ids of contextual policies of plugins, which no command plays
   * @throws ParameterError where two have the same id
   */
  constructor(kind: CatalogueKind, list: readonly D[], forPrograms: readonly string[] = []) {
    const byId = new Map<string, D>();
    for (const definition of list) {
      if (byId.has(definition.id)) {
        const article = kind === 'environment' ? 'an' : 'a';
        throw new ParameterError(
          `${article} ${kind} must have a unique id; got '${definition.id}', which is already taken`,
          'plugin-not-accepted',
        );
      }
      byId.set(definition.id, definition);
    }
    this.kind = kind;
    this.list = list;
    this.#byId = byId;
    this.#forPrograms = forPrograms;
  }

  /** A catalogue of all that a module exports, put in order. */
  static of<D extends Listed>(
    kind: CatalogueKind,
    exported: Readonly<Record<string, D>>,
  ): Catalogue<D> {
    return new Catalogue(kind, Object.values(exported).sort(inOrder));
  }

  /** Every id, in the order of the list. */
  get ids(): string[] {
    return this.list.map(({ id }) => id);
  }

  /** The definition with an id, or undefined. */
  get(id: string): D | undefined {
    return this.#byId.get(id);
  }

  /**
   * The definition with an id.
   *
   * @throws ParameterError with the nearest known id
   */
  find(id: string): D {
    const found = this.get(id);
    if (found !== undefined) return found;
    if (this.kind === 'policy' && fleetIds.includes(id)) {
      throw new ParameterError(
        `${id} coordinates several players; it plays only in compare and run with a number of players, for example --players 6`,
        'fleet-needs-players',
      );
    }
    if (this.kind === 'policy' && contextualIds.includes(id)) {
      throw new ParameterError(
        `${id} sees contexts, which are not available here; use compare, run or createContextualDecider`,
        'unknown-policy',
      );
    }
    if (this.#forPrograms.includes(id)) {
      throw new ParameterError(
        `${id} is a plugin's contextual policy, which commands that simulate do not play; test it with 'driftline check', and use it in a program with new ContextualPolicy`,
        UNKNOWN[this.kind],
      );
    }
    throw new ParameterError(
      `there is no ${this.kind} '${id}'; ${suggestion(id, this.ids)}`,
      UNKNOWN[this.kind],
    );
  }

  /**
   * The same with more after them, as plugins bring them.
   *
   * @throws ParameterError where an id is taken
   */
  with(more: readonly D[], forPrograms: readonly string[] = []): Catalogue<D> {
    if (more.length === 0 && forPrograms.length === 0) return this;
    return new Catalogue(this.kind, [...this.list, ...more], forPrograms);
  }
}
