/**
 * Load on a server: pairs of a decision and its reward, over connections that stay open. A closed loop finds the
 * rate; an open loop sends at given moments, whatever comes back, and counts latency from the intended moment, so
 * that a server that stalls is not spared the requests that it kept away.
 */
import { Agent, request } from 'node:http';
import { now } from '../in-turns.ts';

/** A server that takes decisions and rewards, or several that share them. */
export interface Target {
  readonly name: string;
  readonly host: string;
  /** Requests go to each in turn, as a balancer sends them: a reward often to another than its decision. */
  readonly ports: readonly number[];
  /** The path of a decision, the how many-th this is. */
  decidePath(turn: number): string;
  /** The path of a reward, from the id that a decision was answered with. */
  rewardPath(id: string): string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a load came to. Latencies in milliseconds, in ascending order, one per request. */
export interface Load {
  readonly seconds: number;
  readonly pairs: number;
  readonly failures: number;
  readonly latencies: Float64Array;
}

/** A latency below which this share of requests stayed. */
export function quantile(latencies: Float64Array, share: number): number {
  if (latencies.length === 0) return Number.NaN;
  return latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
}

class Caller {
  readonly #target: Target;
  readonly #agent: Agent;
  #decisions = 0;
  #requests = 0;
  readonly latencies: number[] = [];
  pairs = 0;
  failures = 0;

  constructor(target: Target, connections: number) {
    this.#target = target;
    this.#agent = new Agent({
      keepAlive: true,
      maxTotalSockets: connections,
      scheduling: 'fifo',
    });
  }

  /** One decision and its reward. */
  async pair(intended: number | undefined): Promise<void> {
    const begun = intended ?? now();
    const answer = await this.#post(this.#target.decidePath(this.#decisions++), '{}');
    this.latencies.push(now() - begun);
    const id = answer === undefined ? undefined : idOf(answer);
    if (id === undefined) {
      this.failures += 1;
      return;
    }
    const turned = now();
    const settled = await this.#post(this.#target.rewardPath(id), '{"value":1}');
    this.latencies.push(now() - turned);
    if (settled === undefined) this.failures += 1;
    else this.pairs += 1;
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(path: string, body: string): Promise<string | undefined> {
    const { host, ports, headers } = this.#target;
    const port = ports[this.#requests++ % ports.length];
    return new Promise((resolve) => {
      const call = request(
        {
          agent: this.#agent,
          host,
          port,
          path,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve(response.statusCode === 200 ? text : undefined));
          response.on('error', () => resolve(undefined));
        },
      );
      call.on('error', () => resolve(undefined));
      call.end(body);
    });
  }
}

function idOf(answer: string): string | undefined {
  const { decisionId }: { readonly decisionId?: string | null } = JSON.parse(answer);
  return decisionId ?? undefined;
}

function loadOf(caller: Caller, begun: number): Load {
  const seconds = (now() - begun) / 1000;
  const { pairs, failures } = caller;
  return { seconds, pairs, failures, latencies: Float64Array.from(caller.latencies).sort() };
}

/** Each connection sends its next pair when the one before is answered. */
export async function closedLoop(
  target: Target,
  connections: number,
  seconds: number,
): Promise<Load> {
  const caller = new Caller(target, connections);
  const begun = now();
  const until = begun + seconds * 1000;
  const one = async () => {
    while (now() < until) await caller.pair(undefined);
  };
  await Promise.all(Array.from({ length: connections }, one));
  caller.close();
  return loadOf(caller, begun);
}

/** Sends `rate` pairs per second, at even moments, over as many connections as that takes up to a number. */
export async function openLoop(
  target: Target,
  connections: number,
  rate: number,
  seconds: number,
): Promise<Load> {
  const caller = new Caller(target, connections);
  const begun = now();
  const count = Math.floor(rate * seconds);
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, Math.floor(((now() - begun) / 1000) * rate) + 1);
    for (; sent < due; sent++) under.push(caller.pair(begun + (sent / rate) * 1000));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
  caller.close();
  return loadOf(caller, begun);
}
