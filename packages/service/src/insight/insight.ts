/** What can be asked of an experiment's log beside the writer. */
import type { History, Report } from '@driftline/client/wire';
import type { DecisionIds } from '../model/decision-ids.ts';
import type { Millis } from '../model/rows.ts';
import type { StoreReader } from '../store/store.ts';
import { type ExportOptions, exportLines } from './export.ts';
import { history } from './history.ts';
import type { AskedRange } from './pages.ts';
import { report } from './report.ts';

export interface Insight {
  history(key: string, bins?: number): Promise<History>;
  report(key: string, range?: AskedRange): Promise<Report>;
  /** Text of whole lines. Who stops reading ends it. */
  export(key: string, options?: ExportOptions): AsyncGenerator<string, void>;
  close(): Promise<void>;
}

/** How many results are kept. */
const KEPT = 64;

/**
 * A result is given again while nothing happened to its experiment, and for nine times as long as it took: pages
 * that ask again and again keep the thread busy for a tenth of the time at most. Of a small log that is no time.
 */
const REST = 9;

interface Kept {
  readonly head: number;
  readonly result: Promise<unknown>;
  /** Until when it is given again; as long as it is awaited, to all who ask. */
  until: Millis;
}

/** Answers from a reader, in the thread that it is called in. */
export class ReaderInsight implements Insight {
  readonly #reader: StoreReader;
  readonly #ids: DecisionIds;
  readonly #now: () => Millis;
  readonly #kept = new Map<string, Kept>();

  /** @param now - milliseconds of a clock that never goes back */
  constructor(reader: StoreReader, ids: DecisionIds, now: () => Millis = () => performance.now()) {
    this.#reader = reader;
    this.#ids = ids;
    this.#now = now;
  }

  async #once<Result>(key: string, name: string, ask: () => Promise<Result>): Promise<Result> {
    const head = (await this.#reader.experiment(key))?.head ?? -1;
    const question = `${key} ${name}`;
    const known = this.#kept.get(question);
    const began = this.#now();
    if (known !== undefined && (known.head === head || began < known.until))
      return known.result as Promise<Result>;
    const result = ask();
    const kept: Kept = { head, result, until: Number.POSITIVE_INFINITY };
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    result.then(
      () => {
        kept.until = this.#now() + REST * (this.#now() - began);
      },
      () => this.#kept.delete(question),
    );
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT) this.#kept.delete(oldest);
    return result;
  }

  history(key: string, bins?: number): Promise<History> {
    return this.#once(key, `history ${bins}`, () => history(this.#reader, key, bins));
  }

  report(key: string, range: AskedRange = {}): Promise<Report> {
    const name = `report ${range.from} ${range.to} ${range.last}`;
    return this.#once(key, name, () => report(this.#reader, key, range));
  }

  export(key: string, options?: ExportOptions): AsyncGenerator<string, void> {
    return exportLines(this.#reader, key, this.#ids, options);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
