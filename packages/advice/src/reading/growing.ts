/**
 * Columns that grow. Of a long log one array is made that holds the longest there may be: memory that nothing was
 * written to takes no room, and what was read stays where it is.
 */

/** Rows of a column at first. */
const FEW = 2 ** 18;
/** Rows that any log has at most, unless it is asked for more. */
const MANY = 1e7 + 1;

type Values = Float64Array | Uint16Array;

/** Makes the columns of a log, in shared memory where workers are to read them. */
export class ColumnMaker {
  readonly isShared: boolean;

  constructor(isShared: boolean) {
    this.isShared = isShared;
  }

  floats(length: number): Float64Array {
    return new Float64Array(this.#buffer(8 * length));
  }

  words(length: number): Uint16Array {
    return new Uint16Array(this.#buffer(2 * length));
  }

  bytes(length: number): Uint8Array {
    return new Uint8Array(this.#buffer(length));
  }

  #buffer(bytes: number): ArrayBufferLike {
    return this.isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  }
}

/** A column while a log is read. */
export class Growing<Column extends Values> {
  readonly #make: (length: number) => Column;
  readonly #isShared: boolean;
  #values: Column;
  #length = 0;

  /** @param isShared - whether columns are in shared memory: others are copied as a whole where they are sent */
  constructor(make: (length: number) => Column, isShared: boolean) {
    this.#make = make;
    this.#isShared = isShared;
    this.#values = make(FEW);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index];
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Keeps the first ones only. */
  cut(length: number): void {
    this.#length = length;
  }

  /**
   * The column as it is, or in an order. Nothing may be added afterwards.
   *
   * @param order - which value comes at which place; all in the order in which they came where undefined
   */
  taken(order: Uint32Array | undefined): Column {
    const values = this.#values;
    this.#values = this.#make(0);
    if (order === undefined && this.#isShared) return values.subarray(0, this.#length) as Column;
    if (order === undefined) return values.slice(0, this.#length) as Column;
    const column = this.#make(order.length);
    for (let i = 0; i < order.length; i++) column[i] = values[order[i]];
    return column;
  }

  #grow(): void {
    const { length } = this.#values;
    const values = this.#make(length < MANY ? MANY : 2 * length);
    values.set(this.#values);
    this.#values = values;
  }
}
