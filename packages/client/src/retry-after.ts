/** How long a service asks to wait before the next try. Whatever stands there is not trusted: it may be of a proxy. */
import type { Problem } from './wire.ts';

/** Longer than this no service is obeyed: a wrong number would stop rewards for good. */
const LONGEST_SECONDS = 3600;

/** The form of dates in headers, such as `Wed, 18 Nov 2026 02:43:38 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, .+ GMT$/;

/** Milliseconds; undefined for what is no time to wait, which then has no say. */
function millisOf(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return Math.min(seconds, LONGEST_SECONDS) * 1000;
}

/** Milliseconds that a problem asks to wait. */
export function waitOf({ retryAfter }: Problem): number | undefined {
  return millisOf(retryAfter);
}

function dateIn(header: string | null): number | undefined {
  return header !== null && HTTP_DATE.test(header) ? Date.parse(header) : undefined;
}

/**
 * Milliseconds that the header `Retry-After` asks to wait, as seconds or as a date.
 *
 * @param now - milliseconds since 1970, for an answer that does not state its own time
 */
export function waitByHeader(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header !== null && /^\d{1,15}(\.\d+)?$/.test(header)) return millisOf(Number(header));
  const date = dateIn(header);
  return date === undefined
    ? undefined
    : millisOf((date - (dateIn(headers.get('date')) ?? now)) / 1000);
}
