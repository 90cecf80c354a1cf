import type { Millis } from '../model/rows.ts';

/** The service's time. */
export interface Clock {
  /** Milliseconds since 1970. It never goes back while the service runs, whatever is done to the machine's clock. */
  now(): Millis;
  /** Milliseconds since some moment, for durations. */
  elapsed(): number;
}

/** The machine's time when the service starts, and from then on the time that has passed. */
export function systemClock(): Clock {
  const start = Date.now();
  const origin = performance.now();
  return {
    now: () => start + Math.floor(performance.now() - origin),
    elapsed: () => performance.now(),
  };
}
