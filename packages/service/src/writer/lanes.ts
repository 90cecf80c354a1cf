/**
 * How many commits are under way at once. Those of many experiments together never wait for another process; one of
 * an experiment alone may, for its lock. So these leave a lane to the others, and go first where one is free: neither
 * kind can hold up the other for ever.
 */
type Kind = 'together' | 'alone';

/** Gives a lane back. */
export type Land = () => void;

export class Lanes {
  readonly count: number;
  readonly #mostAlone: number;
  readonly #waiting: Record<Kind, (() => void)[]> = { together: [], alone: [] };
  readonly #taken: Record<Kind, number> = { together: 0, alone: 0 };
  /** Those lanes that are taken. */
  readonly #kinds = new Map<Land, Kind>();

  constructor(count: number) {
    this.count = count;
    this.#mostAlone = Math.max(1, count - 1);
  }

  /** Whether nothing is under way, and nothing waits. */
  get isIdle(): boolean {
    const { together, alone } = this.#taken;
    return together + alone + this.#waiting.together.length + this.#waiting.alone.length === 0;
  }

  /** Waits for a lane; whoever has it must give it back. */
  async take(kind: Kind): Promise<Land> {
    if (!this.#isFree(kind)) {
      await new Promise<void>((resolve) => {
        this.#waiting[kind].push(resolve);
      });
    } else {
      this.#taken[kind] += 1;
    }
    const land = () => {
      const taken = this.#kinds.get(land);
      this.#kinds.delete(land);
      if (taken !== undefined) this.#free(taken);
    };
    this.#kinds.set(land, kind);
    return land;
  }

  /** Makes a lane for experiments together one for a single experiment, where as many of these are left as must be. */
  setApart(land: Land): boolean {
    if (this.#kinds.get(land) !== 'together' || this.#taken.alone >= this.#mostAlone) return false;
    this.#kinds.set(land, 'alone');
    this.#taken.together -= 1;
    this.#taken.alone += 1;
    return true;
  }

  #isFree(kind: Kind): boolean {
    const { together, alone } = this.#taken;
    if (together + alone >= this.count) return false;
    return kind === 'together' || alone < this.#mostAlone;
  }

  /** A lane that is given back goes to the next who waits, who then has it already. */
  #free(kind: Kind): void {
    this.#taken[kind] -= 1;
    for (const next of ['alone', 'together'] as const) {
      while (this.#isFree(next)) {
        const resume = this.#waiting[next].shift();
        if (resume === undefined) break;
        this.#taken[next] += 1;
        resume();
      }
    }
  }
}
