/**
 * The connections to a database. Nothing is kept in a session, so that a pooler such as PgBouncer may give each
 * transaction another one: what holds for a transaction is set in it. A connection that stays silent is cut.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { StoreUnavailable } from '../errors.ts';
import type { Cell } from '../layout/checksum.ts';
import { shownLocation } from '../location.ts';
import { storeErrorOf } from './faults.ts';
import { NAMESPACE } from './schema.ts';

export type Rows = readonly Cell[][];

/** What statements are sent to. They are within a transaction; there is an answer for each of them. */
export interface Queries {
  ask(statements: string): Promise<readonly Rows[]>;
}

export interface Timeouts {
  /** How long another process may have the lock that a transaction waits for. */
  readonly lock: number;
  readonly statement: number;
  /** After so long without an answer nobody is there any more. */
  readonly answer: number;
  readonly connect: number;
}

export const TIMEOUTS: Timeouts = { lock: 2000, statement: 5000, answer: 10_000, connect: 5000 };
/** A transaction of which nothing is heard is undone by the server. */
const IDLE_IN_TRANSACTION = 10_000;
const IDLE_CONNECTION = 60_000;
/** What is large is waited for so many times longer: it has to get there first. */
const LARGE = 6;
const FAREWELL = 1000;
const KEEP_ALIVE = 10_000;

// bigint is given as a number: none of ours is beyond 2⁵³.
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: Number,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
  17: (text) => Buffer.from(text.slice(2), 'hex'),
};
const asItIs = (text: string) => text;
const types = { getTypeParser: (id: number) => PARSERS[id] ?? asItIs } as pg.CustomTypesConfig;

interface Warning {
  readonly message: string | undefined;
  readonly code?: string | undefined;
  /** Where in the server it comes from: its text may be in any language. */
  readonly routine?: string | undefined;
}

/** A client whose socket can be destroyed: on a silent network nobody answers a farewell. */
class Client extends pg.Client {
  readonly socket: Socket;
  /** Warnings since it was last asked. */
  readonly warnings: Warning[] = [];

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // Lost between two statements, it says so to nobody; the next one fails, and that is enough.
    this.on('error', () => {});
    this.on('notice', (notice: Warning) => this.warnings.push(notice));
  }
}

/**
 * What holds in each transaction. Floats have all their digits, bytes are hexadecimal, names are ours, and a commit is
 * on the disk when it is answered: `off` alone would not wait for that, and whatever waits for more stays.
 */
function settings({ lock, statement }: Timeouts): string {
  const set = (name: string, value: string) => `set_config('${name}', ${value}, true)`;
  const durable = "current_setting('synchronous_commit')";
  return `SELECT ${[
    set('search_path', `'${NAMESPACE}, pg_temp'`),
    set('lock_timeout', `'${lock}'`),
    set('statement_timeout', `'${statement}'`),
    set('idle_in_transaction_session_timeout', `'${IDLE_IN_TRANSACTION}'`),
    set('synchronous_commit', `CASE ${durable} WHEN 'off' THEN 'on' ELSE ${durable} END`),
    set('client_min_messages', `'warning'`),
    set('extra_float_digits', `'1'`),
    set('bytea_output', `'hex'`),
  ].join(', ')}`;
}

/** Nobody knows whether a transaction was committed. */
export class CommitUnknown extends StoreUnavailable {}

/** One connection, for as long as somebody has it. */
export class Session implements Queries {
  readonly #client: Client;
  readonly #timeouts: Timeouts;
  #isOpen = false;

  constructor(client: Client, timeouts: Timeouts) {
    this.#client = client;
    this.#timeouts = timeouts;
  }

  /** Begins a transaction, and asks what comes first in it. */
  async begin(mode: string, statements = ''): Promise<readonly Rows[]> {
    this.#isOpen = true;
    this.#client.warnings.length = 0;
    const first = `BEGIN ISOLATION LEVEL ${mode}; ${settings(this.#timeouts)}`;
    return (await this.ask(statements === '' ? first : `${first}; ${statements}`)).slice(2);
  }

  /** A whole transaction that reads: all statements see the same moment. */
  async read(statements: string): Promise<readonly Rows[]> {
    const rows = await this.begin('REPEATABLE READ READ ONLY', `${statements}; COMMIT`);
    this.#isOpen = false;
    return rows.slice(0, -1);
  }

