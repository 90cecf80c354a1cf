/** Columns that grow: in blocks, as an array that doubles would need half as much memory again. */

const BLOCK = 2 ** 18;

type Values = Float64Array | Uint16Array;

/** A column while a log is read. */
export class Growing<Column extends Values> {
  readonly #make: (length: number) => Column;
  #blocks: Column[] = [];
  #length = 0;

  constructor(make: (length: number) => Column) {
    this.#make = make;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const within = this.#length % BLOCK;
    if (within === 0) this.#blocks.push(this.#make(BLOCK));
    this.#blocks[this.#blocks.length - 1][within] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#blocks[Math.floor(index / BLOCK)][index % BLOCK];
  }

  set(index: number, value: number): void {
    this.#blocks[Math.floor(index / BLOCK)][index % BLOCK] = value;
  }

  /** Keeps the first ones only. */
  cut(length: number): void {
    this.#length = length;
    this.#blocks.length = Math.ceil(length / BLOCK);
  }

  /**
   * Writes the column into one array, and lets go of its own.
   *
   * @param order - which value comes at which place; all in the order in which they came where undefined
   */
  moveTo(column: Column, order: Uint32Array | undefined): Column {
    if (order === undefined) {
      this.#blocks.forEach((block, i) => {
        const rest = Math.min(BLOCK, this.#length - i * BLOCK);
        column.set(rest < BLOCK ? block.subarray(0, rest) : block, i * BLOCK);
      });
    } else {
      for (let i = 0; i < order.length; i++) column[i] = this.at(order[i]);
    }
    this.#blocks = [];
    this.#length = 0;
    return column;
  }
}

export function growingFloats(): Growing<Float64Array> {
  return new Growing((length) => new Float64Array(length));
}

export function growingWords(): Growing<Uint16Array> {
  return new Growing((length) => new Uint16Array(length));
}

/** Makes the columns of a log, in shared memory where workers are to read them. */
export class ColumnMaker {
  readonly #isShared: boolean;

  constructor(isShared: boolean) {
    this.#isShared = isShared;
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
    return this.#isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  }
}
