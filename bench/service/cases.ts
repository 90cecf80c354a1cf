/** Stores with processes that serve them, and the cases that they are measured in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import type { Target } from './load.ts';
import {
  baselineTarget,
  createExperiment,
  ended,
  makeKey,
  migrate,
  ready,
  type Served,
  serviceTarget,
  startBaseline,
  startService,
} from './processes.ts';

export const EXPERIMENTS = 100;
const ARMS = 5;
const hot = 'hot';
const many = Array.from({ length: EXPERIMENTS }, (_, place) => `many-${place}`);

/** A store with its processes, and what each of its two cases is held against. */
export interface Store {
  readonly name: string;
  readonly served: readonly Served[];
  readonly key: string;
  readonly bare: { readonly hot?: string; readonly many?: string };
}

/** One line of the table. */
export interface Case {
  readonly name: string;
  readonly target: Target;
  readonly served: readonly Served[];
  readonly key: string;
  readonly bare?: string | undefined;
}

/** Processes that are ended and files that are removed, whatever happens. */
export class Cleanup {
  readonly #all: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#all.unshift(end);
  }

  async run(): Promise<void> {
    for (const end of this.#all.splice(0)) await end();
  }
}

async function serve(starting: Promise<Served>, cleanup: Cleanup): Promise<Served> {
  const served = await starting;
  cleanup.add(() => ended(served, 'SIGKILL'));
  return served;
}

/** A store of its own, with a hot experiment and a hundred others, and so many processes. */
async function openStore(
  name: string,
  location: string,
  processes: number,
  bare: Store['bare'],
  cleanup: Cleanup,
): Promise<Store> {
  const key = makeKey(location);
  const served: Served[] = [];
  for (let started = 0; started < processes; started++) {
    served.push(await serve(startService(location), cleanup));
    await ready(served[started], key);
  }
  for (const experiment of [hot, ...many]) await createExperiment(served[0], key, experiment, ARMS);
  return { name, served, key, bare };
}

function casesOf({ name, served, key, bare }: Store): Case[] {
  const of = (what: string, experiments: readonly string[], base: string | undefined): Case => {
    const target = serviceTarget(`${name}, ${what}`, served, key, experiments);
    return { name: target.name, target, served, key, bare: base };
  };
  return [of('1 experiment', [hot], bare.hot), of(`${EXPERIMENTS} experiments`, many, bare.many)];
}

async function databaseIn(server: Postgres, name: string): Promise<string> {
  await asked(server.url, `CREATE DATABASE ${name}`);
  return server.urlOf({ database: name });
}

/** Runs a statement in a database; resolves to the first cell of the answer. */
export async function asked(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Everything that is measured: what answers without storing, SQLite, and PostgreSQL with one process and with two. */
export interface Bench {
  readonly cases: readonly Case[];
  /** A database for the loops without the service. */
  readonly bareUrl: string;
  /** The store with one process. */
  readonly alone: Store & { readonly url: string };
}

async function baseline(kind: 'empty' | 'checked', name: string, cleanup: Cleanup): Promise<Case> {
  const served = await serve(startBaseline(kind, 'bench'), cleanup);
  return { name, target: baselineTarget(name, served, 'bench'), served: [], key: '' };
}

/** Starts all of it. Commits of the server wait for the disk. */
export async function openBench(
  names: { readonly empty: string; readonly checked: string },
  bare: { readonly one: Store['bare']; readonly two: Store['bare'] },
  cleanup: Cleanup,
): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({ durable: true });
  cleanup.add(() => server.stop());
  const urlOf = async (name: string) => {
    const url = await databaseIn(server, name);
    migrate(url);
    return url;
  };
  const [url, shared] = [await urlOf('alone'), await urlOf('shared')];
  const sqlite = await openStore('SQLite, 1 process', join(folder, 'load.db'), 1, {}, cleanup);
  const alone = await openStore('PostgreSQL, 1 process', url, 1, bare.one, cleanup);
  const two = await openStore('PostgreSQL, 2 processes', shared, 2, bare.two, cleanup);
  const cases = [
    await baseline('empty', names.empty, cleanup),
    await baseline('checked', names.checked, cleanup),
    ...[sqlite, alone, two].flatMap(casesOf),
  ];
  return { cases, bareUrl: server.url, alone: { ...alone, url } };
}
