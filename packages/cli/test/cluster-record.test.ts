import { expect, test } from 'vitest';
import { FLEET_PAGE, FLEET_ROWS, type FleetRow, fleetPage } from '../../../tools/fleet-record.ts';
import { readRows } from '../../../tools/records.ts';
import { pageText } from './markdown.ts';

test('docs/cluster-record.md is rendered from docs/records/cluster.json', () => {
  const rows = readRows<FleetRow>(FLEET_ROWS);
  expect(rows).not.toEqual([]);
  expect(pageText(FLEET_PAGE)).toBe(fleetPage(rows));
});
