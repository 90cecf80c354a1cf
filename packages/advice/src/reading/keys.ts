/** Keys as numbers: arms, sets of arms, and ids that must not come twice. */

/** Numbers for texts, in the order in which they first came. */
export class Keys {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    // A stretch of a text would keep all of the text in memory.
    this.#numbers.set([...key].join(''), number);
    return number;
  }

  list(): string[] {
    return [...this.#numbers.keys()];
  }
}

const LEAST_PLACES = 2 ** 12;

/** Two hashes of 32 bits: of 10⁷ texts two agree in both with a probability of 3 in a million. */
function hashes(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
    second = (second << 13) | (second >>> 19);
  }
  first = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d);
  second = Math.imul(second ^ (second >>> 13), 0x297a2d39);
  return [(first ^ (first >>> 12)) >>> 0, (second ^ (second >>> 15)) >>> 0 || 1];
}

/** Tells whether a text came before; keeps hashes of them, not the texts. */
export class Seen {
  #places = new Uint32Array(2 * LEAST_PLACES);
  #count = 0;

  /** Whether it is new; it no longer is afterwards. */
  add(text: string): boolean {
    const [first, second] = hashes(text);
    if (!this.#put(first, second)) return false;
    this.#count += 1;
    if (3 * this.#count > this.#places.length) this.#grow();
    return true;
  }

  #put(first: number, second: number): boolean {
    const places = this.#places;
    const mask = places.length / 2 - 1;
    for (let place = first & mask; ; place = (place + 1) & mask) {
      if (places[2 * place + 1] === 0) {
        places[2 * place] = first;
        places[2 * place + 1] = second;
        return true;
      }
      if (places[2 * place] === first && places[2 * place + 1] === second) return false;
    }
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Uint32Array(2 * old.length);
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] !== 0) this.#put(old[i], old[i + 1]);
    }
  }
}
