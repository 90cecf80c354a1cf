/** What the sources say of a portable class. */

/** A name with its type, as it is written. */
export interface Typed {
  readonly name: string;
  readonly type: string;
}

/** What is to be known of a class to make its objects elsewhere. */
export interface ClassFacts {
  readonly name: string;
  /** Its path below `src`. */
  readonly file: string;
  /** File and line. */
  readonly place: string;
  readonly generics: readonly string[];
  /** The parameters of its constructor. */
  readonly parameters: readonly Typed[];
  /** True for a class that only contexts or several players need. */
  readonly extra: boolean;
  /** Why its objects can't be made again elsewhere from what they hold; undefined where they can. */
  readonly obstacle: string | undefined;
}

/** The parameter that fills a type parameter: the one of that very type. */
export function fillingOf(generic: string, parameters: readonly Typed[]): Typed | undefined {
  return parameters.find(({ type }) => type === generic);
}
