/** What advice leaves behind: a folder with its report, record, figures, world and settings. */
import { join } from 'node:path';
import {
  type Advised,
  adviceFigures,
  adviceReport,
  experimentFile,
  serviceExperiment,
  WORLD_FILE,
  type WorldTable,
  worldTable,
} from '@driftline/advice';
import { commandLine, shellWord, tableText } from '@driftline/engine/display';
import { type ResultFolder, reportFonts } from '@driftline/engine/node';
import type { AdviseFlags } from './flags.ts';
import { flagWordsOf } from './flags.ts';

const SPEC_FILE = 'spec.yaml';
const SERVICE_FILE = 'service.json';

/** What the advice was asked with. */
interface Asked {
  readonly path: string;
  readonly flags: AdviseFlags;
}

/** The command that repeats the advice. */
function commandOf({ path, flags }: Asked): string {
  return commandLine(['advise', path, ...flagWordsOf(flags)]);
}

function tableOf({ means, armCount }: WorldTable): string {
  return [...tableText(means, armCount)].join('');
}

/** Files that go on with the advice, by their names. */
function filesOf({ advice, world }: Advised): Record<string, string> {
  if (world === undefined) return {};
  const table = worldTable(world.path);
  const service = serviceExperiment(advice, world);
  return {
    [WORLD_FILE]: tableOf(table),
    [SPEC_FILE]: experimentFile(advice, world, table),
    ...(service === undefined
      ? {}
      : { [SERVICE_FILE]: `${JSON.stringify(service.body, null, 2)}\n` }),
  };
}

/** What to do next, with the files that are there. */
function nextSteps(
  { advice, world }: Advised,
  folder: string,
  files: Readonly<Record<string, string>>,
): { readonly command: string; readonly does: string }[] {
  const steps = [];
  if (SPEC_FILE in files) {
    steps.push({
      does: 'Plays policies in the world that was fitted:',
      command: commandLine(['run', join(folder, SPEC_FILE), '--out', join(folder, 'played')]),
    });
  }
  if (SERVICE_FILE in files && world !== undefined) {
    const isExact = serviceExperiment(advice, world)?.isExact === true;
    steps.push({
      does: isExact
        ? 'Creates the advised experiment in a decision service:'
        : 'Creates an experiment in a decision service, with auto: the service cannot be told all of the advice.',
      command: `curl -X PUT http://127.0.0.1:8080/v1/experiments/advised -H 'content-type: application/json' -d ${shellWord(`@${join(folder, SERVICE_FILE)}`)}`,
    });
  }
  return steps;
}

/** Writes everything, in place of what was there; returns the names of the files that go on with it. */
export async function writeAdvice(
  folder: ResultFolder,
  advised: Advised,
  asked: Asked,
): Promise<readonly string[]> {
  const { advice, pictures } = advised;
  const figures = adviceFigures(advice, pictures);
  const files = filesOf(advised);
  const report = adviceReport(advice, {
    command: commandOf(asked),
    fonts: await reportFonts(),
    figures,
    narrow: adviceFigures(advice, pictures, { width: 'half' }),
    next: nextSteps(advised, folder.path, files),
  });
  await folder.finishWith({ figures: figures.flat(), report, advice: { record: advice, files } });
  return Object.keys(files);
}
