/**
 * A process that has driftline loaded already and runs it whenever it is asked to: starting anew takes most of
 * the time of a short command. `main` is the program's own; each call has its own arguments, folder and
 * environment, and what it writes is handed back. It ends with the process that started it.
 *
 * Run as `node resident.ts SOCKET MAIN`.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import threads, { type Worker, type WorkerOptions } from 'node:worker_threads';

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

/** Node's own class. The name that others import is bound to {@link keepThreads}'s function. */
const Thread = threads.Worker;

/** Threads of a kind that are kept for the next command. */
const MOST_IDLE = 2;

/** A thread that waits for the next command when it is ended between tasks. Loading its modules takes 0.2 s of CPU time. */
class KeptThread extends Thread {
  readonly #idle: KeptThread[];
  #tasks = 0;
  #isLent = true;

  constructor(idle: KeptThread[], address: URL, options: WorkerOptions) {
    super(address, options);
    this.#idle = idle;
    this.lend();
  }

  /** Each task gets one answer. Reports of progress are none. */
  lend(): this {
    this.#isLent = true;
    return this.on('message', (answer: object) => {
      if (!('slots' in answer || 'units' in answer)) this.#tasks -= 1;
    });
  }

  override postMessage(task: unknown): void {
    this.#tasks += 1;
    super.postMessage(task);
  }

  override terminate(): Promise<number> {
    if (!this.#isLent) return Promise.resolve(0);
    if (this.#tasks > 0 || this.#idle.length >= MOST_IDLE) return super.terminate();
    this.#isLent = false;
    for (const event of ['message', 'error', 'exit']) this.removeAllListeners(event);
    this.#idle.push(this);
    return Promise.resolve(0);
  }
}

/** Lends threads that play or advise to one command after another. Threads with plugins are never shared. */
function keepThreads(): void {
  const idle = new Map<string, KeptThread[]>();
  function lent(address: URL, options: WorkerOptions = {}): Worker {
    if (!/\/(?:worker|thread)\.js$/.test(address.pathname)) return new Thread(address, options);
    if (options.workerData?.plugins?.length !== 0 && options.workerData !== undefined) {
      return new Thread(address, options);
    }
    const own = idle.get(address.href) ?? [];
    idle.set(address.href, own);
    return own.pop()?.lend() ?? new KeptThread(own, address, options);
  }
  Object.assign(threads, { Worker: lent });
  syncBuiltinESMExports();
}

keepThreads();

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
