/**
 * A class that is compiled to WebAssembly too, and the parameters of its constructor in order. It keeps what its constructor is given in fields of the same names, so that an object
 * can be made again elsewhere from what it holds; what else is changed in an object, such as a table, is not
 * taken along.
 */
export interface PortableClass {
  readonly name: string;
  readonly make: abstract new (...parameters: never[]) => object;
  readonly parameters: readonly string[];
  /** The parameters whose types fill the class's type parameters, in order. */
  readonly generic: readonly string[];
}
