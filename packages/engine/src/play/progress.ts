/** How far a run has come. */

/** In slots of single policies, and in replications. */
export interface Progress {
  readonly doneSlots: number;
  readonly totalSlots: number;
  readonly doneReplications: number;
  readonly totalReplications: number;
  /** Of the slots done, those that were loaded rather than played. */
  readonly loadedSlots: number;
}

/** Where a run that was stopped goes on. */
export type Resumption = Pick<Progress, 'doneReplications' | 'totalReplications'>;

/** What is counted of a chunk. */
interface Counted {
  readonly chunk: { readonly from: number; readonly to: number };
  readonly slots: number;
}

/** Counts what is done and reports it. */
export class Tally {
  #doneSlots = 0;
  /** Of chunks under way. */
  readonly #begun = new Map<Counted, number>();
  #doneReplications = 0;
  #loadedSlots = 0;
  readonly #totalSlots: number;
  readonly #totalReplications: number;
  readonly #report: ((progress: Progress) => void) | undefined;

  constructor(tasks: readonly Counted[], report: ((progress: Progress) => void) | undefined) {
    this.#totalSlots = tasks.reduce((sum, { slots }) => sum + slots, 0);
    this.#totalReplications = tasks.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0);
    this.#report = report;
  }

  /** Slots of a chunk under way were played. */
  advance(task: Counted, slots: number): void {
    this.#begun.set(task, Math.min(task.slots, (this.#begun.get(task) ?? 0) + slots));
    this.#tellAll();
  }

  /** A chunk is there. */
  add(task: Counted, loaded: boolean): void {
    const { slots, chunk } = task;
    this.#begun.delete(task);
    this.#doneSlots += slots;
    if (loaded) this.#loadedSlots += slots;
    this.#doneReplications += chunk.to - chunk.from;
    this.#tellAll();
  }

  #tellAll(): void {
    const begunSlots = [...this.#begun.values()].reduce((sum, slots) => sum + slots, 0);
    this.#report?.({
      doneSlots: this.#doneSlots + begunSlots,
      totalSlots: this.#totalSlots,
      doneReplications: this.#doneReplications,
      totalReplications: this.#totalReplications,
      loadedSlots: this.#loadedSlots,
    });
  }
}
