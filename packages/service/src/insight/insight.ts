/** What can be asked of an experiment's log beside the writer. */
import type { History, Report } from '@driftline/client/wire';
import type { DecisionIds } from '../model/decision-ids.ts';
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

/** Results that are kept as long as nothing happens to their experiment. */
const KEPT = 64;

interface Kept {
  readonly head: number;
  readonly result: Promise<unknown>;
}

/** Answers from a reader, in the thread that it is called in. */
export class ReaderInsight implements Insight {
  readonly #reader: StoreReader;
  readonly #ids: DecisionIds;
  readonly #kept = new Map<string, Kept>();

  constructor(reader: StoreReader, ids: DecisionIds) {
    this.#reader = reader;
    this.#ids = ids;
  }

  /** The same question of an unchanged log is answered once, also to many who ask at once. */
  async #once<Result>(key: string, name: string, ask: () => Promise<Result>): Promise<Result> {
    const head = (await this.#reader.experiment(key))?.head ?? -1;
    const question = `${key} ${name}`;
    const known = this.#kept.get(question);
    if (known?.head === head) return known.result as Promise<Result>;
    const result = ask();
    this.#kept.delete(question);
    this.#kept.set(question, { head, result });
    result.catch(() => this.#kept.delete(question));
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
