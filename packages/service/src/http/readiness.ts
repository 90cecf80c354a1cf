/** Whether what is sent now would be stored. */
import type { ProblemKind } from '../model/problems.ts';
import { StoreFull, StoreUnavailable } from '../store/errors.ts';
import type { Writer } from '../writer/operations.ts';
import type { Readiness } from './parts.ts';

/** A commit of this age shows that commits work. */
const RECENT_MILLIS = 5000;
/** A commit of no meaning that takes longer does not show it. */
const PROBE_MILLIS = 2000;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function problemOf(error: unknown): ProblemKind {
  if (error instanceof StoreFull) return 'disk-full';
  return error instanceof StoreUnavailable ? 'unavailable' : 'starting';
}

function notReady(why: string, problem: ProblemKind = 'starting'): Readiness {
  return { ready: false, problem, why };
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
    if (this.#isStopping) return notReady('the service is stopping', 'stopping');
    try {
      const { notReady: why, sinceCommit, note } = await this.#writer.health();
      if (why !== undefined) return notReady(why);
      const ready = { ready: true as const, ...(note === undefined ? {} : { note }) };
      if (sinceCommit <= RECENT_MILLIS) return ready;
      return await this.#probed(ready);
    } catch (error) {
      return notReady(reasonOf(error));
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
      timer = setTimeout(() => resolve(notReady(why, 'unavailable')), PROBE_MILLIS);
    });
    const probed = this.#writer.probe().then(
      (): Readiness => ({ ready: true }),
      (error: unknown) => notReady(`a commit fails: ${reasonOf(error)}`, problemOf(error)),
    );
    try {
      return await Promise.race([probed, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }
}
