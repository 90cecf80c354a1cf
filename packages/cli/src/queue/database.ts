/**
 * The database of a queue. Each statement is a transaction of its own or within one that is written out, and
 * nothing is left in a session, so that a pooler such as PgBouncer may give each transaction another one.
 * A database that is lost is waited for.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { shownQueueUrl } from '../shared/queue-url.ts';
import { QueueError } from './queue-error.ts';

/** Rows as they come; whoever asked knows their columns. */
type Row = Readonly<Record<string, unknown>>;

/** What statements are sent to: the database, or a transaction in it. */
export interface Statements {
  query<Found extends Row>(text: string, values?: readonly unknown[]): Promise<Found[]>;
}

/** How pg-boss sends statements: what the driver gives comes back as it is. */
export interface BossStatements {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** A transaction, for us and for pg-boss. */
export interface Transaction extends Statements {
  readonly boss: BossStatements;
}

const CONNECT_MILLISECONDS = 10_000;
/** A connection that says nothing for so long is dead, though nobody closed it. */
const SILENCE_MILLISECONDS = 120_000;
/** Whoever is to stop waits for an answer no longer than this. */
const ANSWER_MILLISECONDS = 2000;
/** In the end connections without an answer are cut after this. */
const CLOSE_MILLISECONDS = 1000;
const FIRST_WAIT_MILLISECONDS = 250;
const LONGEST_WAIT_MILLISECONDS = 2000;

const NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
]);

/**
 * PostgreSQL's codes that time heals: connections (08), statements that took too long (57014), shutdown and start
 * (57P), too many connections (53), a standby that is not the primary yet (25006), and transactions that stood
 * in each other's way (40).
 */
const PASSING_STATES = /^(08...|57014|57P0[123]|53...|25006|40...)$/;
const PASSING_TEXTS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error|not queryable/i;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the database was lost, or is not up yet, rather than asked for something wrong. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return NETWORK_CODES.has(code) || PASSING_STATES.test(code) || PASSING_TEXTS.test(error.message);
}

/** Whether a batch was removed: rows refer to what is not there (23503), or pg-boss finds no queue for it. */
export function isOfNothing(error: unknown): boolean {
  if (codeOf(error) === '23503') return true;
  return error instanceof Error && /^Queue \S+ does not exist$/.test(error.message);
}

/** Waits for an answer, and once the signal is set only a little longer. */
async function answerOf<Value>(act: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return act;
  let [timer, hurry]: [NodeJS.Timeout | undefined, () => void] = [undefined, () => {}];
  const silence = new Promise<never>((_, reject) => {
    hurry = () => {
      const giveUp = () => reject(new Error('the database did not answer in time'));
      timer = setTimeout(giveUp, ANSWER_MILLISECONDS);
    };
  });
  if (signal.aborted) hurry();
  else signal.addEventListener('abort', hurry, { once: true });
  try {
    return await Promise.race([act, silence]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', hurry);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? codeOf(error) : error.message;
}

/** A connection to the database of a queue. */
export class Database {
  readonly shown: string;
  readonly #pool: pg.Pool;
  readonly #sockets = new Set<Socket>();
  readonly #say: (text: string) => void;
  #lostSince: number | undefined;
  /** When the database came back, if it was ever lost; by this process's clock. */
  #backSince = Number.NEGATIVE_INFINITY;
  #closed = false;

  /** @param say - hears when the database is lost, and when it is back */
  constructor(url: string, connections: number, say: (text: string) => void) {
    this.shown = shownQueueUrl(url);
    this.#say = say;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      application_name: 'driftline',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: SILENCE_MILLISECONDS,
      keepAlive: true,
      stream: () => this.#newSocket(),
    });
    // Of connections that nobody uses; whoever uses one hears of it anyway.
    this.#pool.on('error', () => {});
  }

  #newSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Statements of pg-boss. */
  readonly boss: BossStatements = {
    executeSql: (text, values) => this.#pool.query(text, values),
  };

  async query<Found extends Row>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
    return (await this.#pool.query<Found>(text, [...values])).rows;
  }

  /** Does all or nothing. */
  async transaction<Value>(act: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // Lost between two statements, it says so to nobody; the next one fails, and that is enough.
    const ignore = () => {};
    client.on('error', ignore);
    try {
      await client.query('BEGIN');
      const value = await act({
        query: async <Found extends Row>(text: string, values: readonly unknown[] = []) =>
          (await client.query<Found>(text, [...values])).rows,
        boss: { executeSql: (text, values) => client.query(text, values) },
      });
      await client.query('COMMIT');
      return value;
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      await client.query('ROLLBACK').then(
        () => {
          broken = undefined;
        },
        () => {},
      );
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken);
    }
  }

  /** Milliseconds since the database last came back after it was lost. */
  get steadyFor(): number {
    return performance.now() - this.#backSince;
  }

  /**
   * Does something that may be done twice, again and again while the database is lost.
   *
   * @param signal - gives up when it is set, and does not wait long for a network that is silent
   */
  async persist<Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    for (
      let wait = FIRST_WAIT_MILLISECONDS;
      ;
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLISECONDS)
    ) {
      try {
        const value = await answerOf(act(), signal);
        this.#answered();
        return value;
      } catch (error) {
        if (!isPassing(error) || this.#closed || signal?.aborted) throw error;
        this.#lost(error);
      }
      // Somewhat uneven: many that wait for one database should not come back at once.
      await sleep(wait * (0.75 + Math.random() / 2), undefined, {
        ...(signal ? { signal } : {}),
      }).catch(() => {});
    }
  }

  #lost(error: unknown): void {
    if (this.#lostSince !== undefined) return;
    this.#lostSince = performance.now();
    this.#say(
      `the database does not answer (${reasonOf(error)}); waiting for it, and no work is lost`,
    );
  }

  #answered(): void {
    if (this.#lostSince === undefined) return;
    const seconds = Math.round((performance.now() - this.#lostSince) / 1000);
    this.#lostSince = undefined;
    this.#backSince = performance.now();
    this.#say(`the database is back after ${seconds} s`);
  }

  /** What went wrong as an error for the user; any other comes back as it is. */
  failure(error: unknown): unknown {
    if (error instanceof QueueError || !(error instanceof Error)) return error;
    const code = codeOf(error);
    if (isPassing(error)) {
      return new QueueError(
        `${this.shown}: the database does not answer: ${reasonOf(error)}; check that it runs and that the address is right`,
        'queue-not-reachable',
      );
    }
    if (/^28|^3D000$/.test(code) || /SASL|SSL|certificate|self.signed/i.test(error.message)) {
      return new QueueError(
        `${this.shown}: the database refuses the connection: ${reasonOf(error)}; give user, password and database in the address (or PGPASSWORD), and for TLS sslmode=verify-full&sslrootcert=FILE, or sslmode=require&uselibpqcompat=true to skip the check of the certificate`,
        'queue-not-reachable',
      );
    }
    if (code === '42501') {
      return new QueueError(
        `${this.shown}: this database user lacks a permission: ${reasonOf(error)}; grant it the role that 'driftline jobs --queue … init' created; for init itself, use the owner of the database`,
        'queue-not-reachable',
      );
    }
    return error;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // On a silent network nobody answers what is under way, nor says farewell: then connections are cut.
    setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_MILLISECONDS).unref();
    await this.#pool.end().catch(() => {});
  }
}
