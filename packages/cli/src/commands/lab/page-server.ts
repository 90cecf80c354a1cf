/** Serves the files of one folder, and nothing else, to browsers. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '../../terminal/errors.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** What the page may do: load its own files, and nothing from elsewhere. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // A newer version has the same addresses.
  'Cache-Control': 'no-cache',
} as const;

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer | undefined;
}

function readPage(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
    const plain = readFileSync(path);
    // Fonts are compressed already.
    const gzipped = type.startsWith('font/') ? undefined : gzipSync(plain);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { type, plain, gzipped });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

function answer(files: ReadonlyMap<string, PageFile>, request: IncomingMessage): PageFile | number {
  if (request.method !== 'GET' && request.method !== 'HEAD') return 405;
  const path = (request.url ?? '/').replace(/[?#].*$/, '');
  return files.get(path) ?? 404;
}

function respond(found: PageFile | number, request: IncomingMessage, response: ServerResponse) {
  if (typeof found === 'number') {
    const allow = found === 405 ? { Allow: 'GET, HEAD' } : {};
    const text = found === 405 ? 'only GET and HEAD are answered\n' : 'there is no such file\n';
    response.writeHead(found, { ...HEADERS, ...allow, 'Content-Type': 'text/plain' });
    response.end(request.method === 'HEAD' ? undefined : text);
    return;
  }
  const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = accepts ? (found.gzipped ?? found.plain) : found.plain;
  response.writeHead(200, {
    ...HEADERS,
    Vary: 'Accept-Encoding',
    'Content-Type': found.type,
    'Content-Length': body.length,
    ...(body === found.gzipped ? { 'Content-Encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function listeningFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new UserError(
      `--port ${port} is taken on ${host}; give another one, or --port 0 for any that is free`,
      'address-not-available',
    );
  }
  if (error.code === 'EACCES') {
    return new UserError(
      `--port ${port} needs rights that you don't have; use one from 1024 on`,
      'address-not-available',
    );
  }
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
    return new UserError(
      `--host ${host} is not an address of this machine`,
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
  const files = readPage(folder);
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
