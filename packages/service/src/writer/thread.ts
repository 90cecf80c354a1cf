/** The writer's thread: it alone writes to the store, and SQLite's waiting for the disk holds up nobody else. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Answer } from '../model/operations.ts';
import { openStore } from '../opening/open-store.ts';
import type { Store } from '../store/store.ts';
import { LocalWriter } from './local-writer.ts';
import { type FromWriter, sentError, type ThreadSetup, type ToWriter } from './messages.ts';

/** Answers that are ready together leave together. */
class Outbox {
  readonly #port: MessagePort;
  #answers: (readonly [number, Answer])[] = [];
  /** What comes before the first message; undefined after it. */
  #early: FromWriter[] | undefined = [];

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** The first message is that the writer has started. */
  begin(message: FromWriter): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const each of [message, ...early]) this.send(each);
  }

  send(message: FromWriter): void {
    if (this.#early === undefined) this.#port.postMessage(message);
    else this.#early.push(message);
  }

  answer(id: number, answer: Answer): void {
    if (this.#answers.length === 0) setImmediate(() => this.#flush());
    this.#answers.push([id, answer]);
  }

  #flush(): void {
    this.send({ answers: this.#answers });
    this.#answers = [];
  }
}

function writerOf(
  store: Store,
  { limits, acceptsClock }: ThreadSetup,
  outbox: Outbox,
): LocalWriter {
  return new LocalWriter({
    store,
    limits,
    acceptsClock,
    onMeasures: (measures) => outbox.send({ measures }),
    onFault: ({ what, error }) => outbox.send({ fault: { what, error: sentError(error) } }),
    onNotice: (notice) => outbox.send({ notice }),
    onBroken: (error) => outbox.send({ broken: sentError(error) }),
  });
}

async function call(
  writer: LocalWriter,
  outbox: Outbox,
  { call: name, id }: Extract<ToWriter, { readonly id: number }>,
): Promise<void> {
  try {
    const health = name === 'health' ? await writer.health() : undefined;
    if (name === 'probe') await writer.probe();
    if (name === 'close') await writer.close();
    outbox.send({ done: id, ...(health === undefined ? {} : { health }) });
  } catch (error) {
    outbox.send({ done: id, error: sentError(error) });
  }
}

async function run(port: MessagePort, setup: ThreadSetup): Promise<void> {
  const outbox = new Outbox(port);
  const store = await openStore(setup.location);
  const writer = writerOf(store, setup, outbox);
  await writer.start();
  writer.keepUp();
  port.on('message', (message: ToWriter) => {
    if ('call' in message) {
      void call(writer, outbox, message).then(() => {
        if (message.call === 'close') port.close();
      });
      return;
    }
    for (const [id, operation] of message.operations) {
      void writer.submit(operation).then((answer) => outbox.answer(id, answer));
    }
  });
  outbox.begin({ started: { idKeys: store.idKeys } });
}

if (parentPort !== null) {
  const port = parentPort;
  run(port, workerData as ThreadSetup).catch((error: unknown) => {
    port.postMessage({ refused: sentError(error) } satisfies FromWriter);
    port.close();
  });
}
