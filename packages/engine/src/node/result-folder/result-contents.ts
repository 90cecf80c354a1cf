/** What goes into a result folder. */
import { csvOf, curvesColumns, finalsColumns } from '@driftline/engine/display';
import type { Figure } from '@driftline/engine/figures';
import type { Result } from '@driftline/engine/play';
import type { ReproductionRecord } from '@driftline/engine/reproduce';
import type { ComparisonTuning, Costs } from '@driftline/engine/studies';
import { addFigures } from './figures.ts';
import { FILES } from './file-names.ts';
import { parquetOf } from './parquet.ts';
import type { Publication } from './publication.ts';

/** What is drawn of a result, or said of it in words. */
export interface Drawn {
  readonly figures: readonly Figure[];
  readonly report?: string | undefined;
  /** Which policy when. */
  readonly guide?: string | undefined;
  /** The scores that the guide is made from. */
  readonly scores?: string | undefined;
  /** A study of worst cases, as plain data. */
  readonly worstCase?: object | undefined;
  /** The environments that it found, as tables by the names of their files. */
  readonly means?: Readonly<Record<string, string>> | undefined;
  /** Advice from a log, as plain data, and what goes on with it: files by their names. */
  readonly advice?: AdviceFiles | undefined;
}

/** What advice from a log leaves beside its report. */
interface AdviceFiles {
  readonly record: object;
  readonly files: Readonly<Record<string, string>>;
}

/** What a result folder holds beside its numbers. */
export interface FinishOptions extends Omit<Drawn, 'figures'> {
  /** Whether the two tables are written as Parquet too. */
  readonly parquet?: boolean | undefined;
  /** How policies were tuned, where they were. */
  readonly tuning?: readonly ComparisonTuning[] | undefined;
  /** What policies cost on this machine, where it was measured. */
  readonly costs?: Costs | undefined;
  /** The paper's claims, judged. */
  readonly claims?: ReproductionRecord | undefined;
}

/** A record as the text of its file. */
export function recordText(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** Adds files; those without a text are left out. */
async function addTexts(
  files: Publication,
  texts: readonly (readonly [string, string | undefined])[],
): Promise<void> {
  for (const [name, text] of texts) if (text !== undefined) await files.add(name, text);
}

/** Adds what is drawn of a result. */
export async function addDrawn(files: Publication, drawn: Drawn): Promise<void> {
  const { figures, report, guide, scores, worstCase, means = {}, advice } = drawn;
  await addFigures(files, figures);
  await addTexts(files, [
    ...Object.entries({ ...means, ...advice?.files }),
    [FILES.guide, guide],
    [FILES.scores, scores],
    // Read by people too.
    [FILES.worstCase, worstCase && `${JSON.stringify(worstCase, null, 1)}\n`],
    [FILES.advice, advice && `${JSON.stringify(advice.record, null, 1)}\n`],
    [FILES.report, report],
  ]);
}

/** Adds a result with its tables and what is drawn of it. */
export async function addResult(
  files: Publication,
  result: Result,
  figures: readonly Figure[],
  options: FinishOptions,
): Promise<void> {
  const { tuning = [], costs, claims } = options;
  const [curves, finals] = [curvesColumns(result), finalsColumns(result)];
  await files.add(FILES.curves, csvOf(curves));
  await files.add(FILES.finals, csvOf(finals));
  if (options.parquet) {
    await files.add(FILES.curvesParquet, await parquetOf(curves));
    await files.add(FILES.finalsParquet, await parquetOf(finals));
  }
  await addTexts(files, [
    [FILES.tuning, tuning.length === 0 ? undefined : recordText(tuning)],
    [FILES.costs, costs && recordText(costs)],
    [FILES.claims, claims && recordText(claims)],
  ]);
  await addDrawn(files, { figures, ...options });
  await files.add(FILES.result, recordText(result));
}
