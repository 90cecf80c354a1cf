/** A service of a few lines that keeps the promises of the real one, and goes wrong when a test says so. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type {
  BatchOperation,
  BatchRequest,
  BatchResult,
  Decision,
  DecisionRequest,
  Problem,
} from '../src/wire.ts';

/** How one request goes wrong: `cut` breaks the connection, `hold` answers when released. */
export type Fault =
  | 'none'
  | 'cut before'
  | 'cut after'
  | 'hold'
  | 'overloaded'
  | 'page of a proxy'
  | 'half an answer'
  | 'an answer of 64 MB'
  | Problem
  | RawFault;

/** An answer as it stands, for forms that the types do not allow. */
export interface RawFault {
  readonly raw: {
    readonly status: number;
    readonly headers?: OutgoingHttpHeaders;
    readonly body: string;
  };
}

interface Stored {
  readonly number: number;
  readonly arm: string;
  readonly unit: string | undefined;
  outcome: number | 'cancel' | undefined;
  /** How often its outcome was counted: more than once would be the service's own mistake. */
  counted: number;
}

export function problem(status: number, name: string, more: Partial<Problem> = {}): Problem {
  return { type: `/problems/${name}`, title: name, status, detail: `made by a test`, ...more };
}

const EXPIRES = '2027-01-20T00:00:00.000Z';

export class FakeService {
  /** What goes wrong with the next requests, one after the other. */
  readonly faults: Fault[] = [];
  /** All requests that came, also those that went wrong. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  readonly decisions: Stored[] = [];
  /** Whether the key may not reward. */
  forbidden = false;
  /** Decisions that belong to an experiment which is out of order. */
  readonly damaged = new Set<string>();
  /** Rewards above this are refused. */
  highest = 1;
  readonly #byKey = new Map<string, Stored>();
  readonly #held: (() => void)[] = [];
  readonly #server: Server;
  #port = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<FakeService> {
    const service = new FakeService();
    await service.#listen();
    return service;
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  get #address(): AddressInfo {
    return this.#server.address() as AddressInfo;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#address.port}`;
  }

  /** Is not there until it comes back, with all that it knows. */
  async goAway(): Promise<void> {
    this.#port = this.#address.port;
    await this.stop();
  }

  async comeBack(): Promise<void> {
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Answers all that is held. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Resolves when so many requests have come in all. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise((resolve) => setImmediate(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    admitPages(response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const body = await text(request);
    const fault = this.faults.shift() ?? 'none';
    this.requests.push({ path, headers: request.headers, body });
    if (fault === 'cut before') return void request.socket.destroy();
    if (typeof fault === 'object' && 'raw' in fault) {
      return void response.writeHead(fault.raw.status, fault.raw.headers).end(fault.raw.body);
    }
    if (typeof fault === 'object') return send(response, fault.status, fault);
    if (fault === 'overloaded') {
      response.setHeader('retry-after', '7');
      return send(response, 503, problem(503, 'overloaded'));
    }
    if (fault === 'page of a proxy') return void response.writeHead(404).end('<html>');
    const answer = this.#answer(path, request.headers, body === '' ? {} : JSON.parse(body));
    if (fault === 'cut after') return void request.socket.destroy();
    if (fault === 'half an answer') return void response.writeHead(200).end('{"results":[');
    if (fault === 'an answer of 64 MB') return sendBlown(response, answer);
    if (fault === 'hold') await new Promise<void>((resolve) => this.#held.push(resolve));
    send(response, 'status' in answer && 'type' in answer ? Number(answer.status) : 200, answer);
  }

  #answer(path: string, headers: IncomingMessage['headers'], body: unknown): object {
    const [, experiment] = /^\/v1\/experiments\/([^/]+)\/decisions$/.exec(path) ?? [];
    if (experiment !== undefined) {
      return this.#decide(body as DecisionRequest, String(headers['idempotency-key']));
    }
    if (path === '/readyz') return { status: 'ready' };
    if (path !== '/v1/batch') return problem(404, 'not-found');
    const { operations } = body as BatchRequest;
    const isKnown = operations.every((operation) => Object.keys(operation).length > 0);
    if (operations.length > 1000 || !isKnown) return problem(400, 'invalid');
    return { results: operations.map((operation) => this.#operate(operation)) };
  }

  #decide({ unit }: DecisionRequest, key: string): Decision {
    const known = this.#byKey.get(key);
    const stored = known ?? this.decide(unit);
    this.#byKey.set(key, stored);
    return {
      decisionId: `d_${stored.number}`,
      number: stored.number,
      arm: stored.arm,
      payload: { color: stored.arm },
      propensity: null,
      reason: 'policy',
      expiresAt: EXPIRES,
    };
  }

  /** Decides, as if another program had asked. */
  decide(unit?: string): Stored {
    const number = this.decisions.length;
    const arm = number % 2 === 0 ? 'red' : 'green';
    const stored: Stored = { number, arm, unit, outcome: undefined, counted: 0 };
    this.decisions.push(stored);
    return stored;
  }

  #operate(operation: BatchOperation): BatchResult {
    if ('reward' in operation) return this.#settle(operation.reward, operation.value);
    if ('cancel' in operation) return this.#settle(operation.cancel, 'cancel');
    if ('decide' in operation) {
      if (operation.decide === 'unknown') return { problem: problem(404, 'not-found') };
      return { ok: this.#decide(operation, operation.idempotencyKey ?? '') };
    }
    const last = this.decisions.findLast(({ unit }) => unit === operation.unit);
    if (last === undefined) return { problem: problem(404, 'not-found') };
    const { number, arm } = last;
    if ('rewardUnit' in operation) return this.#settle(`d_${number}`, operation.value);
    return { ok: { decisionId: `d_${number}`, number, arm, expiresAt: EXPIRES } };
  }

  #settle(id: string, outcome: number | 'cancel'): BatchResult {
    const stored = this.decisions[Number(id.slice(2))];
    if (this.damaged.has(id)) return { problem: problem(503, 'damaged') };
    if (this.forbidden) return { problem: problem(403, 'forbidden') };
    if (stored === undefined) return { problem: problem(404, 'not-found') };
    if (typeof outcome === 'number' && outcome > this.highest) {
      return { problem: problem(422, 'reward-out-of-range') };
    }
    if (stored.outcome === outcome) return { ok: { status: 'duplicate' } };
    if (stored.outcome !== undefined) return { problem: problem(409, 'conflict') };
    stored.outcome = outcome;
    stored.counted += 1;
    return { ok: { status: outcome === 'cancel' ? 'cancelled' : 'counted' } };
  }
}

/** A true answer with spaces around it: 64 KB on the way, 64 MB for whoever unpacks all of it. */
function sendBlown(response: ServerResponse, answer: object): void {
  const body = gzipSync(JSON.stringify(answer).padStart(64 * 2 ** 20));
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .end(body);
}

/** Any page may ask. */
function admitPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, idempotency-key',
  );
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
