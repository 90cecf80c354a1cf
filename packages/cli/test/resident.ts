/**
 * A process that has driftline loaded already and runs it whenever it is asked to: starting anew takes most of
 * the time of a short command. `main` is the program's own; each call has its own arguments, folder and
 * environment, and what it writes is handed back. It ends with the process that started it.
 *
 * Run as `node resident.ts SOCKET MAIN`.
 */
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** A command to run. */
export interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What it wrote, piece by piece, and at last how it ended. */
export type News =
  | { readonly to: 'stdout' | 'stderr'; readonly text: string }
  | { readonly code: number };

const [, , socketPath, mainFile] = process.argv;
const { main }: { main(args: readonly string[]): Promise<number> } = await import(
  pathToFileURL(mainFile).href
);

/** The same picture is drawn once: commands that are called again and again draw few others. */
function rememberPictures(): void {
  const require = createRequire(pathToFileURL(mainFile));
  const drawing: typeof import('@resvg/resvg-js') = require('@resvg/resvg-js');
  const { Resvg } = drawing;
  const drawn = new Map<string, Buffer>();
  const remembering = function draw(...picture: ConstructorParameters<typeof Resvg>) {
    const key = JSON.stringify(picture);
    const asPng = () => {
      const bytes = drawn.get(key) ?? new Resvg(...picture).render().asPng();
      drawn.set(key, bytes);
      return bytes;
    };
    return { render: () => ({ asPng }) };
  };
  const loaded = require.cache[require.resolve('@resvg/resvg-js')];
  if (loaded !== undefined) loaded.exports = { ...drawing, Resvg: remembering };
}

rememberPictures();

/** Sends on all that is written to a stream instead. */
function redirect(to: 'stdout' | 'stderr', send: (news: News) => void): void {
  process[to].removeAllListeners('error');
  process[to].write = (chunk: string | Uint8Array) => {
    send({ to, text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8') });
    return true;
  };
}

async function answer({ args, cwd, env }: Call, send: (news: News) => void): Promise<void> {
  process.chdir(cwd);
  process.env = { ...env };
  process.argv = [process.argv[0], 'driftline', ...args];
  redirect('stdout', send);
  redirect('stderr', send);
  send({ code: await main(args) });
}

/** One call after another: they share a folder and an environment. */
let last: Promise<void> = Promise.resolve();

function serve(socket: Socket): void {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    if (!received.endsWith('\n')) return;
    const call: Call = JSON.parse(received);
    last = last.then(async () => {
      await answer(call, (news) => socket.write(`${JSON.stringify(news)}\n`));
      socket.end();
    });
  });
}

createServer(serve).listen(socketPath);
process.stdin.resume().on('end', () => process.exit());
