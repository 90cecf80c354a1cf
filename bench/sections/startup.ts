/** How long `driftline --help` takes. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '@driftline/engine/studies';
import { aimCell, atMost } from '../aims.ts';
import { shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { Section } from '../section.ts';

const LAUNCHER = fileURLToPath(new URL('../../packages/cli/bin/driftline.js', import.meta.url));
const RUNS = 11;
const LIMIT_MILLISECONDS = 150;

function millisecondsOf(args: readonly string[]): number {
  const start = now();
  execFileSync(process.execPath, args);
  return now() - start;
}

/** Start-up of the command. */
export const startupSection: Section = {
  id: 'startup',
  title: 'Start-up',
  async run({ status }) {
    const [help, empty]: [number[], number[]] = [[], []];
    for (let run = 1; run <= RUNS; run++) {
      status(`driftline --help: ${run} of ${RUNS}`);
      help.push(millisecondsOf([LAUNCHER, '--help']));
      empty.push(millisecondsOf(['--eval', '']));
    }
    const aim = atMost('driftline --help, ms', median(help), LIMIT_MILLISECONDS);
    return {
      tables: [
        {
          caption: `Milliseconds, median of ${RUNS} runs`,
          rows: [
            ['', 'ms', 'aim'],
            ['driftline --help', shortNumber(median(help)), aimCell(aim)],
            ['of which Node alone', shortNumber(median(empty)), ''],
          ],
        },
      ],
      notes: [],
      aims: [aim],
      data: { help, empty },
    };
  },
};
