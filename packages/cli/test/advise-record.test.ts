import { expect, test } from 'vitest';
import {
  ADVISE_PAGE,
  ADVISE_ROWS,
  type AdviseRow,
  advisePage,
} from '../../../tools/advise/summary.ts';
import { readRows } from '../../../tools/records.ts';
import { pageText } from './markdown.ts';

test('docs/advise-record.md is rendered from docs/records/advise.json', () => {
  const rows = readRows<AdviseRow>(ADVISE_ROWS);
  expect(rows.length).toBeGreaterThanOrEqual(264);
  expect(pageText(ADVISE_PAGE)).toBe(advisePage(rows));
  expect(pageText(ADVISE_PAGE)).not.toMatch(/NaN|Infinity|undefined to/);
});
