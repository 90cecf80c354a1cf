import type { Columns } from '@driftline/engine/display';

const COUNTS = ['slot', 'replication'];

/** Columns as a Parquet file: texts, 32-bit counts, and doubles. */
export async function parquetOf({ texts, numbers }: Columns): Promise<Uint8Array> {
  // Loaded when it is first needed: few results are written this way.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const textColumns = Object.entries(texts).map(([name, data]) => ({
    name,
    data: [...data],
    type: 'STRING' as const,
    nullable: false,
  }));
  const numberColumns = Object.entries(numbers).map(([name, data]) => ({
    name,
    data: COUNTS.includes(name) ? Int32Array.from(data) : Float64Array.from(data),
    type: COUNTS.includes(name) ? ('INT32' as const) : ('DOUBLE' as const),
    nullable: false,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData: [...textColumns, ...numberColumns] }));
}
