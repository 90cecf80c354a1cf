/** What an experiment leaves behind: the result folder with its figures and its report. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** What is drawn of a result and of how it was tuned; nothing else is looked at. */
export interface Drawings {
  readonly figures: readonly Figure[];
  readonly report?: string;
}

/**
 * How the tuned comparisons of a result folder came about; nothing where none were tuned.
 *
 * @param folder - the path of the folder
 */
export async function readTuning(folder: string): Promise<TunedComparisons['records']> {
  try {
    return JSON.parse(await readFile(join(folder, 'tuning.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Figures and report of a result, as far as they are asked for. */
export async function drawExperiment(
  result: Result,
  outputs: Pick<ExperimentPlan['outputs'], 'figures' | 'report'>,
  specText: string | undefined,
  tuning: TunedComparisons['records'] = [],
): Promise<Drawings> {
  const figures = outputs.figures ? await resultFigures(result) : [];
  if (!outputs.report) return { figures };
  const report = experimentReport(result, figures, {
    // The folder's own copy: so reports are the same wherever the experiment lay.
    command: 'driftline run spec.yaml',
    fonts: await reportFonts(),
    narrowFigures: outputs.figures ? await resultFigures(result, 'half') : [],
    tuning,
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
  const { figures, report } = await drawExperiment(result, outputs, specText, tuning);
  await folder.finish(result, figures, {
    parquet: outputs.parquet,
    ...(report === undefined ? {} : { report }),
    ...(tuning.length === 0 ? {} : { tuning }),
  });
  return result;
}
