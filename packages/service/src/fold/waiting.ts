/**
 * The decisions that wait for their reward or for being closed, in the order of numbers: columns of numbers instead
 * of objects, so that a million of them take 49 MB. What has ended leaves a gap, and gaps are closed when the
 * columns are full: each decision costs O(1), a look-up O(log n).
 */

/** A decision when it begins to wait. */
interface WaitingDecision {
  readonly number: number;
  /** The policy's slot; below 0 where the policy does not know it. */
  readonly slot: number;
  /** The place of its arm. */
  readonly place: number;
  readonly ticket: number;
  /** When it was made, and from when on it is overdue. */
  readonly at: number;
  readonly deadline: number;
}

/** One that waits now. */
export interface WaitingEntry extends WaitingDecision {
  /** A reward that came already and counts when the decision is closed. */
  readonly held: number | undefined;
}

const OPEN = 0;
const HELD = 1;
const ENDED = 2;

const LEAST_CAPACITY = 64;

interface Columns {
  readonly number: Float64Array<ArrayBuffer>;
  readonly at: Float64Array<ArrayBuffer>;
  readonly deadline: Float64Array<ArrayBuffer>;
  readonly ticket: Float64Array<ArrayBuffer>;
  readonly held: Float64Array<ArrayBuffer>;
  readonly slot: Int32Array<ArrayBuffer>;
  readonly place: Uint32Array<ArrayBuffer>;
  readonly state: Uint8Array<ArrayBuffer>;
}

const BYTES_PER_DECISION = 5 * 8 + 4 + 4 + 1;

/** Columns one after the other in a buffer, of their own unless one is given; wide ones first, so that all are aligned. */
function columnsOf(
  capacity: number,
  buffer = new ArrayBuffer(capacity * BYTES_PER_DECISION),
  offset = 0,
): Columns {
  const at = (bytes: number) => offset + capacity * bytes;
  return {
    number: new Float64Array(buffer, at(0), capacity),
    at: new Float64Array(buffer, at(8), capacity),
    deadline: new Float64Array(buffer, at(16), capacity),
    ticket: new Float64Array(buffer, at(24), capacity),
    held: new Float64Array(buffer, at(32), capacity),
    slot: new Int32Array(buffer, at(40), capacity),
    place: new Uint32Array(buffer, at(44), capacity),
    state: new Uint8Array(buffer, at(48), capacity),
  };
}

const NAMES = ['number', 'at', 'deadline', 'ticket', 'held', 'slot', 'place', 'state'] as const;

export class Waiting {
  #columns = columnsOf(LEAST_CAPACITY);
  /** The first entry in use, and the one after the last. */
  #start = 0;
  #end = 0;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** For how many there is room. */
  get capacity(): number {
    return this.#columns.number.length;
  }

