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
  const before = present === 0 ? '' : `, ${present} were already there`;
  return [
    `${counted(parts.length, 'part')} merged into ${folder}: ${counted(added, 'chunk')} added${before}.`,
    'Finish with the command that played the shards, with --resume instead of --shard:',
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
  warn(
    merged.damaged.map((file) => `${file}: is not a complete chunk of this run, so it is skipped`),
  );
  if (flags.json) await printJson({ out: folder, parts, ...merged });
  else await printLines(mergedLines(folder, parts, merged));
}

const help = `
Use this if machines have no shared disk. Play each shard into its own folder,
copy the folders to one machine, merge them, and finish the run there with
--resume, which also plays missing chunks. Merging refuses shards of another
experiment, table, plugin, version or commit.

A tuned experiment has two stages: training and playing. Merge after training,
copy the merged folder to all machines, play each shard into it again, and merge
again.

Examples:
  driftline run experiments/eta.yaml --out results/part-1 --shard 1/2
  driftline run experiments/eta.yaml --out results/part-2 --shard 2/2
  driftline merge results/merged results/part-1 results/part-2
  driftline run experiments/eta.yaml --out results/merged --resume`;

/** The flags of `driftline merge`. */
export function configureMerge(command: Command): void {
  command
    .argument('<DIR>', 'folder to merge into; with --out, the first shard')
    .argument('<PART...>', 'folders of shards')
    .option('--out <DIR>', 'folder to merge into (default: DIR)', readOut)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', help)
    .action(runMerge);
}
