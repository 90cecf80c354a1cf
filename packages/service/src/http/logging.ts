/** One line and one measure per request. Neither bodies nor units nor keys are logged: only ids of keys. */
import type { IncomingMessage } from 'node:http';
import type { App, HttpMetrics } from './parts.ts';

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a request belongs to, by the W3C's header. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): {
  readonly trace?: string;
} {
  const { traceparent } = headers;
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  return found === null ? {} : { trace: found[1] };
}

function levelOf(status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}

/** Logs and measures each answer. A path may hold a unit: the route stands for it. */
export function loggingOf(app: App, metrics: HttpMetrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime } = reply;
    metrics.observe(route, status, elapsedTime / 1000);
    request.log[levelOf(status)]({
      method: request.method,
      route,
      status,
      millis: Math.round(elapsedTime * 10) / 10,
      by: request.identity.id,
    });
    done();
  });
}
