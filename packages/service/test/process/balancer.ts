/** A small balancer before a team: it asks each service whether it is ready, and sends requests to those that are. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from './team-cycles.ts';

const LOOK_MILLIS = 100;

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}readyz`)).ok;
  } catch {
    return false;
  }
}

/** Nobody could be asked, or whoever was asked is gone: as a balancer says it. */
function badGateway(response: ServerResponse, detail: string): void {
  const problem = { type: '/problems/bad-gateway', title: 'Bad gateway', status: 502, detail };
  response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
}

async function forward(to: string, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  const answer = await fetch(new URL(request.url ?? '/', to), {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body.length === 0 ? {} : { body }),
  });
  const text = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
}

/** Starts it; it looks at all services anew ten times per second. */
export async function startBalancer(addresses: () => readonly string[]): Promise<Front> {
  let ready: readonly string[] = addresses();
  let turn = 0;
  let isOpen = true;
  const server = createServer((request, response) => {
    const to = ready[turn++ % Math.max(1, ready.length)];
    if (to === undefined) return badGateway(response, 'nobody is ready');
    forward(to, request, response).catch((error: unknown) => badGateway(response, String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = (async () => {
    while (isOpen) {
      const all = addresses();
      const states = await Promise.all(all.map(isReady));
      ready = all.filter((_, place) => states[place]);
      await sleep(LOOK_MILLIS);
    }
  })();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      isOpen = false;
      await looking;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
