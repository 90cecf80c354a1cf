/** One request to the service that serves this page. */
import { key } from '../state/key.ts';
import { type Trouble, troubleOf, unreachable } from './trouble.ts';

export type Answer<T> = { readonly ok: T } | { readonly trouble: Trouble };

/** Who has waited this long learns that nobody answers. */
const PATIENCE = 15_000;

interface Asked {
  readonly method?: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
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
  const { method = 'GET', body } = asked;
  try {
    return await fetch(new URL(path, document.baseURI), {
      method,
      headers: headersOf(asked),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
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
