/** The folder that advice is written to: report, record, figures, simulation and settings. */
import { join } from 'node:path';
import {
  type Advised,
  adviceFigures,
  adviceReport,
  experimentFile,
  type ServiceExperiment,
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

/** The experiment for a decision service, if there is advice. */
function serviceOf({ advice, service }: Advised): ServiceExperiment | undefined {
  return service === undefined ? undefined : serviceExperiment(advice, service);
}

/** Files that go on with the advice, by their names. */
function filesOf(advised: Advised): Record<string, string> {
  const { advice, world } = advised;
  if (world === undefined) return {};
  const table = worldTable(world.path);
  const service = serviceOf(advised);
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
  advised: Advised,
  folder: string,
  files: Readonly<Record<string, string>>,
): { readonly command: string; readonly does: string }[] {
  const steps = [];
  if (SPEC_FILE in files) {
    steps.push({
      does: 'Compare policies in the fitted simulation:',
      command: commandLine(['run', join(folder, SPEC_FILE), '--out', join(folder, 'played')]),
    });
  }
  if (SERVICE_FILE in files) {
    const { instead = '' } = serviceOf(advised) ?? {};
    steps.push({
      does:
        instead === ''
          ? 'Create the recommended experiment in a decision service:'
          : `Create an experiment in a decision service. ${instead}`,
      command: `curl -X PUT http://127.0.0.1:8080/v1/experiments/advised -H 'content-type: application/json' -d ${shellWord(`@${join(folder, SERVICE_FILE)}`)}`,
    });
  }
  return steps;
}

/** The files that were written, and the part of the advice that the service cannot run. */
export interface WrittenAdvice {
  readonly files: readonly string[];
  readonly instead?: string | undefined;
}

/** Writes everything, and replaces older files. */
export async function writeAdvice(
  folder: ResultFolder,
  advised: Advised,
  asked: Asked,
): Promise<WrittenAdvice> {
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
  return { files: Object.keys(files), instead: serviceOf(advised)?.instead };
}
