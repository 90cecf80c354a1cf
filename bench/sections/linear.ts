/** D-LinUCB with few features and many: compiled, in plain JavaScript, and beside plain C. */
import { loadKernels } from '@driftline/engine/node';
import { type BenchSetting, median, PlayedPolicy } from '@driftline/engine/studies';
import { type Aim, aimCell, atMost, medianRatio } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { inTurns, now } from '../in-turns.ts';
import { NativePolicy } from '../native.ts';
import type { BenchContext, Section } from '../section.ts';
import { regretAgrees } from './table.ts';

const POLICY = 'd-linucb';

/** A number of features d and of actions K in each slot, and the most that a slot should cost, in slots of C. */
interface Size {
  readonly dimension: number;
  readonly armCount: number;
  readonly horizon: number;
  readonly limit: number;
}

const SIZES: readonly Size[] = [
  { dimension: 2, armCount: 50, horizon: 6000, limit: 1.5 },
  { dimension: 10, armCount: 20, horizon: 3000, limit: 1.3 },
  { dimension: 50, armCount: 100, horizon: 300, limit: 1.3 },
];

/** One size, measured. */
interface Row extends Size {
  readonly compiled: number;
  readonly javascript: number;
  readonly native: number | undefined;
  readonly ratio: number | undefined;
  /** Whether C loses as much. */
  readonly sameRegret: boolean | undefined;
  readonly aim: Aim | undefined;
}

function measureRow(size: Size, context: BenchContext): Row {
  const { dimension, armCount, horizon, limit } = size;
  const setting: BenchSetting = { dimension, armCount, horizon, window: 200, noise: 'bernoulli' };
  const { yardstick } = context;
  const compiledForm = new PlayedPolicy(POLICY, setting, { now, kernels: loadKernels() });
  const name = `${POLICY}, d = ${dimension}, K = ${armCount}`;
  const subjects = new Map([
    [`${name}, compiled`, compiledForm],
    [`${name}, JavaScript`, new PlayedPolicy(POLICY, setting, { now })],
  ]);
  const native =
    yardstick === undefined
      ? new Map()
      : new Map([[`${name}, C`, new NativePolicy(yardstick, POLICY, setting)]]);
  const [compiled, javascript, c] = inTurns(new Map([...subjects, ...native]), context).values();
  const ratio = c === undefined ? undefined : medianRatio(compiled, c);
  return {
    ...size,
    compiled: median(compiled),
    javascript: median(javascript),
    native: c === undefined ? undefined : median(c),
    ratio,
    sameRegret:
      yardstick === undefined ? undefined : regretAgrees(compiledForm, yardstick, POLICY, setting),
    aim: ratio === undefined ? undefined : atMost(`${name}: times plain C`, ratio, limit),
  };
}

function notesOf(rows: readonly Row[]): string[] {
  const differing = rows.filter(({ sameRegret }) => sameRegret === false);
  if (differing.length === 0) return [];
  const sizes = differing.map(({ dimension }) => `d = ${dimension}`).join(', ');
  return [`The regret differs from that in C, so the two do not do the same work: ${sizes}.`];
}

/** Linear bandits. */
export const linearSection: Section = {
  id: 'linear',
  title: 'Linear bandits',
  async run(context) {
    const rows = SIZES.map((size) => measureRow(size, context));
    const cells = rows.map((row) => [
      String(row.dimension),
      String(row.armCount),
      count(row.horizon),
      shortNumber(row.compiled),
      shortNumber(row.javascript),
      row.native === undefined ? '–' : shortNumber(row.native),
      ratioText(row.ratio),
      aimCell(row.aim),
    ]);
    return {
      tables: [
        {
          caption: `Nanoseconds per slot of ${POLICY}, drawing of features included, window 200`,
          rows: [['d', 'K', 'T', 'compiled', 'JavaScript', 'C', 'ratio', 'aim'], ...cells],
        },
      ],
      notes: [
        'Plain C solves for one action after the other. Ours solves for four actions side by side, with the same bits.',
        ...notesOf(rows),
      ],
      aims: rows.map(({ aim }) => aim).filter((aim) => aim !== undefined),
      data: rows.map(({ aim: _aim, ...row }) => row),
    };
  },
};
