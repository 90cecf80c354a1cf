import { changeOf } from '../model/changes.ts';
import type { ChangeRow, DecisionRow } from '../model/rows.ts';

/** The arms that were active at each decision: rows name them only where a request left some out. */
export class ArmsInPlay {
  readonly #changes: readonly ChangeRow[];
  #next = 0;
  readonly #keys: string[] = [];
  readonly #active: boolean[] = [];
  #among: readonly string[] = [];

  constructor(changes: readonly ChangeRow[]) {
    this.#changes = changes.filter(({ kind }) => kind === 'create' || kind === 'arm');
  }

  #take(row: ChangeRow): void {
    const change = changeOf(row);
    const set = (place: number, key: string, active: boolean) => {
      this.#keys[place] = key;
      this.#active[place] = active;
    };
    if (change.kind === 'create')
      change.body.config.arms.forEach(({ key, state }, place) => {
        set(place, key, state === 'active');
      });
    if (change.kind === 'arm')
      set(change.body.place, change.body.arm.key, change.body.arm.state === 'active');
    this.#among = this.#keys.filter((_, place) => this.#active[place]);
  }

  /** The keys that a decision was made among. Takes decisions in order. */
  among({ seq, eligible }: DecisionRow): readonly string[] {
    for (;;) {
      const row = this.#changes.at(this.#next);
      if (row === undefined || row.seq > seq) break;
      this.#take(row);
      this.#next += 1;
    }
    if (eligible === null) return this.#among;
    const places: readonly number[] = JSON.parse(eligible);
    return places.map((place) => this.#keys[place]);
  }
}
