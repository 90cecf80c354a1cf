/** `driftline merge`: parts of a run that were played in folders of their own, in one. */

import { shellWord } from '@driftline/engine/display';
import { type Merged, mergeParts } from '@driftline/engine/node';
import { counted } from '@driftline/engine/numbers';
import type { Command } from 'commander';
import { ownWork } from '../../shared/in-folder.ts';
import { asExperimentFailure } from '../../shared/play-comparisons.ts';
import { readOut } from '../../shared/run-flags.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';

interface MergeFlags {
  readonly out?: string;
  readonly json?: true;
}

function mergedLines(folder: string, parts: readonly string[], merged: Merged): string[] {
  const { added, present } = merged;
  const before = present === 0 ? '' : `, ${present} were there`;
  return [
    `${counted(parts.length, 'part')} merged into ${folder}: ${counted(added, 'chunk')} added${before}.`,
    'Finish with the command that played the parts, with --resume in place of --shard:',
    `  driftline run EXPERIMENT.yaml --out ${shellWord(folder)} --resume`,
  ];
}

async function runMerge(
  first: string,
  others: readonly string[],
  flags: MergeFlags,
): Promise<void> {
  // With --out all folders named are parts.
  const folder = flags.out ?? first;
  const parts = flags.out === undefined ? others : [first, ...others];
  let merged: Merged;
  try {
    merged = await mergeParts(folder, parts, ownWork(null));
  } catch (error) {
    throw asExperimentFailure(folder, error);
  }
  warn(merged.damaged.map((file) => `${file}: is not a whole chunk of this run, and is left out`));
  if (flags.json) await printJson({ out: folder, parts, ...merged });
  else await printLines(mergedLines(folder, parts, merged));
}

const help = `
Machines without a shared disk play each their part into a folder of its own.
Copy the folders to one machine, merge them, and finish the run there; what is
missing is played then. Parts of another experiment, or played with another
table, plugin, version or commit, are refused. A tuned experiment has two
stages: merge what was trained, copy the merged folder to all machines, play
each part once more into it, and merge again.

Examples:
  driftline run experiments/eta.yaml --out results/part-1 --shard 1/2
  driftline run experiments/eta.yaml --out results/part-2 --shard 2/2
  driftline merge results/merged results/part-1 results/part-2
  driftline run experiments/eta.yaml --out results/merged --resume`;

/** The flags of `driftline merge`. */
export function configureMerge(command: Command): void {
  command
    .argument('<DIR>', 'the folder that parts are put together in; a part if --out is given')
    .argument('<PART...>', 'folders of parts')
    .option('--out <DIR>', 'put the parts together in this folder', readOut)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runMerge);
}
