/**
 * A store of format 1, as version 0.1.0 wrote it: its tables in both engines, and its rows as SQL of both. The second
 * unit looks like "ben", which later versions refuse in requests.
 */

export const SQLITE_TABLES = `
PRAGMA application_id = 0x64726674;
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
  PRIMARY KEY(experiment, number)
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

export const POSTGRES_TABLES = `
CREATE SCHEMA driftline;
SET LOCAL search_path = driftline;
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
  context text, sum bigint NOT NULL, PRIMARY KEY (experiment, number)
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

const CONFIG =
  '{"created":1767268801000,"arms":[{"key":"a","payload":null,"state":"active"},{"key":"b","payload":null,"state":"active"}],"policy":{"type":"auto","params":{}},"memory":null,"reward":{"values":{"min":0,"max":1},"timeout":600000,"missing":null,"early":false},"explore":0.02,"defaultArm":null,"sticky":null,"retain":7776000000}';

export const ROWS = `
INSERT INTO store(one, format, id_keys, sum)
  VALUES (1, 1, '["cj-snyJ4uo7ApqELXTltTkAO7yDHQm-d0LKNKNVaQeY"]', -1801431074);
INSERT INTO experiment(id, key, status, revision, config, sum)
  VALUES (1, 'x', 1, 1, '${CONFIG}', 1031513004);
INSERT INTO position(experiment, head, next, swept, at, sum)
  VALUES (1, 6, 3, 0, 1767268806000, -682106934);
INSERT INTO change(experiment, seq, at, kind, body, by, sum)
  VALUES (1, 1, 1767268801000, 1, '{"config":${CONFIG}}', 'key', 589957233);
INSERT INTO decision(experiment, number, seq, at, deadline, slot, arm, reason, propensity, ticket, eligible, request, unit, context, sum)
  VALUES (1, 0, 2, 1767268802000, 1767269402000, 0, 1, 1, 0.5, 0, NULL, 'first', 'ann', '{"page":1}', -15347020);
INSERT INTO decision(experiment, number, seq, at, deadline, slot, arm, reason, propensity, ticket, eligible, request, unit, context, sum)
  VALUES (1, 1, 3, 1767268803000, 1767269403000, 1, 0, 1, 1, 0, '[0]', 'second', 'ben\u00a0\u3164', NULL, -1963195932);
INSERT INTO decision(experiment, number, seq, at, deadline, slot, arm, reason, propensity, ticket, eligible, request, unit, context, sum)
  VALUES (1, 2, 4, 1767268804000, 1767269404000, 2, 0, 1, 0.5, 0, NULL, NULL, NULL, NULL, 1324706284);
INSERT INTO outcome(experiment, number, seq, at, kind, value, by, sum)
  VALUES (1, 0, 5, 1767268805000, 1, 0.5, 'key', 1865863199);
INSERT INTO outcome(experiment, number, seq, at, kind, value, by, sum)
  VALUES (1, 2, 6, 1767268806000, 2, NULL, 'key', -1932344056);
`;

/** The hash of its experiment's state, as version 0.1.0 computed it. */
export const HASH = 'c835ef1ad0d3ee006b90e285baf1a5b3e58c46db24e6dd9998e2f245f71f2294';

/** The units and idempotency keys of its decisions. */
export const UNITS = ['ann', 'ben\u00a0\u3164', null];
export const REQUESTS = ['first', 'second', null];
