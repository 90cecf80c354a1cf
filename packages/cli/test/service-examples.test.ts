/** What examples/service gives to the service is what the service takes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limitSettings, settings, variableOf } from '../src/commands/serve/settings.ts';

const folder = new URL('../../../examples/service/', import.meta.url);
const variables = [...Object.values(settings), ...Object.values(limitSettings)].map(({ name }) =>
  variableOf(name),
);

/** Each file, with what it has to set; the image keeps its data where it is started. */
const files = {
  'driftline.service': ['DRIFTLINE_DATA', 'DRIFTLINE_HOST'],
  Dockerfile: ['DRIFTLINE_HOST', 'DRIFTLINE_PORT'],
  'compose.postgres.yaml': ['DRIFTLINE_POSTGRES_FILE'],
  'kubernetes/postgres.yaml': ['DRIFTLINE_POSTGRES_FILE'],
  'kubernetes/postgres-shell.yaml': ['DRIFTLINE_POSTGRES_FILE'],
};

test.each(Object.entries(files))('the variables of %s are settings', (file, needed) => {
  const text = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8');
  const named = [...text.matchAll(/\bDRIFTLINE_[A-Z_]+/g)].map(([name]) => name);
  expect(named).toEqual(expect.arrayContaining(needed));
  // That of the database is a secret, and may be in a file.
  const known = [...variables, 'DRIFTLINE_POSTGRES_FILE'];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
