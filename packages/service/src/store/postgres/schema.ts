/** The tables of a store in PostgreSQL, as of `FORMAT`: those of SQLite, with the same numbers in them. */

/** Grows with every change of the tables. */
export const FORMAT = 2;

/** The schema of all our tables, whatever else the database holds. */
export const NAMESPACE = 'driftline';

/**
 * The row of `position` is what a batch locks. It changes with each of them, so its pages keep room for that: the old
 * row's place is used again without touching an index. `pulse` is for what must be written or locked without any
 * meaning. `seq` among decisions rises with their numbers: no index.
 */
export const SCHEMA = `
CREATE TABLE store(
  one bigint PRIMARY KEY CHECK (one = 1), format bigint NOT NULL, id_keys text NOT NULL, sum bigint NOT NULL
);
CREATE TABLE pulse(one bigint PRIMARY KEY CHECK (one = 1), beat bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO pulse VALUES (1, 0);
CREATE TABLE api_key(
  id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, scopes text NOT NULL, experiments text,
  origins text, made bigint NOT NULL, revoked bigint, sum bigint NOT NULL
);
CREATE TABLE experiment(
  id bigint PRIMARY KEY, key text NOT NULL UNIQUE, status bigint NOT NULL, revision bigint NOT NULL,
  config text NOT NULL, sum bigint NOT NULL
);
CREATE TABLE position(
  experiment bigint PRIMARY KEY REFERENCES experiment(id), head bigint NOT NULL, next bigint NOT NULL,
  swept bigint NOT NULL, at bigint NOT NULL, sum bigint NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE change(
  experiment bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, kind bigint NOT NULL, body text NOT NULL,
  by text NOT NULL, sum bigint NOT NULL, PRIMARY KEY (experiment, seq)
);
CREATE INDEX change_shown ON change(experiment, seq) WHERE kind <> 5;
CREATE TABLE decision(
  experiment bigint NOT NULL, number bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
  deadline bigint NOT NULL, slot bigint NOT NULL, arm bigint NOT NULL, reason bigint NOT NULL,
  propensity double precision, ticket double precision NOT NULL, eligible text, request text, unit text,
  context text, sum bigint NOT NULL, digest text, PRIMARY KEY (experiment, number)
);
CREATE UNIQUE INDEX decision_request ON decision(experiment, request) WHERE request IS NOT NULL;
CREATE INDEX decision_unit ON decision(experiment, unit, number) WHERE unit IS NOT NULL;
CREATE TABLE outcome(
  experiment bigint NOT NULL, number bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
  kind bigint NOT NULL, value double precision, by text NOT NULL, sum bigint NOT NULL,
  PRIMARY KEY (experiment, number)
);
CREATE UNIQUE INDEX outcome_seq ON outcome(experiment, seq);
CREATE TABLE snapshot(
  experiment bigint NOT NULL, seq bigint NOT NULL, next bigint NOT NULL, numbers bigint NOT NULL,
  version text NOT NULL, hash bytea NOT NULL, body bytea NOT NULL, PRIMARY KEY (experiment, seq)
);
`;

/** What the service does to each table, and so all that its role may do. */
export const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  store: ['SELECT'],
  pulse: ['SELECT', 'UPDATE'],
  api_key: ['SELECT', 'INSERT', 'UPDATE'],
  experiment: ['SELECT', 'INSERT', 'UPDATE'],
  position: ['SELECT', 'INSERT', 'UPDATE'],
  change: ['SELECT', 'INSERT', 'DELETE'],
  decision: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  outcome: ['SELECT', 'INSERT', 'DELETE'],
  snapshot: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
};

const REALS = new Set(['propensity', 'ticket', 'value']);
const TEXTS = new Set(
  (
    'key config body by eligible request unit context digest name hash scopes experiments origins id_keys ' +
    'version'
  ).split(' '),
);

/** The type of a column by its name. */
export function typeOf(table: string, column: string): 'bigint' | 'double precision' | 'text' {
  if (REALS.has(column)) return 'double precision';
  return TEXTS.has(column) || (table === 'api_key' && column === 'id') ? 'text' : 'bigint';
}
