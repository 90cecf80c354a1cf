import { expect, test } from 'vitest';
import { Pace, type PageClock } from './pace.ts';

/** A page whose drawings take as long as the test says, and on which nothing happens automatically. */
class FakePage implements PageClock {
  time = 0;
  readonly drawn: number[] = [];
  readonly #frame: (() => void)[] = [];
  readonly #later: { at: number; act: () => void }[] = [];

  now(): number {
    return this.time;
  }

  beforePaint(act: () => void): void {
    this.#frame.push(act);
  }

  after(milliseconds: number, act: () => void): void {
    this.#later.push({ at: this.time + milliseconds, act });
  }

  /** Lets time go on in frames of 10 ms, asking the pace in each of them. */
  run(pace: Pace, frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.time += 10;
      pace.ask();
      for (const act of this.#frame.splice(0)) act();
      const due = this.#later.filter(({ at }) => at <= this.time);
      for (const each of due) {
        this.#later.splice(this.#later.indexOf(each), 1);
        each.act();
      }
    }
  }
}

/** When a page draws whose drawings take so long, in a second of frames. */
function drawings(cost: number): number[] {
  const page = new FakePage();
  const pace = new Pace(() => {
    page.drawn.push(page.time);
    page.time += cost;
  }, page);
  page.run(pace, 100);
  return page.drawn;
}

test('what costs nothing is drawn in every frame, once', () => {
  expect(drawings(0)).toHaveLength(100);
});

test('after a drawing there is three times as long for everything else', () => {
  const times = drawings(20);
  expect(times.length).toBeGreaterThan(5);
  times.slice(1).forEach((time, i) => {
    expect(time - times[i]).toBeGreaterThanOrEqual(20 + 3 * 20);
  });
});

test('however often it is asked before a frame, it draws once', () => {
  let draws = 0;
  const frame: (() => void)[] = [];
  const clock = {
    now: () => 0,
    beforePaint: (act: () => void) => frame.push(act),
    after: () => {},
  };
  const pace = new Pace(() => {
    draws += 1;
  }, clock);
  for (let i = 0; i < 50; i++) pace.ask();
  expect([draws, frame.length]).toEqual([0, 1]);
  frame[0]();
  expect(draws).toBe(1);
});
