/** Whether what is sent now would be stored. */
import type { Writer } from '../writer/operations.ts';
import type { Readiness } from './parts.ts';

/** A commit of this age shows that commits work. */
const RECENT_MILLIS = 5000;
/** A commit of no meaning that takes longer does not show it. */
const PROBE_MILLIS = 2000;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class ReadinessCheck {
  readonly #writer: Writer;
  /** Those who ask at the same time share one commit. */
  #probe: Promise<Readiness> | undefined;
  #isStopping = false;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** From now on it is not ready. */
  stop(): void {
    this.#isStopping = true;
  }

  async state(): Promise<Readiness> {
    if (this.#isStopping) return { ready: false, why: 'the service is stopping' };
    try {
      const { notReady, sinceCommit, note } = await this.#writer.health();
      if (notReady !== undefined) return { ready: false, why: notReady };
      const ready = { ready: true as const, ...(note === undefined ? {} : { note }) };
      if (sinceCommit <= RECENT_MILLIS) return ready;
      return await this.#probed(ready);
    } catch (error) {
      return { ready: false, why: reasonOf(error) };
    }
  }

  /** @param ready - the answer if a commit works */
  async #probed(ready: Readiness): Promise<Readiness> {
    this.#probe ??= this.#tried().finally(() => {
      this.#probe = undefined;
    });
    const tried = await this.#probe;
    return tried.ready ? ready : tried;
  }

  async #tried(): Promise<Readiness> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<Readiness>((resolve) => {
      const why = `a commit takes longer than ${PROBE_MILLIS} ms`;
      timer = setTimeout(() => resolve({ ready: false, why }), PROBE_MILLIS);
    });
    const probed = this.#writer.probe().then(
      (): Readiness => ({ ready: true }),
      (error: unknown): Readiness => ({
        ready: false,
        why: `a commit fails: ${reasonOf(error)}`,
      }),
    );
    try {
      return await Promise.race([probed, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }
}
