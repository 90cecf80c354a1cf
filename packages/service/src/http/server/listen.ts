/** Listening on an address, with messages for what may be wrong with it. */
import type { AddressInfo } from 'node:net';
import { ServiceRefused } from '../../model/service-refused.ts';
import type { App } from '../parts.ts';

function refusal(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const refused = (message: string) =>
    new ServiceRefused(message, 'address-not-available', { cause: error });
  switch (error.code) {
    case 'EADDRINUSE':
      return refused(
        `--port ${port} is already in use on ${host}; choose another port, or --port 0 for any free port`,
      );
    case 'EACCES':
      return refused(
        `--port ${port} needs privileges that you do not have; use a port of 1024 or above`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return refused(`--host ${host} is not an address of this machine`);
    default:
      return error;
  }
}

function portOf(address: AddressInfo | string | null, asked: number): number {
  return typeof address === 'object' && address !== null ? address.port : asked;
}

/** The service logs one line of its own. Fastify would add one for each address, before anything else can be logged. */
async function listenSilently(app: App, host: string, port: number): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  try {
    await app.listen({ host, port });
  } finally {
    app.log.level = level;
  }
}

/** Starts to listen; returns the address to open. */
export async function listen(
  app: App,
  { host, port, tls }: { readonly host: string; readonly port: number; readonly tls: boolean },
): Promise<string> {
  try {
    await listenSilently(app, host, port);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw refusal(error, host, port);
  }
  const shown = host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${shown}:${portOf(app.server.address(), port)}/`;
}
