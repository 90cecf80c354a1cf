/** What examples/service gives to the service is what the service takes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limitSettings, settings, variableOf } from '../src/commands/serve/settings.ts';

const folder = new URL('../../../examples/service/', import.meta.url);
const variables = [...Object.values(settings), ...Object.values(limitSettings)].map(({ name }) =>
  variableOf(name),
);

test.each(['driftline.service', 'Dockerfile'])('the variables of %s are settings', (file) => {
  const text = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8');
  const named = [...text.matchAll(/\bDRIFTLINE_[A-Z_]+/g)].map(([name]) => name);
  expect(named).toEqual(expect.arrayContaining(['DRIFTLINE_DATA', 'DRIFTLINE_HOST']));
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
});
