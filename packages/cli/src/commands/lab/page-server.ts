/** Serves the files of one folder, and nothing else, to browsers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PAGE_HEADERS, type PageFile, pageBody, readPageFiles } from '@driftline/engine/page-files';
import { UserError } from '../../terminal/errors.ts';

function answer(files: ReadonlyMap<string, PageFile>, request: IncomingMessage): PageFile | number {
  if (request.method !== 'GET' && request.method !== 'HEAD') return 405;
  const path = (request.url ?? '/').replace(/[?#].*$/, '');
  return files.get(path) ?? 404;
}

function respond(found: PageFile | number, request: IncomingMessage, response: ServerResponse) {
  if (typeof found === 'number') {
    const allow = found === 405 ? { Allow: 'GET, HEAD' } : {};
    const text = found === 405 ? 'only GET and HEAD are supported\n' : 'there is no such file\n';
    response.writeHead(found, { ...PAGE_HEADERS, ...allow, 'Content-Type': 'text/plain' });
    response.end(request.method === 'HEAD' ? undefined : text);
    return;
  }
  const { body, headers } = pageBody(found, String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function listeningFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new UserError(
      `--port ${port} is in use on ${host}; choose another one, or --port 0 for a free one`,
      'address-not-available',
    );
  }
  if (error.code === 'EACCES') {
    return new UserError(
      `--port ${port} needs administrator rights; choose a port from 1024 on`,
      'address-not-available',
    );
  }
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
    return new UserError(
      `--host ${host} is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses`,
      'address-not-available',
    );
  }
  return error;
}

/** A server that listens, and the address to open. */
interface PageServer {
  readonly server: Server;
  readonly address: string;
}

/** Serves a folder until the server is closed; port 0 takes any that is free. */
export async function servePage(folder: string, host: string, port: number): Promise<PageServer> {
  const files = readPageFiles(folder);
  const server = createServer((request, response) => {
    respond(answer(files, request), request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listeningFailure(error, host, port)));
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  const taken = typeof bound === 'object' && bound !== null ? bound.port : port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return { server, address: `http://${shown}:${taken}/` };
}
