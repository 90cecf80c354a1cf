/** `driftline bounds`: tunings and regret bounds of the theory as numbers. */
import type { Command } from 'commander';
import { numberFlag } from '../../shared/flags.ts';
import { addFields } from '../../shared/request-flags.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { type BoundsRequest, boundsRecord, boundsWarnings } from './record.ts';
import { boundsTable } from './text.ts';

async function runBounds(flags: BoundsRequest & { json?: true }): Promise<void> {
  const { arms, horizon, variation, meanRange, eta, xi } = flags;
  const record = boundsRecord({ arms, horizon, variation, meanRange, eta, xi });
  warn(boundsWarnings(record));
  if (flags.json) await printJson(record);
  else await printLines(boundsTable(record));
}

const help = `
Prints how the theory tunes each policy for K arms, T slots and budget V, and
the upper and lower bounds on regret. The output explains how to read them.

Examples:
  driftline bounds --arms 3 --horizon 5000 --variation 3
  driftline bounds --arms 10 --horizon 1000000 --variation 5 --mean-range 0.5
  driftline bounds --arms 3 --horizon 5000 --variation 3 --json`;

/** The flags of `driftline bounds`. */
export function configureBounds(command: Command): void {
  const aboveHalf = { kind: 'number', above: 0.5 } as const;
  addFields(command, {
    arms: { summary: 'number of arms', required: true },
    horizon: { summary: 'number of slots', required: true },
    variation: {
      summary: 'variation budget V: how much the means may change in total',
      required: true,
    },
  })
    .option(
      '--mean-range <B>',
      'range of the means: the largest minus the smallest',
      numberFlag('--mean-range', { kind: 'number', above: 0 }),
      1,
    )
    .option('--eta <ETA>', 'constant eta of SW-MOSS, above 0.5', numberFlag('--eta', aboveHalf), 1)
    .option('--xi <XI>', 'constant xi of D-UCB, above 0.5', numberFlag('--xi', aboveHalf), 0.6)
    .option('--json', 'print the numbers as one JSON document')
    .addHelpText('after', help)
    .action(runBounds);
}