  /** Numbers come in ascending order. */
  add({ number, at, deadline, ticket, slot, place }: WaitingDecision): void {
    if (this.#end === this.#columns.number.length) this.#makeRoom();
    const columns = this.#columns;
    const i = this.#end;
    columns.number[i] = number;
    columns.at[i] = at;
    columns.deadline[i] = deadline;
    columns.ticket[i] = ticket;
    columns.held[i] = 0;
    columns.slot[i] = slot;
    columns.place[i] = place;
    columns.state[i] = OPEN;
    this.#end += 1;
    this.#size += 1;
  }

  /** The decision of a number; undefined where it does not wait. */
  get(number: number): WaitingEntry | undefined {
    const i = this.#find(number);
    return i < 0 ? undefined : this.#entry(i);
  }

  /** Keeps a reward until the decision is closed. */
  hold(number: number, value: number): void {
    const i = this.#find(number);
    if (i < 0) return;
    this.#columns.held[i] = value;
    this.#columns.state[i] = HELD;
  }

  /** The decision waits no more. */
  end(number: number): void {
    const i = this.#find(number);
    if (i >= 0) this.#endAt(i);
  }

  /** Ends all below a number, in order, and hands each to `visit` first. */
  endBelow(number: number, visit: (entry: WaitingEntry) => void): number {
    const { number: numbers, state } = this.#columns;
    let count = 0;
    while (this.#start < this.#end && numbers[this.#start] < number) {
      const i = this.#start;
      if (state[i] === ENDED) {
        this.#start += 1;
        continue;
      }
      visit(this.#entry(i));
      this.#endAt(i);
      count += 1;
    }
    return count;
  }

  /**
   * The overdue ones before the first that is not, at most so many: how many they are, and the number below which
   * they lie.
   */
  overdue(now: number, most: number): { readonly through: number; readonly count: number } {
    const { number, deadline, state } = this.#columns;
    let through = 0;
    let count = 0;
    for (let i = this.#start; i < this.#end && count < most; i++) {
      if (state[i] === ENDED) continue;
      if (deadline[i] > now) break;
      through = number[i] + 1;
      count += 1;
    }
    return { through, count };
  }

  /** Moves the deadlines of decisions that were made up to a moment. */
  postpone(until: number, millis: number): void {
    const { at, deadline } = this.#columns;
    for (let i = this.#start; i < this.#end; i++) if (at[i] <= until) deadline[i] += millis;
  }

  /** A new policy has a slot for each decision from one number on, and knows none of the others. */
  renumber(from: number): void {
    const { number, slot } = this.#columns;
    for (let i = this.#start; i < this.#end; i++) slot[i] = Math.max(-1, number[i] - from);
  }

  /** The number that has waited longest; undefined where nothing waits. */
  get first(): number | undefined {
    return this.#start < this.#end ? this.#columns.number[this.#start] : undefined;
  }

  /** How many wait from a number on. */
  countFrom(from: number): number {
    const { number, state } = this.#columns;
    let count = 0;
    for (let i = this.#start; i < this.#end; i++) {
      if (state[i] !== ENDED && number[i] >= from) count += 1;
    }
    return count;
  }

  /** How many bytes `save` writes. */
  get bytes(): number {
    return this.#size * BYTES_PER_DECISION;
  }

  /** Writes what waits into a buffer, from a multiple of 8 on: the same bytes whatever ended before. */
  save(buffer: ArrayBuffer, offset: number): void {
    const { state } = this.#columns;
    const saved = columnsOf(this.#size, buffer, offset);
    for (const name of NAMES) {
      const from = this.#columns[name];
      const to = saved[name];
      let count = 0;
      for (let i = this.#start; i < this.#end; i++) if (state[i] !== ENDED) to[count++] = from[i];
    }
  }

  /** Takes over `size` decisions that were saved. */
  static restore(size: number, buffer: ArrayBuffer, offset: number): Waiting {
    const waiting = new Waiting();
    const saved = columnsOf(size, buffer, offset);
    const columns = columnsOf(Math.max(LEAST_CAPACITY, size));
    for (const name of NAMES) columns[name].set(saved[name]);
    waiting.#columns = columns;
    waiting.#end = size;
    waiting.#size = size;
    return waiting;
  }

  #entry(i: number): WaitingEntry {
    const { number, at, deadline, ticket, held, slot, place, state } = this.#columns;
    return {
      number: number[i],
      at: at[i],
      deadline: deadline[i],
      ticket: ticket[i],
      slot: slot[i],
      place: place[i],
      held: state[i] === HELD ? held[i] : undefined,
    };
  }

  /** Where the decision of a number waits; −1 where it does not. */
  #find(number: number): number {
    const numbers = this.#columns.number;
    let low = this.#start;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle] < number) low = middle + 1;
      else high = middle;
    }
    const isThere = low < this.#end && numbers[low] === number;
    return isThere && this.#columns.state[low] !== ENDED ? low : -1;
  }

  #endAt(i: number): void {
    const { state } = this.#columns;
    state[i] = ENDED;
    this.#size -= 1;
    while (this.#start < this.#end && state[this.#start] === ENDED) this.#start += 1;
  }

  /** With half as many entries again as wait, so that this is seldom. */
  #makeRoom(): void {
    this.#columns = this.#tight(Math.max(LEAST_CAPACITY, Math.ceil(this.#size * 1.5)));
    this.#start = 0;
    this.#end = this.#size;
  }

  /** Those that wait, without gaps, in columns of a capacity. */
  #tight(capacity: number): Columns {
    const from = this.#columns;
    const to = columnsOf(capacity);
    let count = 0;
    for (let i = this.#start; i < this.#end; i++) {
      if (from.state[i] === ENDED) continue;
      for (const name of NAMES) to[name][count] = from[name][i];
      count += 1;
    }
    return to;
  }
}
