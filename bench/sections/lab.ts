/** How the page of `driftline lab` responds while it computes. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { quantile } from '@driftline/engine/play';
import { median } from '@driftline/engine/studies';
import { aimCell, atMost } from '../aims.ts';
import { shortNumber } from '../format.ts';
import type { Section } from '../section.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/lab/bench/responses.ts', import.meta.url));
const ANSWER_LIMIT = 100;
const FRAME_LIMIT = 33;

/** Milliseconds from click to paint, and from frame to frame. */
interface Responses {
  readonly answers: readonly number[];
  readonly frames: readonly number[];
}

interface Measured {
  readonly policies: number;
  readonly lab: Responses;
  /** Of an all but empty page, with as many busy workers. */
  readonly empty: Responses;
}

/** Of a real browser, which is looked for or installed as the tests do. */
function measure(): Measured {
  const printed = execFileSync(process.execPath, [PROGRAM], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(printed) as Measured;
}

const late = (values: readonly number[]) =>
  shortNumber(
    quantile(
      [...values].sort((a, b) => a - b),
      0.95,
    ),
  );

/** Clicks and frames during a run. */
export const labSection: Section = {
  id: 'lab',
  title: 'The lab while it computes',
  async run({ status }) {
    status('the lab in a browser');
    const { policies, lab, empty } = measure();
    const answers = atMost('lab: click to paint, ms', median(lab.answers), ANSWER_LIMIT);
    const frames = atMost('lab: frame to frame, ms', median(lab.frames), FRAME_LIMIT);
    const row = (name: string, values: readonly number[], aim = '') => [
      name,
      shortNumber(median(values)),
      late(values),
      aim,
    ];
    return {
      tables: [
        {
          caption: `Milliseconds, while ${policies} policies are run`,
          rows: [
            ['', 'median', '95%', 'aim'],
            row('click to paint', lab.answers, aimCell(answers)),
            row('the same of an empty page', empty.answers),
            row('frame to frame', lab.frames, aimCell(frames)),
            row('the same of an empty page', empty.frames),
          ],
        },
      ],
      notes: [
        'The click switches between light and dark colors, which repaints the whole page. The empty page has as many busy workers, so its time is that of the machine.',
      ],
      aims: [answers, frames],
      data: { policies, lab, empty },
    };
  },
};
