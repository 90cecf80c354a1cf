/** A log that tests write event by event, as a reader of it. */
import { bodyText, type ChangeBodies } from '../src/model/changes.ts';
import type { ExperimentConfig } from '../src/model/configuration.ts';
import type {
  ChangeKind,
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  OutcomeKind,
  OutcomeRow,
} from '../src/model/rows.ts';
import type { DecisionPage, DecisionWithOutcome, StoreReader } from '../src/store/store.ts';

export const START = Date.UTC(2026, 0, 1);

export function configOf(changes: Partial<ExperimentConfig> = {}): ExperimentConfig {
  return {
    created: START,
    arms: [
      { key: 'blue', payload: null, state: 'active' },
      { key: 'green', payload: null, state: 'active' },
    ],
    policy: { type: 'auto', params: {} },
    memory: null,
    reward: { values: { min: 0, max: 1 }, timeout: 60_000, missing: null, early: false },
    explore: 0.02,
    defaultArm: null,
    sticky: null,
    retain: 90 * 86_400_000,
    ...changes,
  };
}

/** One experiment, `checkout`, whose events are a second apart. */
export class KeptLog implements StoreReader {
  readonly rows: DecisionRow[] = [];
  readonly outcomes = new Map<number, OutcomeRow>();
  readonly #changes: ChangeRow[] = [];
  #config: ExperimentConfig;
  #head = 0;
  #swept = 0;
  /** The largest page that was asked for. */
  largestPage = 0;
  pages = 0;

  constructor(config: ExperimentConfig = configOf()) {
    this.#config = config;
    this.change('create', { config });
  }

  #next() {
    this.#head += 1;
    return { seq: this.#head, at: START + 1000 * this.#head };
  }

  decide(arm: number, more: Partial<DecisionRow> = {}): number {
    const number = this.rows.length;
    const { seq, at } = this.#next();
    this.rows.push({
      number,
      seq,
      at,
      deadline: at + this.#config.reward.timeout,
      slot: number,
      arm,
      reason: 'policy',
      propensity: null,
      ticket: 0,
      eligible: null,
      request: null,
      unit: null,
      context: null,
      digest: null,
      ...more,
    });
    return number;
  }

  settle(number: number, value: number | null, kind: OutcomeKind = 'reward'): void {
    this.outcomes.set(number, { number, ...this.#next(), kind, value, by: 'dev' });
  }

  /** Decides and rewards at once. */
  play(arm: number, value: number, more: Partial<DecisionRow> = {}): void {
    this.settle(this.decide(arm, more), value);
  }

  change<Kind extends ChangeKind>(kind: Kind, body: ChangeBodies[Kind]): void {
    this.#changes.push({ ...this.#next(), kind, body: bodyText(kind, body), by: 'dev' });
  }

  configure(config: ExperimentConfig): void {
    this.#config = config;
  }

  sweep(through: number): void {
    this.change('sweep', { through, closed: through - this.#swept });
    this.#swept = through;
  }

  /** As retention does. */
  prune(below: number): void {
    const left = this.rows.filter(({ number }) => number >= below);
    this.rows.splice(0, this.rows.length, ...left);
  }

  async damagedExperiments(): Promise<readonly []> {
    return [];
  }

  async experimentOfId(id: number): Promise<ExperimentRow | undefined> {
    return (await this.experiments()).find((row) => row.id === id);
  }

  async experiment(key: string): Promise<ExperimentRow | undefined> {
    if (key !== 'checkout') return undefined;
    return {
      id: 1,
      key,
      status: 'running',
      revision: 1,
      config: JSON.stringify(this.#config),
      head: this.#head,
      next: (this.rows.at(-1)?.number ?? -1) + 1,
      swept: this.#swept,
      at: START + 1000 * this.#head,
    };
  }

  async experiments(): Promise<readonly ExperimentRow[]> {
    const row = await this.experiment('checkout');
    return row === undefined ? [] : [row];
  }

  async decisions(
    _experiment: number,
    { from, limit }: DecisionPage,
  ): Promise<readonly DecisionWithOutcome[]> {
    this.largestPage = Math.max(this.largestPage, limit);
    this.pages += 1;
    const start = this.rows.findIndex(({ number }) => number >= from);
    if (start < 0) return [];
    return this.rows
      .slice(start, start + limit)
      .map((decision) => ({ decision, outcome: this.outcomes.get(decision.number) }));
  }

  async changes(_experiment: number, afterSeq: number, limit: number): Promise<ChangeRow[]> {
    return this.#changes
      .filter(({ seq, kind }) => seq > afterSeq && kind !== 'sweep')
      .slice(0, limit);
  }

  /** Sweeps included. */
  async allChanges(): Promise<readonly ChangeRow[]> {
    return this.#changes;
  }

  async keys(): Promise<readonly []> {
    return [];
  }

  async close(): Promise<void> {}
}
