/** What a study of worst cases leaves behind: a folder with its report, tables and figures. */
import { join } from 'node:path';
import {
  type GrowthStudy,
  growthReport,
  RESULT_FORMAT,
  RESULT_VERSION,
  tableText,
  type WorstCaseStudy,
  worstCaseReport,
} from '@driftline/engine';
import {
  ResultFolder,
  reportFonts,
  softwareOf,
  writeFigures,
  writeWhole,
} from '@driftline/engine/node';
import { caseFigures, growthFigures } from './worst-case-figures.ts';
import {
  growthRecord,
  meansFile,
  replayCommand,
  upperBoundOf,
  worstCaseRecord,
} from './worst-case-record.ts';

/** Where a study writes to, and whether it may replace what is there. */
export interface Place {
  readonly path: string;
  readonly force: boolean;
}

function writeRecord(folder: ResultFolder, record: object): Promise<void> {
  return writeWhole(join(folder.path, 'worst-case.json'), `${JSON.stringify(record, null, 1)}\n`);
}

/** Writes a search: the environments found as tables, figures, report and record. */
export async function writeSearch(
  place: Place,
  study: WorstCaseStudy,
  command: string,
): Promise<void> {
  const { cases, comparisons, settings } = study;
  const drawn = await Promise.all(comparisons.map(caseFigures));
  const folder = await ResultFolder.open(place.path, place);
  for (const { policy, means } of cases) {
    const text = [...tableText(means, settings.armCount)].join('');
    await writeWhole(join(folder.path, meansFile(policy)), text);
  }
  const software = await softwareOf();
  const notes = cases.map(({ policy }, i) => ({
    upperBound: upperBoundOf(comparisons[i].policies[i], settings),
    file: meansFile(policy),
    command: replayCommand(study, policy, join(folder.path, meansFile(policy))),
    ...drawn[i],
  }));
  const report = worstCaseReport(study, notes, {
    command,
    software,
    fonts: await reportFonts(),
    figures: [],
  });
  await writeRecord(folder, worstCaseRecord(study, folder.path));
  await writeFigures(
    join(folder.path, 'figures'),
    drawn.flatMap(({ figures }) => figures),
  );
  const result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'worst case',
    software,
    comparisons,
  } as const;
  await folder.finish(result, [], { report });
}

/** Writes a growth study: figures, report and record. */
export async function writeGrowth(
  place: Place,
  study: GrowthStudy,
  command: string,
): Promise<void> {
  const drawn = await growthFigures(study);
  const software = await softwareOf();
  const folder = await ResultFolder.open(place.path, place);
  await writeFigures(join(folder.path, 'figures'), drawn.figures);
  const fonts = await reportFonts();
  await folder.writeReport(growthReport(study, { command, software, fonts, ...drawn }));
  await writeRecord(folder, growthRecord(study));
}
