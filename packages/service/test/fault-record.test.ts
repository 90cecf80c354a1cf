import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type FaultRow,
  SERVICE_DATA,
  SERVICE_PAGE,
  servicePage,
} from '../../../tools/faults/record.ts';
import { mergeRows, readRows } from '../../../tools/records.ts';
import { REPOSITORY } from '../../../tools/workplace.ts';

const rows = readRows<FaultRow>(SERVICE_DATA);

test('docs/service-record.md is the summary of docs/records/service.json', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(readFileSync(join(REPOSITORY, SERVICE_PAGE), 'utf8')).toBe(servicePage(rows));
});

test('every row of the record has its date, commit and machine', () => {
  for (const { name, date, commit, machine } of rows) {
    expect([name, date]).toEqual([name, expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)]);
    expect([name, commit]).toEqual([name, expect.stringMatching(/^[0-9a-f]{7,}( and changes)?$/)]);
    expect([name, machine]).toEqual([name, expect.stringContaining('load ')]);
  }
});

test('a new result replaces the row of its name, and other rows stay at their places', () => {
  const [first, second] = [
    { name: 'a', at: 1 },
    { name: 'b', at: 1 },
  ];
  const [again, third] = [
    { name: 'a', at: 2 },
    { name: 'c', at: 2 },
  ];
  expect(mergeRows([first, second], [third, again])).toEqual([again, second, third]);
});
