/** Takes the files of a store away from a service under load, and looks for everything that it acknowledged. */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BatchOperation } from '@driftline/client/wire';
import { DecisionIds } from '../../src/model/decision-ids.ts';
import { StoreDamaged } from '../../src/store/errors.ts';
import { backupSqlite } from '../../src/store/sqlite/sqlite-reader.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { createExperiment, EXPERIMENT, sendBatch } from './client.ts';
import { type Exit, type ProcessOptions, ServiceProcess } from './service-process.ts';

/** A way in which files are taken away; `backup` was made under load. */
export interface Way {
  readonly name: string;
  /** Left to `npm run test:faults`. */
  readonly isRare?: true;
  /** Does no harm if everything was just moved into the data file: then it is done again. */
  readonly mayMiss?: true;
  strike(file: string, backup: string): void;
}

/** Every way in which files were seen to be taken away. */
export const ways: readonly Way[] = [
  {
    name: 'a backup is restored as the guide says, without a stop',
    strike: (file, backup) => {
      renameSync(file, `${file}.broken`);
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`);
      copyFileSync(backup, file);
    },
  },
  { name: 'the store is removed', strike: (file) => rmSync(file) },
  {
    name: 'the store is removed with all files beside it',
    isRare: true,
    strike: (file) => {
      for (const ending of ['', '-wal', '-shm', '.lock']) rmSync(`${file}${ending}`);
    },
  },
  {
    name: 'another file is moved over the store',
    strike: (file, backup) => renameSync(backup, file),
  },
  {
    name: 'the log file is cut to nothing',
    mayMiss: true,
    strike: (file) => truncateSync(`${file}-wal`, 0),
  },
  {
    name: 'the log file is cut within its second page',
    isRare: true,
    mayMiss: true,
    strike: (file) => truncateSync(`${file}-wal`, 5000),
  },
  { name: 'the log file is removed', isRare: true, strike: (file) => rmSync(`${file}-wal`) },
];

export interface ReplacingOptions extends ProcessOptions {
  readonly way: Way;
  readonly clients: number;
  readonly batch: number;
  /** Acknowledged rewards before the files are taken away. */
  readonly rewards: number;
}

export interface ReplacingFigures {
  readonly decisions: number;
  readonly rewards: number;
  /** Acknowledged decisions and rewards that are neither in the store nor in the rescued copy. */
  readonly lost: number;
  /** Operations that were sent after the files were gone, and acknowledged. */
  readonly late: number;
  readonly exit: Exit;
  readonly said: string;
  readonly rescued: readonly string[];
}

/** Everything that clients were told is stored. */
class Acknowledged {
  readonly decisions = new Set<string>();
  readonly rewards = new Map<string, number>();
  late = 0;

  /** How many are in none of these stores. */
  missingIn(stores: readonly ReadonlyMap<string, number | null>[]): number {
    const isIn = (id: string) => stores.some((store) => store.has(id));
    const isPaid = ([id, value]: [string, number]) =>
      stores.some((store) => store.get(id) === value);
    const decisions = [...this.decisions].filter((id) => !isIn(id));
    return decisions.length + [...this.rewards].filter((each) => !isPaid(each)).length;
  }
}

class Load {
  readonly acknowledged = new Acknowledged();
  readonly #address: string;
  readonly #batch: number;
  #sent = 0;
  #strikes = 0;

  constructor(address: string, batch: number) {
    this.#address = address;
    this.#batch = batch;
  }

  get isStruck(): boolean {
    return this.#strikes > 0;
  }

  /** From now on nothing that is sent may be acknowledged. */
  noteStrike(): void {
    this.#strikes += 1;
    this.acknowledged.late = 0;
  }

  /** Decides and rewards until something is refused or not answered. */
  async work(onRewards: () => void): Promise<void> {
    for (;;) {
      const decided = await this.#send(
        Array.from({ length: this.#batch }, () => ({
          decide: EXPERIMENT,
          idempotencyKey: `operation-${this.#sent++}`,
        })),
        (_, { decisionId }) => this.acknowledged.decisions.add(String(decisionId)),
      );
      if (decided === undefined) return;
      const ids = decided.map(({ decisionId }) => String(decisionId));
      const rewarded = await this.#send(
        ids.map((reward, i) => ({ reward, value: (i % 7) / 7 })),
        (i) => this.acknowledged.rewards.set(ids[i], (i % 7) / 7),
      );
      if (rewarded === undefined) return;
      onRewards();
    }
  }

  /** What was answered; undefined where not all of it was acknowledged. */
  async #send(
    operations: readonly BatchOperation[],
    note: (i: number, answer: Readonly<Record<string, unknown>>) => void,
  ): Promise<Readonly<Record<string, unknown>>[] | undefined> {
    const strikes = this.#strikes;
    const results = (await sendBatch(this.#address, operations)) ?? [];
    const answers: Readonly<Record<string, unknown>>[] = [];
    for (const [i, result] of results.entries()) {
      if (!('ok' in result)) continue;
      const answer = { ...result.ok };
      answers.push(answer);
      note(i, answer);
      if (strikes > 0 && strikes === this.#strikes) this.acknowledged.late += 1;
    }
    return answers.length === operations.length ? answers : undefined;
  }
}

/** The decisions that a store holds, with their rewards; none where there is no store that opens. */
async function contentOf(file: string): Promise<ReadonlyMap<string, number | null>> {
  const content = new Map<string, number | null>();
  if (!existsSync(file)) return content;
  const store = await openSqliteStore(file).catch((error: unknown) => {
    // A log file with a hole.
    if (error instanceof StoreDamaged) return undefined;
    throw error;
  });
  if (store === undefined) return content;
  const ids = new DecisionIds(store.idKeys);
  const row = await store.experiment(EXPERIMENT);
  for (let from = 0; row !== undefined && from < row.next; ) {
    const page = await store.decisions(row.id, { from, limit: 10_000 });
    for (const { decision, outcome } of page)
      content.set(ids.write(row.id, decision.number, decision.at), outcome?.value ?? null);
    from = (page.at(-1)?.decision.number ?? row.next) + 1;
  }
  await store.close();
  return content;
}

export function rescuedFrom(file: string): string[] {
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith(`${basename(file)}.rescued-`))
    .map((name) => join(folder, name));
}

/** Plays one way under load; resolves when the service has ended. */
export async function replaceUnderLoad(options: ReplacingOptions): Promise<ReplacingFigures> {
  const { way, data, clients, batch, rewards } = options;
  const service = await ServiceProcess.start(options);
  await createExperiment(service.address);
  const load = new Load(service.address, batch);
  const backup = `${data}.backup`;
  let backedUp: Promise<void> | undefined;
  let isBackedUp = false;
  const makeBackup = async () => {
    await backupSqlite(data, backup);
    isBackedUp = true;
  };
  const onRewards = () => {
    const { size } = load.acknowledged.rewards;
    if (size >= rewards / 2) backedUp ??= makeBackup();
    if (size < rewards || !isBackedUp || (load.isStruck && !way.mayMiss)) return;
    way.strike(data, backup);
    load.noteStrike();
  };
  await Promise.all(Array.from({ length: clients }, () => load.work(onRewards)));
  await backedUp;
  const exit = await service.exited;
  const rescued = rescuedFrom(data);
  const contents = await Promise.all([data, ...rescued].map(contentOf));
  const { acknowledged } = load;
  return {
    decisions: acknowledged.decisions.size,
    rewards: acknowledged.rewards.size,
    lost: acknowledged.missingIn(contents),
    late: acknowledged.late,
    exit,
    said: service.said,
    rescued,
  };
}

/**
 * How many operations a service that is wrong acknowledges after its files are gone. With one client its next request
 * is sent right after that. A look that happens to come in between takes another trial.
 */
export async function lateOf(
  program: string,
  newFile: () => string,
  trials = 10,
): Promise<{ readonly late: number; readonly trials: number }> {
  const load = { clients: 1, batch: 20, rewards: 200, way: ways[0], program };
  for (let trial = 1; trial <= trials; trial++) {
    const { late } = await replaceUnderLoad({ ...load, data: newFile() });
    if (late > 0) return { late, trials: trial };
  }
  return { late: 0, trials };
}
