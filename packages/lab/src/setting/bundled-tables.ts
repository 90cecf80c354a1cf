/** Tables that come with the page, by name: links hold the name, not the numbers. */
import { TableReader } from '@driftline/engine/display';
import flightsAddress from '../../../../experiments/data/flights-nyc.csv?url';

/** A table of rewards with the names of its columns. */
export interface BundledTable {
  readonly values: readonly number[];
  readonly armCount: number;
  readonly armNames: readonly string[];
}

async function load(address: string): Promise<BundledTable> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status}`);
  const reader = new TableReader(address);
  reader.push(await response.text());
  const { values, columnCount, header = [] } = reader.finish();
  return { values: Array.from(values), armCount: columnCount, armNames: header };
}

/** How each table is loaded. */
export const bundledTables = {
  'flights-nyc': () => load(flightsAddress),
} as const;
