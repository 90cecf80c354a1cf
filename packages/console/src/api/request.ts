/** One request to the service that serves this page. */
import { key } from '../state/key.ts';
import { cutOff, type Trouble, troubleOf, unreachable } from './trouble.ts';

export type Answer<T> = { readonly ok: T } | { readonly trouble: Trouble };

/** Who has waited this long learns that nobody answers. */
const PATIENCE = 15_000;

interface Asked {
  readonly method?: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

function headersOf({ body, headers }: Asked): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key.value === '' ? {} : { Authorization: `Bearer ${key.value}` }),
    ...headers,
  };
}

/** @param path - below the page's own address, which may be below another path */
async function answered(path: string, asked: Asked): Promise<Response | undefined> {
  const { method = 'GET', body, signal = AbortSignal.timeout(PATIENCE) } = asked;
  try {
    return await fetch(new URL(path, document.baseURI), {
      method,
      headers: headersOf(asked),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  } catch {
    // Refused, cut off, or too late: to whoever looks it is the same.
    return undefined;
  }
}

async function textOf(response: Response): Promise<string | undefined> {
  try {
    return await response.text();
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function request<T>(path: string, asked: Asked = {}): Promise<Answer<T>> {
  const response = await answered(path, asked);
  const text = response === undefined ? undefined : await textOf(response);
  if (response === undefined || text === undefined) return { trouble: unreachable };
  const body = parsed(text);
  if (!response.ok || body === undefined) return { trouble: troubleOf(response.status, body) };
  return { ok: body as T };
}

/** A file that may be as long as a log: its beginning is waited for as for other answers, its end as long as it takes. */
export async function download(path: string): Promise<Answer<Blob>> {
  const beginning = new AbortController();
  const timer = setTimeout(() => beginning.abort(), PATIENCE);
  const response = await answered(path, { headers: { Accept: '*/*' }, signal: beginning.signal });
  clearTimeout(timer);
  if (response === undefined) return { trouble: unreachable };
  if (!response.ok) {
    return { trouble: troubleOf(response.status, parsed((await textOf(response)) ?? '')) };
  }
  try {
    return { ok: await response.blob() };
  } catch {
    return { trouble: cutOff };
  }
}
