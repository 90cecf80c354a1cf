/** Exports under way: a few per key and in total, each in little memory, and none that its client has stopped reading. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Limits } from '../model/limits.ts';
import { ProblemError } from '../model/problems.ts';
import { endWhenStalled } from './stalled-answers.ts';

type ExportLimits = Pick<Limits, 'exports' | 'exportsPerKey' | 'exportStallMillis'>;

export class OpenExports {
  readonly #limits: ExportLimits;
  readonly #refused: () => void;
  readonly #byCaller = new Map<string, number>();
  #open = 0;

  /** @param refused - is called for each export that is refused */
  constructor(limits: ExportLimits, refused: () => void = () => undefined) {
    this.#limits = limits;
    this.#refused = refused;
  }

  /**
   * Begins an export and returns its stream. The first piece is read before the answer begins, so that an unknown
   * experiment is a problem and not an empty export.
   */
  async begin(
    caller: string,
    reply: Pick<FastifyReply, 'raw' | 'log'>,
    exported: () => AsyncGenerator<string, void>,
  ): Promise<Readable> {
    const leave = this.#enter(caller);
    try {
      const pieces = exported();
      const first = await pieces.next();
      // It reads one piece ahead, and holds no other.
      const stream = Readable.from(resumed(first, pieces), { highWaterMark: 1 });
      stream.once('close', () => {
        leave();
        endPieces(pieces, reply.log);
      });
      this.#endWithClient(stream, reply.raw);
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Counts an export of a caller, or refuses it; returns the function that takes it off the count. */
  #enter(caller: string): () => void {
    const { exports: most, exportsPerKey } = this.#limits;
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= exportsPerKey) {
      this.#refuse(`the key ${caller} has ${own} exports in progress, which is the limit per key`);
    }
    if (this.#open >= most) {
      this.#refuse(`${this.#open} exports are in progress, which is the limit`);
    }
    this.#open += 1;
    this.#byCaller.set(caller, own + 1);
    return () => this.#leave(caller);
  }

  #leave(caller: string): void {
    const left = (this.#byCaller.get(caller) ?? 0) - 1;
    this.#open -= 1;
    if (left > 0) this.#byCaller.set(caller, left);
    else this.#byCaller.delete(caller);
  }

  #refuse(detail: string): never {
    this.#refused();
    throw new ProblemError(
      'too-many-exports',
      `${detail}; read one to its end or close it, then try again`,
    );
  }

  /** Ends a stream with its connection, and a connection that takes no byte for too long. */
  #endWithClient(stream: Readable, response: ServerResponse): void {
    const { socket } = response.req;
    const end = () => stream.destroy();
    if (socket.destroyed) end();
    socket.once('close', end);
    stream.once('close', () => socket.off('close', end));
    endWhenStalled(response, this.#limits.exportStallMillis);
  }
}

/** The first piece, and the rest. */
async function* resumed(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Ends an export even if its stream was closed before it was begun. */
function endPieces(pieces: AsyncGenerator<string, void>, log: FastifyBaseLogger): void {
  pieces.return().catch((error: unknown) => log.error({ err: error }, 'an export failed'));
}
