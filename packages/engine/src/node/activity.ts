/** What a thread is at in a plugin's code, seen from another one even while it never comes back. */

const TEXT_BYTES = 1000;
const TURN = 0;
const LENGTH = 1;
const TEXT_START = 8;

/** A note that threads share. */
export class Activity {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  /** Calls within calls: the outermost one counts. */
  #depth = 0;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(TEXT_START + TEXT_BYTES)) {
    this.shared = shared;
    this.#words = new Int32Array(shared, 0, 2);
    this.#bytes = new Uint8Array(shared, TEXT_START, TEXT_BYTES);
  }

  begin(doing: string): void {
    this.#depth += 1;
    if (this.#depth > 1) return;
    const { written } = new TextEncoder().encodeInto(doing, this.#bytes);
    Atomics.store(this.#words, LENGTH, written);
    this.#turn();
  }

  end(): void {
    this.#depth -= 1;
    if (this.#depth === 0) this.#turn();
  }

  /** A number that is another one after each begin and end, and what is called, if anything. */
  now(): { readonly turn: number; readonly doing: string | undefined } {
    const turn = Atomics.load(this.#words, TURN);
    if (turn % 2 === 0) return { turn, doing: undefined };
    // A decoder takes no shared bytes.
    const bytes = this.#bytes.slice(0, Atomics.load(this.#words, LENGTH));
    return { turn, doing: new TextDecoder().decode(bytes) };
  }

  /**
   * Waits until a call begins or ends, and not at all where one has since the turn that was seen; false
   * where that took too long.
   */
  waitForTurn(seen: number, milliseconds: number): boolean {
    return Atomics.wait(this.#words, TURN, seen, milliseconds) !== 'timed-out';
  }

  /** Odd while something is called. */
  #turn(): void {
    Atomics.add(this.#words, TURN, 1);
    Atomics.notify(this.#words, TURN);
  }
}

let note: ((doing: string) => void) | undefined;
let noteEnd: (() => void) | undefined;

/**
 * From now on, what plugins are at in this thread is noted.
 *
 * @param shown - how it is put; as it is, where whoever reads the note sees to that
 */
export function noteActivity(activity: Activity, shown = (text: string) => text): void {
  note = (doing) => activity.begin(shown(doing));
  noteEnd = () => activity.end();
}

/** Notes that a plugin's code is called. */
export function entering(doing: string): void {
  note?.(doing);
}

/** Notes that it has come back. */
export function left(): void {
  noteEnd?.();
}

/** Says that code of a plugin does not come back. */
export function lingeringText(doing: string, seconds: number): string {
  return `${doing} has not returned for ${seconds} s, and may never do so; stop it with Ctrl-C`;
}
