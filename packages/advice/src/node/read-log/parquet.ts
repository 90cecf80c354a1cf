/** Reads Parquet: the columns that are used, one group of rows after another. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { LogBuilder, LogError, type ReadingOptions } from '@driftline/advice';
import { type AsyncBuffer, type Compressors, parquetMetadataAsync, parquetRead } from 'hyparquet';

/** What Node decompresses; Snappy the package does itself. */
const compressors: Compressors = {
  GZIP: (bytes) => gunzipSync(bytes),
  BROTLI: (bytes) => brotliDecompressSync(bytes),
  ZSTD: (bytes) => zstdDecompressSync(bytes),
};

function refused(error: unknown): LogError {
  const reason = error instanceof Error ? error.message : String(error);
  // What the package has not foreseen is a file that does not hold what its own description says.
  const isBroken = error instanceof TypeError || error instanceof RangeError;
  return new LogError(
    `cannot read the log as Parquet (${isBroken ? 'it is damaged or incomplete' : reason}); write or copy it again, or use CSV`,
    'log-malformed',
  );
}

type ColumnData = ArrayLike<unknown>;

/** The values of some columns over some rows. */
async function columnsOf(
  file: AsyncBuffer,
  names: readonly string[],
  rowStart: number,
  rowEnd: number,
): Promise<Map<string, unknown[]>> {
  const parts = new Map(names.map((name): [string, unknown[]] => [name, []]));
  await parquetRead({
    file,
    columns: [...names],
    rowStart,
    rowEnd,
    compressors,
    utf8: true,
    onChunk: ({ columnName, columnData, rowStart: from }) => {
      const column = parts.get(columnName);
      const values: ColumnData = columnData;
      for (let i = 0; i < values.length; i++) if (column) column[from - rowStart + i] = values[i];
    },
  });
  return parts;
}

/**
 * Reads all rows of a file.
 *
 * @param onRows - called with the rows read so far, and how many there are
 */
export async function readParquet(
  file: AsyncBuffer,
  options: ReadingOptions,
  onRows: (rows: number, of: number) => void,
): Promise<LogBuilder> {
  try {
    return await readAll(file, options, onRows);
  } catch (error) {
    throw error instanceof LogError ? error : refused(error);
  }
}

async function readAll(
  file: AsyncBuffer,
  options: ReadingOptions,
  onRows: (rows: number, of: number) => void,
): Promise<LogBuilder> {
  const metadata = await parquetMetadataAsync(file);
  const [root] = metadata.schema;
  const names = topNames(metadata.schema, root?.num_children ?? 0);
  const builder = new LogBuilder(names, { format: 'parquet', unit: 'row' }, options);
  const filters = (options.where ?? []).map(({ column }) => column);
  const used = [...new Set([...Object.values(builder.columns), ...filters])];
  const total = Number(metadata.num_rows);
  let from = 0;
  for (const group of metadata.row_groups) {
    const to = from + Number(group.num_rows);
    const columns = await columnsOf(file, used, from, to);
    addRows(builder, names, columns, from, to);
    from = to;
    onRows(from, total);
  }
  return builder;
}

/** A node of a schema, before those below it. */
interface SchemaNode {
  readonly name: string;
  readonly num_children?: number | undefined;
}

/** The names right below the root: columns, lists among them. */
function topNames(schema: readonly SchemaNode[], count: number): string[] {
  const names: string[] = [];
  let at = 1;
  const pass = (): void => {
    const { num_children: children = 0 } = schema[at];
    at += 1;
    for (let i = 0; i < children; i++) pass();
  };
  for (let i = 0; i < count; i++) {
    names.push(schema[at].name);
    pass();
  }
  return names;
}

function addRows(
  builder: LogBuilder,
  names: readonly string[],
  columns: ReadonlyMap<string, readonly unknown[]>,
  from: number,
  to: number,
): void {
  const values: unknown[] = new Array(names.length).fill(undefined);
  const filled = names.flatMap((name, place) => {
    const column = columns.get(name);
    return column === undefined ? [] : [{ place, column }];
  });
  for (let row = 0; row < to - from; row++) {
    for (const { place, column } of filled) values[place] = column[row];
    builder.addValues(values, from + row + 1);
  }
}
