/** What a study of worst cases leaves behind: a folder with its report, tables and figures. */
import { join } from 'node:path';
import { tableText } from '@driftline/engine/display';
import { type ResultFolder, reportFonts, softwareOf } from '@driftline/engine/node';
import { RESULT_FORMAT, RESULT_VERSION } from '@driftline/engine/play';
import {
  type GrowthStudy,
  growthReport,
  type WorstCaseStudy,
  worstCaseReport,
} from '@driftline/engine/studies';
import { casesFigures, growthFigures } from './figures.ts';
import { growthRecord, meansFile, replayCommand, upperBoundOf, worstCaseRecord } from './record.ts';

/** The environments found, as tables to play again, by the names of their files. */
function meansFiles({ cases, settings }: WorstCaseStudy): Record<string, string> {
  const files = cases.map(({ policy, means }) => [
    meansFile(policy, settings.policies),
    [...tableText(means, settings.armCount)].join(''),
  ]);
  return Object.fromEntries(files);
}

/** Command that repeats a study. */
interface Repeating {
  readonly command: string;
  /** Files of plugins that it was played with. */
  readonly plugins: readonly string[];
}

/** Writes a search: the environments found as tables, figures, report and record. */
export async function writeSearch(
  folder: ResultFolder,
  study: WorstCaseStudy,
  { command, plugins }: Repeating,
): Promise<void> {
  const { cases, comparisons, settings } = study;
  const drawn = await casesFigures(comparisons);
  const software = await softwareOf();
  const notes = cases.map(({ policy }, i) => {
    const file = meansFile(policy, settings.policies);
    return {
      upperBound: upperBoundOf(comparisons[i].policies[i], settings),
      file,
      command: replayCommand(study, { policy, file: join(folder.path, file), plugins }),
      ...drawn[i],
    };
  });
  const fonts = await reportFonts();
  const report = worstCaseReport(study, notes, { command, software, fonts, figures: [] });
  const result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'worst case',
    software,
    comparisons,
  } as const;
  const figures = drawn.flatMap((one) => one.figures);
  await folder.finish(result, figures, {
    report,
    means: meansFiles(study),
    worstCase: worstCaseRecord(study, folder.path, plugins),
  });
}

/** Writes a growth study: figures, report and record. */
export async function writeGrowth(
  folder: ResultFolder,
  study: GrowthStudy,
  command: string,
): Promise<void> {
  const drawn = await growthFigures(study);
  const [software, fonts] = [await softwareOf(), await reportFonts()];
  const report = growthReport(study, { command, software, fonts, ...drawn });
  await folder.finishWith({
    figures: drawn.figures,
    report,
    worstCase: growthRecord(study),
  });
}
