/** How often a page draws what keeps changing: once per frame at most, and never so often that it does little else. */

/** The page's clock and frames; tests have others. */
export interface PageClock {
  now(): number;
  /** Acts before the next frame is painted. */
  beforePaint(act: () => void): void;
  /** Acts after this many milliseconds; after 0 once the frame has been painted. */
  after(milliseconds: number, act: () => void): void;
}

const pageClock: PageClock = {
  now: () => performance.now(),
  beforePaint: (act) => {
    requestAnimationFrame(act);
  },
  after: (milliseconds, act) => {
    setTimeout(act, milliseconds);
  },
};

/** After a drawing the page has this many times as long for everything else. */
const REST = 3;

/** Draws when asked to; however often it is asked in between, once. */
export class Pace {
  readonly #draw: () => void;
  readonly #clock: PageClock;
  #isAsked = false;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(draw: () => void, clock: PageClock = pageClock) {
    this.#draw = draw;
    this.#clock = clock;
  }

  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const wait = this.#restsUntil - this.#clock.now();
    const drawSoon = () => this.#clock.beforePaint(() => this.#drawNow());
    if (wait > 0) this.#clock.after(wait, drawSoon);
    else drawSoon();
  }

  #drawNow(): void {
    this.#isAsked = false;
    const start = this.#clock.now();
    this.#draw();
    // Painting is part of it, and on a busy machine so is waiting for its turn.
    this.#clock.after(0, () => {
      const end = this.#clock.now();
      this.#restsUntil = end + REST * (end - start);
    });
  }
}