  async ask(statements: string): Promise<readonly Rows[]> {
    const results = await this.#answered(() =>
      this.#client.query<Cell[]>({ text: statements, rowMode: 'array' }),
    );
    // A message with several statements has several results; the types know of one.
    return (Array.isArray(results) ? results : [results]).map(({ rows }) => rows);
  }

  /** One statement with values that are too large to be written out. */
  async send(statement: string, values: readonly unknown[]): Promise<void> {
    const { answer } = this.#timeouts;
    await this.#answered(() => this.#client.query(statement, [...values]), answer * LARGE);
  }

  /**
   * Asks what comes last, and commits. Rejects with `CommitUnknown` unless the server says that it has undone all of
   * it. A commit that waits for a standby is not given up by the server: others see what it wrote only when the
   * standby has it, too.
   */
  async commit(statements = ''): Promise<void> {
    const warnings = this.#client.warnings;
    warnings.length = 0;
    const last = 'SET LOCAL statement_timeout = 0; COMMIT';
    try {
      await this.ask(statements === '' ? last : `${statements}; ${last}`);
    } catch (error) {
      if (await this.rollback()) throw error;
      throw unknownCommit(error);
    }
    this.#isOpen = false;
    const doubt = warnings.find(isOfCommit);
    if (doubt !== undefined) throw unknownCommit(new Error(doubt.message));
  }

  /** Whether the server says that the open transaction is undone. */
  async rollback(): Promise<boolean> {
    const warnings = this.#client.warnings;
    warnings.length = 0;
    try {
      await this.ask('ROLLBACK');
      this.#isOpen = false;
      return !warnings.some(isOfCommit);
    } catch {
      this.#client.socket.destroy();
      return false;
    }
  }

  /** Whether another may have the connection. */
  async isClean(): Promise<boolean> {
    return !this.#isOpen || (await this.rollback());
  }

  async #answered<T>(act: () => Promise<T>, answer = this.#timeouts.answer): Promise<T> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#client.socket.destroy();
    }, answer);
    try {
      return await act();
    } catch (error) {
      if (!isLate) throw error;
      throw new StoreUnavailable(`the database did not answer within ${answer} ms`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

function unknownCommit(cause: unknown): CommitUnknown {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CommitUnknown(`the connection was lost during a commit: ${why}`, { cause });
}

/** The wait for a standby was given up, or the transaction was no more. */
function isOfCommit({ code, routine }: Warning): boolean {
  return routine === 'SyncRepWaitForLSN' || code === '25P01' || code === '57P01';
}

export interface DatabaseOptions {
  readonly connections: number;
  readonly timeouts?: Timeouts;
}

export class Database implements Queries {
  readonly shown: string;
  readonly #pool: pg.Pool;
  readonly #timeouts: Timeouts;
  readonly #clients = new Set<Client>();
  #closing: Promise<void> | undefined;

  constructor(url: string, { connections, timeouts = TIMEOUTS }: DatabaseOptions) {
    this.shown = shownLocation(url);
    this.#timeouts = timeouts;
    this.#pool = new pg.Pool({
      ...{ connectionString: url, max: connections, types, application_name: 'driftline' },
      connectionTimeoutMillis: timeouts.connect,
      idleTimeoutMillis: IDLE_CONNECTION,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      Client: Client as never,
    });
    // Of connections that nobody uses.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => this.#clients.add(client as unknown as Client));
    this.#pool.on('remove', (client) => this.#clients.delete(client as unknown as Client));
  }

  /** Reads: all statements see the same moment. */
  ask(statements: string): Promise<readonly Rows[]> {
    return this.session((session) => session.read(statements));
  }

  /** Does all of it or nothing, durably when it resolves. */
  transaction<T>(act: (session: Session) => Promise<T>): Promise<T> {
    return this.session(async (session) => {
      await session.begin('READ COMMITTED READ WRITE');
      const done = await act(session);
      await session.commit();
      return done;
    });
  }

  /** Lends a connection. What goes wrong is an error of a store. */
  async session<T>(act: (session: Session) => Promise<T>): Promise<T> {
    try {
      const client = await this.#pool.connect();
      const session = new Session(client as unknown as Client, this.#timeouts);
      try {
        return await act(session);
      } finally {
        client.release(!(await session.isClean()));
      }
    } catch (error) {
      throw storeErrorOf(error, this.shown);
    }
  }

  /** May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const cut = setTimeout(() => {
      for (const client of this.#clients) client.socket.destroy();
    }, FAREWELL);
    await this.#pool.end();
    clearTimeout(cut);
  }
}
