/** The log of an experiment contradicts itself: it cannot be folded, and the experiment is refused. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
  /** The event that does not fit. */
  readonly seq: number;

  constructor(seq: number, detail: string, options?: ErrorOptions) {
    super(`event ${seq}: ${detail}`, options);
    this.seq = seq;
  }
}

/** An event is not there: it was lost, or deleted because it is old. */
export class MissingEventError extends DamagedLogError {}

/** What has to hold if the log is as it was written. */
export function demand(holds: boolean, seq: number, detail: string): asserts holds {
  if (!holds) throw new DamagedLogError(seq, detail);
}

/** What reading an event's body comes to; where that fails, the log is damaged there. */
export function readEvent<Result>(seq: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedLogError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new DamagedLogError(seq, detail, { cause: error });
  }
}
