/** The tables of a store in SQLite, as of `FORMAT`. Earlier formats are brought here by `migrations`. */

/** Grows with every change of the tables. */
export const FORMAT = 2;

/** Tells a store from other SQLite databases: "drft". */
export const APPLICATION_ID = 0x64726674;

/**
 * Where an experiment stands is a table of its own, because it changes with every batch, and a configuration may be
 * large. `sum` is a checksum of its row. The order of `seq` among decisions is that of their numbers: no index.
 */
export const SCHEMA = `
CREATE TABLE store(
  one INTEGER PRIMARY KEY CHECK(one = 1), format INTEGER NOT NULL, id_keys TEXT NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE TABLE api_key(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, experiments TEXT,
  origins TEXT, made INTEGER NOT NULL, revoked INTEGER, sum INTEGER NOT NULL
) STRICT;
CREATE TABLE experiment(
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, status INTEGER NOT NULL, revision INTEGER NOT NULL,
  config TEXT NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE TABLE position(
  experiment INTEGER PRIMARY KEY REFERENCES experiment(id), head INTEGER NOT NULL, next INTEGER NOT NULL,
  swept INTEGER NOT NULL, at INTEGER NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE TABLE change(
  experiment INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, body TEXT NOT NULL,
  by TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(experiment, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_shown ON change(experiment, seq) WHERE kind <> 5;
CREATE TABLE decision(
  experiment INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
  deadline INTEGER NOT NULL, slot INTEGER NOT NULL, arm INTEGER NOT NULL, reason INTEGER NOT NULL, propensity REAL,
  ticket REAL NOT NULL, eligible TEXT, request TEXT, unit TEXT, context TEXT, sum INTEGER NOT NULL,
  digest TEXT, PRIMARY KEY(experiment, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX decision_request ON decision(experiment, request) WHERE request IS NOT NULL;
CREATE INDEX decision_unit ON decision(experiment, unit, number) WHERE unit IS NOT NULL;
CREATE TABLE outcome(
  experiment INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
  kind INTEGER NOT NULL, value REAL, by TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(experiment, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX outcome_seq ON outcome(experiment, seq);
CREATE TABLE snapshot(
  experiment INTEGER NOT NULL, seq INTEGER NOT NULL, next INTEGER NOT NULL, numbers INTEGER NOT NULL,
  version TEXT NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL, PRIMARY KEY(experiment, seq)
) STRICT;
`;
