/**
 * What PostgreSQL does without the service: lock an experiment's row, insert decisions and outcomes, commit, in the
 * same two messages. With one row for all it is the bound that the row lock sets; with many, that of the server.
 */
import pg from 'pg';
import { now } from '../in-turns.ts';

const TABLES = `
  DROP SCHEMA IF EXISTS bare CASCADE;
  CREATE SCHEMA bare;
  CREATE TABLE bare.position(experiment bigint PRIMARY KEY, head bigint NOT NULL, next bigint NOT NULL)
    WITH (fillfactor = 50);
  CREATE TABLE bare.decision(experiment bigint NOT NULL, number bigint NOT NULL, seq bigint NOT NULL,
    at bigint NOT NULL, deadline bigint NOT NULL, slot bigint NOT NULL, arm bigint NOT NULL, reason bigint NOT NULL,
    propensity double precision, ticket double precision NOT NULL, sum bigint NOT NULL,
    PRIMARY KEY (experiment, number));
  CREATE TABLE bare.outcome(experiment bigint NOT NULL, number bigint NOT NULL, seq bigint NOT NULL,
    at bigint NOT NULL, kind bigint NOT NULL, value double precision, by text NOT NULL, sum bigint NOT NULL,
    PRIMARY KEY (experiment, number));
  CREATE UNIQUE INDEX outcome_seq ON bare.outcome(experiment, seq);`;

/** Rows that wait together are divided among connections, as operations are among processes. */
export interface BareLoop {
  readonly name: string;
  readonly connections: number;
  readonly rowsPerCommit: number;
  /** How many experiments; each connection takes them in turn. */
  readonly experiments: number;
}

export interface BareFound {
  readonly rowsPerSecond: number;
  /** In milliseconds, waiting for the lock included. */
  readonly perCommit: number;
}

/** Tables for these loops in a database, as empty as at the beginning. */
export async function makeBareTables(url: string): Promise<void> {
  await withClient(url, (client) => client.query(TABLES));
}

async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** One statement for the rows of a commit: half decisions, half their outcomes. */
function writes(experiment: number, head: number, next: number, pairs: number): string {
  const numbers = `generate_series(${next}::bigint, ${next + pairs - 1})`;
  const seq = `${head + 1} + 2 * (number - ${next})`;
  return `INSERT INTO bare.decision SELECT ${experiment}, number, ${seq}, 1700000000000 + number,
      1700000060000 + number, number, 0, 0, 0.98, 0, 123456789 FROM ${numbers} AS number;
    INSERT INTO bare.outcome SELECT ${experiment}, number, ${seq} + 1, 1700000000000 + number, 0, 1, 'bench',
      123456789 FROM ${numbers} AS number;
    UPDATE bare.position SET head = ${head + 2 * pairs}, next = ${next + pairs} WHERE experiment = ${experiment};
    COMMIT`;
}

async function commit(client: pg.Client, experiment: number, pairs: number): Promise<void> {
  const locked = await client.query({
    text: `BEGIN; SELECT head, next FROM bare.position WHERE experiment = ${experiment} FOR UPDATE`,
    rowMode: 'array',
  });
  // A message with several statements has several results; the types know of one.
  const [, { rows }] = locked as unknown as readonly { readonly rows: readonly string[][] }[];
  await client.query(writes(experiment, Number(rows[0][0]), Number(rows[0][1]), pairs));
}

/** Commits, one after the other on each connection, for so long. */
export async function runBareLoop(
  url: string,
  loop: BareLoop,
  seconds: number,
): Promise<BareFound> {
  await withClient(url, (client) =>
    client.query(`INSERT INTO bare.position SELECT id, 0, 0 FROM generate_series(1, ${loop.experiments}) AS id
      ON CONFLICT DO NOTHING`),
  );
  let commits = 0;
  let spent = 0;
  const pairs = Math.max(1, Math.round(loop.rowsPerCommit / 2));
  const one = (connection: number) =>
    withClient(url, async (client) => {
      const begun = now();
      for (let turn = connection; now() - begun < seconds * 1000; turn += loop.connections) {
        await commit(client, 1 + (turn % loop.experiments), pairs);
        commits += 1;
      }
      spent = Math.max(spent, now() - begun);
    });
  await Promise.all(Array.from({ length: loop.connections }, (_, place) => one(place)));
  return {
    rowsPerSecond: (2 * pairs * commits) / (spent / 1000),
    perCommit: (spent * loop.connections) / commits,
  };
}
