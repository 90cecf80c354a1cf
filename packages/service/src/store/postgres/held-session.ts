/** One transaction that stays open for as long as somebody reads a whole store, or fills one. */
import { Database, type Queries, type Rows, type Session, TIMEOUTS } from './database.ts';
import { storeErrorOf } from './faults.ts';

/** Tables are read from end to end, and much is computed between two statements. */
const PATIENCE = { ...TIMEOUTS, lock: 10_000, statement: 600_000, answer: 660_000 };
const IDLE_MILLIS = 3_600_000;

/** A connection for a long transaction. */
export function patientDatabase(url: string): Database {
  return new Database(url, { connections: 1, timeouts: PATIENCE });
}

export class HeldSession implements Queries {
  readonly #session: Session;
  readonly #shown: string;
  readonly #end: () => Promise<void>;

  private constructor(session: Session, shown: string, end: () => Promise<void>) {
    this.#session = session;
    this.#shown = shown;
    this.#end = end;
  }

  /** Begins a transaction in this mode. */
  static begin(database: Database, mode: string): Promise<HeldSession> {
    return new Promise((resolve, reject) => {
      const whole: Promise<void> = database.session(async (session) => {
        await session.begin(mode, `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MILLIS}`);
        await new Promise<void>((release) => {
          const end = () => {
            release();
            return whole;
          };
          resolve(new HeldSession(session, database.shown, end));
        });
      });
      whole.catch(reject);
    });
  }

  ask(statements: string): Promise<readonly Rows[]> {
    return this.#reported(() => this.#session.ask(statements));
  }

  send(statement: string, values: readonly unknown[]): Promise<void> {
    return this.#reported(() => this.#session.send(statement, values));
  }

  commit(): Promise<void> {
    return this.#reported(() => this.#session.commit());
  }

  /** What was not committed is undone. */
  end(): Promise<void> {
    return this.#end();
  }

  async #reported<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw storeErrorOf(error, this.#shown);
    }
  }
}
