/** What an experiment leaves behind: the result folder with its figures and its report. */
import {
  type ComparisonResult,
  experimentReport,
  type Figure,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
} from '@driftline/engine';
import type { ExperimentPlan } from '@driftline/engine/experiment';
import { type ResultFolder, reportFonts, resultFigures, softwareOf } from '@driftline/engine/node';
import type { TunedComparisons } from './tune-comparisons.ts';

/** What is written, and how it is introduced. */
export interface OutputRequest {
  readonly name: string;
  readonly outputs: ExperimentPlan['outputs'];
  readonly specText: string;
  /** How tuned policies came about; none where nothing was tuned. */
  readonly tuning?: TunedComparisons['records'];
}

/** What is drawn of a result; nothing else than the result is looked at. */
export interface Drawings {
  readonly figures: readonly Figure[];
  readonly report?: string;
}

/** Figures and report of a result, as far as they are asked for. */
export async function drawExperiment(
  result: Result,
  outputs: Pick<ExperimentPlan['outputs'], 'figures' | 'report'>,
  specText: string | undefined,
): Promise<Drawings> {
  const figures = outputs.figures ? await resultFigures(result) : [];
  if (!outputs.report) return { figures };
  const report = experimentReport(result, figures, {
    // The folder's own copy: so reports are the same wherever the experiment lay.
    command: 'driftline run spec.yaml',
    fonts: await reportFonts(),
    narrowFigures: outputs.figures ? await resultFigures(result, 'half') : [],
    ...(specText === undefined ? {} : { specText }),
  });
  return { figures, report };
}

/** Writes a finished experiment to its folder. */
export async function writeExperiment(
  folder: ResultFolder,
  comparisons: readonly ComparisonResult[],
  { name, outputs, specText, tuning = [] }: OutputRequest,
): Promise<Result> {
  const result: Result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name,
    software: await softwareOf(),
    comparisons,
  };
  const { figures, report } = await drawExperiment(result, outputs, specText);
  await folder.finish(result, figures, {
    parquet: outputs.parquet,
    ...(report === undefined ? {} : { report }),
    ...(tuning.length === 0 ? {} : { tuning }),
  });
  return result;
}
