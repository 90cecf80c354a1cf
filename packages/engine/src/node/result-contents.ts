/** What goes into a result folder. */
import { csvOf, curvesColumns, finalsColumns } from '@driftline/engine/display';
import { type Figure } from '@driftline/engine/figures';
import { type Result } from '@driftline/engine/play';
import { addFigures } from './figures.ts';
import { parquetOf } from './parquet.ts';
import type { Publication } from './publication.ts';
import { REPORT, RESULT } from './result-files.ts';

/** What a result folder holds beside its numbers. */
export interface FinishOptions {
  /** The text of `report.html`. */
  readonly report?: string;
  /** Whether the two tables are written as Parquet too. */
  readonly parquet?: boolean;
  /** How policies were tuned, as plain data: `tuning.json`. */
  readonly tuning?: unknown;
  /** What policies cost on this machine, as plain data: `costs.json`. */
  readonly costs?: unknown;
  /** Further files by their names, such as `guide.md`. */
  readonly texts?: Texts;
}

/** Files by their names. */
export type Texts = Readonly<Record<string, string>>;

/** What is drawn of a result. */
export interface Drawn {
  readonly figures: readonly Figure[];
  readonly report?: string;
  readonly texts?: Texts;
}

/** Adds what is drawn of a result. */
export async function addDrawn(
  files: Publication,
  { figures, texts, report }: Drawn,
): Promise<void> {
  await addFigures(files, figures);
  for (const [name, text] of Object.entries(texts ?? {})) await files.add(name, text);
  if (report !== undefined) await files.add(REPORT, report);
}

/** Adds a result with its tables and what is drawn of it. */
export async function addResult(
  files: Publication,
  result: Result,
  figures: readonly Figure[],
  options: FinishOptions,
): Promise<void> {
  const [curves, finals] = [curvesColumns(result), finalsColumns(result)];
  await files.add('curves.csv', csvOf(curves));
  await files.add('finals.csv', csvOf(finals));
  if (options.parquet) {
    await files.add('curves.parquet', await parquetOf(curves));
    await files.add('finals.parquet', await parquetOf(finals));
  }
  if (options.tuning !== undefined) {
    await files.add('tuning.json', `${JSON.stringify(options.tuning)}\n`);
  }
  if (options.costs !== undefined) {
    await files.add('costs.json', `${JSON.stringify(options.costs)}\n`);
  }
  await addDrawn(files, { figures, ...options });
  await files.add(RESULT, `${JSON.stringify(result)}\n`);
}
