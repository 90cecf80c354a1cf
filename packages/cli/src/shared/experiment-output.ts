/** What an experiment leaves behind: the result folder with its figures and its report. */
import type { ExperimentPlan } from '@driftline/engine/experiment';
import {
  type Drawn,
  type ResultFolder,
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
  type ComparisonTuning,
  type Costs,
  experimentReport,
  guideMarkdown,
  guideOf,
  landscapeOf,
  scoresCsv,
} from '@driftline/engine/studies';

/** What is drawn beside the numbers. */
type Wanted = Pick<ExperimentPlan['outputs'], 'figures' | 'report'> &
  Partial<Pick<ExperimentPlan['outputs'], 'guide'>>;

/** What is written, and how it is introduced. */
interface OutputRequest {
  readonly name: string;
  readonly outputs: Wanted & Pick<ExperimentPlan['outputs'], 'parquet'>;
  readonly specText: string;
  /** What policies cost on this machine, where that was measured. */
  readonly costs?: Costs | undefined;
  /** How tuned policies came about; none where nothing was tuned. */
  readonly tuning?: readonly ComparisonTuning[] | undefined;
}

/** How tuned policies came about, and what policies cost: what a folder keeps beside its result. */
interface DrawnFrom {
  readonly tuning?: readonly ComparisonTuning[] | undefined;
  readonly costs?: Costs | undefined;
}

/** Figures, report and guide of a result, as far as they are asked for. */
export async function drawExperiment(
  result: Result,
  outputs: Wanted,
  specText: string | undefined,
  { tuning = [], costs }: DrawnFrom = {},
): Promise<Drawn> {
  const tuned = tuning.map(({ comparison }) => comparison);
  const landscape = outputs.guide ? landscapeOf(result, tuned) : undefined;
  const focus = typeof outputs.guide === 'object' ? outputs.guide : {};
  const figures = outputs.figures ? await resultFigures(result, 'full', tuned, landscape) : [];
  const guide = landscape && {
    guide: guideMarkdown(result.name, guideOf(landscape, result, { costs, focus })),
    scores: scoresCsv(landscape),
  };
  if (!outputs.report) return { figures, ...guide };
  const report = experimentReport(result, figures, {
    // The folder's own copy: so reports are the same wherever the experiment lay.
    command: 'driftline run spec.yaml',
    fonts: await reportFonts(),
    narrowFigures: outputs.figures ? await resultFigures(result, 'half', tuned, landscape) : [],
    tuning,
    focus,
    ...(landscape === undefined ? {} : { landscape }),
    ...(costs === undefined ? {} : { costs }),
    ...(specText === undefined ? {} : { specText }),
  });
  return { figures, report, ...guide };
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
  const { parquet } = outputs;
  const drawn = await drawExperiment(result, outputs, specText, { tuning, costs });
  await folder.finish(result, drawn.figures, { ...drawn, parquet, tuning, costs });
  return result;
}
