import type { Millis } from '../model/rows.ts';

/** The service's time. */
export interface Clock {
  /** Milliseconds since 1970. Whatever is done to the machine's clock, it goes on as it began, unless taken anew. */
  now(): Millis;
  /** Takes the machine's time anew: for when this one was found wrong. */
  takeAnew(): void;
  /** Milliseconds since some moment, for durations. */
  elapsed(): number;
}

/** The machine's time when the service starts, and from then on the time that has passed. */
export function systemClock(): Clock {
  let start = Date.now();
  let origin = performance.now();
  return {
    now: () => start + Math.floor(performance.now() - origin),
    takeAnew: () => {
      start = Date.now();
      origin = performance.now();
    },
    elapsed: () => performance.now(),
  };
}
