/** What can go wrong with a request, in words for whoever looks at the page. */
import type { Problem } from '@driftline/client/wire';

type TroubleKind =
  /** No key, or one that is not known. */
  | 'key'
  /** The key may not do this. */
  | 'forbidden'
  /** Nobody answers. */
  | 'unreachable'
  /** It answers that it can't serve just now. */
  | 'not-ready'
  /** It refused what was asked. */
  | 'refused';

export interface Trouble {
  readonly kind: TroubleKind;
  readonly message: string;
  readonly status?: number;
}

export const unreachable: Trouble = {
  kind: 'unreachable',
  message: 'The service does not answer. Check that it is running and that your network works.',
};

export const cutOff: Trouble = {
  kind: 'unreachable',
  message: 'The service stopped before the export was complete. Nothing was saved. Try again.',
};

/** Whether something is a problem by RFC 9457, as the service states it. */
function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'detail' in body && 'title' in body;
}

function kindOf(status: number): TroubleKind {
  if (status === 401) return 'key';
  if (status === 403) return 'forbidden';
  return status === 503 || status === 502 || status === 504 ? 'not-ready' : 'refused';
}

const PLAIN: Readonly<Record<TroubleKind, string>> = {
  key: 'The service requires a key.',
  forbidden: 'This key does not allow this.',
  unreachable: unreachable.message,
  'not-ready': 'The service is not ready.',
  refused: 'The service refused the request.',
};

/** @param body - the answer's JSON, if it had any */
export function troubleOf(status: number, body: unknown): Trouble {
  const kind = kindOf(status);
  if (!isProblem(body)) return { kind, status, message: `${PLAIN[kind]} (HTTP ${status})` };
  const where = body.pointer === undefined || body.pointer === '' ? '' : ` (at ${body.pointer})`;
  const text = body.detail === '' ? body.title : body.detail;
  return { kind, status, message: `${text}${where}` };
}
