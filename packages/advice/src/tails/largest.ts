/** The largest of many numbers: a heap of them with the least on top. */
export class Largest {
  readonly #heap: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#heap = new Float64Array(most);
  }

  add(value: number): void {
    if (this.#count < this.#heap.length) this.#rise(value);
    else if (value > this.#heap[0]) this.#sink(value);
  }

  #rise(value: number): void {
    const heap = this.#heap;
    let place = this.#count;
    this.#count += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (heap[parent] <= value) break;
      heap[place] = heap[parent];
      place = parent;
    }
    heap[place] = value;
  }

  /** Takes the place of the least. */
  #sink(value: number): void {
    const [heap, count] = [this.#heap, this.#count];
    let place = 0;
    for (let child = 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && heap[child + 1] < heap[child]) child += 1;
      if (heap[child] >= value) break;
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = value;
  }

  /** Descending. */
  sorted(): Float64Array {
    return this.#heap.slice(0, this.#count).sort().reverse();
  }
}
