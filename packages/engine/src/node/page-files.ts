/** The files of a page that was built into a folder, and under which policy browsers may use them. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

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

/** What every answer with a file of a page says. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // A newer version has the same addresses.
  'Cache-Control': 'no-cache',
} as const;

/** A file of a page, as it is and compressed. */
export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer | undefined;
}

/** The files of a folder by their paths, `/` being its index. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
    const plain = readFileSync(path);
    // Fonts are compressed already.
    const gzipped = type.startsWith('font/') ? undefined : gzipSync(plain, { level: 9 });
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { type, plain, gzipped });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** The form in which a file is sent, given what the browser accepts. */
export function pageBody(
  file: PageFile,
  accepted: string | undefined,
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const zipped = /\bgzip\b/.test(accepted ?? '') ? file.gzipped : undefined;
  const body = zipped ?? file.plain;
  return {
    body,
    headers: {
      ...PAGE_HEADERS,
      Vary: 'Accept-Encoding',
      'Content-Type': file.type,
      'Content-Length': String(body.length),
      ...(zipped === undefined ? {} : { 'Content-Encoding': 'gzip' }),
    },
  };
}
