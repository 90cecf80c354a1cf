import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { warningCodes } from '../insight/alarms.ts';
import { metricTable } from './table.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../../docs/operating.md', import.meta.url)),
  'utf8',
);

test('docs/operating.md has the table of metrics as it is', () => {
  const rows = Object.entries(metricTable).map(([name, { kind, labels, help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`driftline_${name}\` | ${kind} | ${shown} | ${help} |`;
  });
  expect(page.split('\n').filter((line) => line.startsWith('| `driftline_'))).toEqual(rows);
});

test('docs/operating.md has every warning', () => {
  const told = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  expect(told.sort()).toEqual([...warningCodes].sort());
});
