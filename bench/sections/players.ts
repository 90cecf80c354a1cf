/** A fleet of six players on nine arms: compiled, in plain JavaScript, and beside plain C. */
import { loadKernels } from '@driftline/engine/node';
import { type BenchSetting, median, PlayedPolicy } from '@driftline/engine/studies';
import { aimCell, atMost, medianRatio } from '../aims.ts';
import { ratioText, shortNumber } from '../format.ts';
import { inTurns, now } from '../in-turns.ts';
import { NativePolicy } from '../native.ts';
import type { Section } from '../section.ts';

const FLEET = 'mctopm:of=kl-ucb';
const LIMIT = 1.5;
const SETTING: BenchSetting = {
  armCount: 9,
  horizon: 5000,
  window: 203,
  noise: 'bernoulli',
  players: 6,
};

/** Several players. */
export const playersSection: Section = {
  id: 'players',
  title: 'Several players',
  async run(context) {
    const { yardstick } = context;
    const subjects = new Map([
      ['compiled', new PlayedPolicy(FLEET, SETTING, { now, kernels: loadKernels() })],
      ['JavaScript', new PlayedPolicy(FLEET, SETTING, { now })],
    ]);
    const native =
      yardstick === undefined
        ? new Map()
        : new Map([['C', new NativePolicy(yardstick, FLEET, SETTING)]]);
    const [compiled, javascript, c] = inTurns(new Map([...subjects, ...native]), context).values();
    const ratio = c === undefined ? undefined : medianRatio(compiled, c);
    const aim = ratio === undefined ? undefined : atMost(`${FLEET}: times plain C`, ratio, LIMIT);
    const [ours, plain] = [median(compiled), median(javascript)];
    const inC = c === undefined ? undefined : median(c);
    return {
      tables: [
        {
          caption: 'Nanoseconds per slot of all six players, bernoulli rewards, K = 9, T = 5000',
          rows: [
            ['fleet', 'compiled', 'JavaScript', 'C', 'ratio', 'aim'],
            [
              FLEET,
              shortNumber(ours),
              shortNumber(plain),
              inC === undefined ? '–' : shortNumber(inC),
              ratioText(ratio),
              aimCell(aim),
            ],
          ],
        },
      ],
      notes: [
        'Plain C solves for the bounds of all arms in every slot. Ours solves only for bounds whose order is open.',
      ],
      aims: aim === undefined ? [] : [aim],
      data: { compiled: ours, javascript: plain, native: inC, ratio },
    };
  },
};
