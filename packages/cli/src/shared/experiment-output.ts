/** What an experiment leaves behind: the result folder with its figures and its report. */
import { join } from 'node:path';
import type { ExperimentPlan } from '@driftline/engine/experiment';
import { type Figure } from '@driftline/engine/figures';
import {
  type FinishOptions,
  type ResultFolder,
  ResultFolderError,
  readJson,
  reportFonts,
  resultFigures,
  softwareOf,
} from '@driftline/engine/node';
import {
  type ComparisonResult,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
} from '@driftline/engine/play';
import {
  type Costs,
  experimentReport,
  guideMarkdown,
  guideOf,
  landscapeOf,
  scoresCsv,
} from '@driftline/engine/studies';
import type { TunedComparisons } from './tune-comparisons.ts';

/** What is drawn beside the numbers. */
type Wanted = Pick<ExperimentPlan['outputs'], 'figures' | 'report'> &
  Partial<Pick<ExperimentPlan['outputs'], 'guide'>>;

/** What is written, and how it is introduced. */
interface OutputRequest {
  readonly name: string;
  readonly outputs: Wanted & Pick<ExperimentPlan['outputs'], 'parquet'>;
  readonly specText: string;
  /** What policies cost on this machine, where that was measured. */
  readonly costs?: Costs;
  /** How tuned policies came about; none where nothing was tuned. */
  readonly tuning?: TunedComparisons['records'];
}

/** What is drawn of a result and of how it was tuned; nothing else is looked at. */
export interface Drawings {
  readonly figures: readonly Figure[];
  readonly report?: string;
  /** Other texts by the names of their files. */
  readonly texts: NonNullable<FinishOptions['texts']>;
}

/**
 * How the tuned comparisons of a result folder came about; nothing where none were tuned.
 *
 * @param folder - the path of the folder
 * @throws ResultFolderError when the file holds anything else
 */
export async function readTuning(folder: string): Promise<TunedComparisons['records']> {
  const path = join(folder, 'tuning.json');
  const records = (await readJson(path)) ?? [];
  if (Array.isArray(records)) return records;
  throw new ResultFolderError(
    `${path}: must hold a list; remove the file to draw without it`,
    'result-unreadable',
  );
}

/** How tuned policies came about, and what policies cost: what a folder keeps beside its result. */
interface DrawnFrom {
  readonly tuning?: TunedComparisons['records'];
  readonly costs?: Costs | undefined;
}

/** Figures, report and guide of a result, as far as they are asked for. */
export async function drawExperiment(
  result: Result,
  outputs: Wanted,
  specText: string | undefined,
  { tuning = [], costs }: DrawnFrom = {},
): Promise<Drawings> {
  const landscape = outputs.guide
    ? landscapeOf(
        result,
        tuning.map(({ comparison }) => comparison),
      )
    : undefined;
  const figures = outputs.figures ? await resultFigures(result, 'full', landscape) : [];
  const texts =
    landscape === undefined
      ? {}
      : {
          'guide.md': guideMarkdown(result.name, guideOf(landscape, result, costs)),
          'scores.csv': scoresCsv(landscape),
        };
  if (!outputs.report) return { figures, texts };
  const report = experimentReport(result, figures, {
    // The folder's own copy: so reports are the same wherever the experiment lay.
    command: 'driftline run spec.yaml',
    fonts: await reportFonts(),
    narrowFigures: outputs.figures ? await resultFigures(result, 'half', landscape) : [],
    tuning,
    ...(landscape === undefined ? {} : { landscape }),
    ...(costs === undefined ? {} : { costs }),
    ...(specText === undefined ? {} : { specText }),
  });
  return { figures, report, texts };
}

/** Writes a finished experiment to its folder. */
export async function writeExperiment(
  folder: ResultFolder,
  comparisons: readonly ComparisonResult[],
  { name, outputs, specText, tuning = [], costs }: OutputRequest,
): Promise<Result> {
  const result: Result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name,
    software: await softwareOf(),
    comparisons,
  };
  const { figures, report, texts } = await drawExperiment(result, outputs, specText, {
    tuning,
    costs,
  });
  await folder.finish(result, figures, {
    parquet: outputs.parquet,
    texts,
    ...(report === undefined ? {} : { report }),
    ...(tuning.length === 0 ? {} : { tuning }),
    ...(costs === undefined ? {} : { costs }),
  });
  return result;
}
