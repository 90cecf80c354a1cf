/** `driftline report`: figures and report drawn anew from a result folder alone. */

import { ExperimentError, type ExperimentPlan, readExperiment } from '@driftline/engine/experiment';
import { type Drawn, ResultFolder } from '@driftline/engine/node';
import type { Result } from '@driftline/engine/play';
import type { Command } from 'commander';
import { drawExperiment } from '../../shared/experiment-output.ts';
import { noteKept, ownWork } from '../../shared/in-folder.ts';
import { asExperimentFailure } from '../../shared/play-comparisons.ts';
import { drawReproduction } from '../../shared/reproduction-output.ts';
import { changedResultText } from '../../shared/warnings.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';

const ALL_OUTPUTS = { figures: true, guide: true };

/** What the experiment asked for; everything where its file can't be read any more. */
function outputsOf(
  specText: string | undefined,
): Pick<ExperimentPlan['outputs'], 'figures' | 'guide'> {
  if (specText === undefined) return ALL_OUTPUTS;
  try {
    return readExperiment(specText, 'spec.yaml').experiment.outputs;
  } catch (error) {
    if (error instanceof ExperimentError) return ALL_OUTPUTS;
    throw error;
  }
}

async function drawOfExperiment(folder: ResultFolder, result: Result): Promise<Drawn> {
  const specText = await folder.readSpec();
  const { figures, guide } = outputsOf(specText);
  const tuning = await folder.readTuning();
  const costs = await folder.readCosts();
  return drawExperiment(result, { figures, guide, report: true }, specText, { tuning, costs });
}

async function redraw(path: string): Promise<readonly string[]> {
  const { folder, result } = await ResultFolder.existing(path, ownWork(null));
  try {
    if (folder.changed) {
      warn([changedResultText(path)]);
    }
    const claims = await folder.readClaims();
    const drawn =
      claims === undefined
        ? await drawOfExperiment(folder, result)
        : await drawReproduction(result, claims);
    await folder.redraw(drawn);
    return drawn.figures.map(({ name }) => name);
  } finally {
    noteKept(folder);
    await folder.close();
  }
}

async function runReport(path: string, flags: { json?: true }): Promise<void> {
  let figures: readonly string[];
  try {
    figures = await redraw(path);
  } catch (error) {
    throw asExperimentFailure(path, error);
  }
  const report = `${path}/report.html`;
  if (flags.json) await printJson({ report, figures });
  else await printLines([`Redrawn: ${report} and ${figures.length} figures.`]);
}

const help = `
Draws the folder's report and figures again from its result.json. Nothing is
played.

Examples:
  driftline compare --policies ucb1 --environment paper-2 --out results/mine
  driftline report results/mine
  driftline report results/mine --json`;

/** The flags of `driftline report`. */
export function configureReport(command: Command): void {
  command
    .argument('<DIR>', 'result folder, as written with --out')
    .option('--json', 'print the list of written files as one JSON document')
    .addHelpText('after', help)
    .action(runReport);
}
