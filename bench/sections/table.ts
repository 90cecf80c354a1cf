/** Every policy at K = 3: compiled, in plain JavaScript, and beside C. */
import { policyCatalogue } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import {
  type BenchNoise,
  type BenchSetting,
  median,
  PlayedPolicy,
} from '@driftline/engine/studies';
import { type Aim, aimCell, atMost, medianRatio } from '../aims.ts';
import { ratioText, shortNumber } from '../format.ts';
import { inTurns, now } from '../in-turns.ts';
import { NativePolicy, VARIANTS, type Yardstick } from '../native.ts';
import type { BenchContext, Findings, Section, Table } from '../section.ts';

const LIMITS = { tuned: 1.3, plain: 1.2 } as const;
/** Replications whose regret is compared with that of the C program. */
const CHECKED_REPLICATIONS = 20;
/** Sums in another order differ in their last digits; one arm chosen otherwise shows far above. */
const REGRET_TOLERANCE = 1e-6;

/** One policy with one reward law. */
interface Row {
  readonly policy: string;
  readonly noise: BenchNoise;
  readonly compiled: number;
  readonly javascript: number;
  readonly native: number | undefined;
  readonly variant: 'tuned' | 'plain' | undefined;
  readonly ratio: number | undefined;
  /** Whether C loses as much; undefined where each draws its own choices. */
  readonly sameRegret: boolean | undefined;
  readonly aim: Aim | undefined;
}

function settingOf(noise: BenchNoise): BenchSetting {
  return { armCount: 3, horizon: 5000, window: 203, noise };
}

/** Whether C loses as much as ours in the first replications. */
export function regretAgrees(
  player: PlayedPolicy,
  yardstick: Yardstick,
  policy: string,
  setting: BenchSetting,
): boolean {
  const [{ regret }] = player.playFirst(CHECKED_REPLICATIONS).policies;
  const checkpoints = regret.length / CHECKED_REPLICATIONS;
  const finals = regret.filter((_, i) => (i + 1) % checkpoints === 0);
  const mean = finals.reduce((sum, each) => sum + each, 0) / finals.length;
  const native = yardstick.play(policy, setting, CHECKED_REPLICATIONS).regret;
  return Math.abs(mean - native) <= REGRET_TOLERANCE * Math.abs(native);
}

/** One policy's forms take turns, which are then seconds apart at most. */
function measureRow(policy: string, noise: BenchNoise, context: BenchContext): Row {
  const setting = settingOf(noise);
  const { yardstick } = context;
  const compiledForm = new PlayedPolicy(policy, setting, { now, kernels: loadKernels() });
  const subjects = new Map([
    [`${policy}, ${noise}, compiled`, compiledForm],
    [`${policy}, ${noise}, JavaScript`, new PlayedPolicy(policy, setting, { now })],
  ]);
  const variant = yardstick === undefined ? undefined : VARIANTS[policy];
  const native =
    yardstick === undefined || variant === undefined
      ? new Map()
      : new Map([[`${policy}, ${noise}, C`, new NativePolicy(yardstick, policy, setting)]]);
  const [compiled, javascript, c] = inTurns(new Map([...subjects, ...native]), context).values();
  const ratio = c === undefined ? undefined : medianRatio(compiled, c);
  const drawsNothing = !policyCatalogue.find(policy).randomised;
  return {
    policy,
    noise,
    compiled: median(compiled),
    javascript: median(javascript),
    native: c === undefined ? undefined : median(c),
    variant,
    ratio,
    sameRegret:
      yardstick !== undefined && variant !== undefined && drawsNothing
        ? regretAgrees(compiledForm, yardstick, policy, setting)
        : undefined,
    aim:
      ratio === undefined || variant === undefined
        ? undefined
        : atMost(`${policy}, ${noise}: times ${variant} C`, ratio, LIMITS[variant]),
  };
}

function tableOf(noise: BenchNoise, rows: readonly Row[]): Table {
  const titles = ['policy', 'compiled', 'JavaScript', 'C', '', 'ratio', 'aim'];
  const cells = rows.map((row) => [
    row.policy,
    shortNumber(row.compiled),
    shortNumber(row.javascript),
    row.native === undefined ? '–' : shortNumber(row.native),
    row.variant ?? '',
    ratioText(row.ratio),
    aimCell(row.aim),
  ]);
  return {
    caption: `Nanoseconds per slot, ${noise} rewards, K = 3, T = 5000, τ = 203`,
    rows: [titles, ...cells],
  };
}

function notesOf(rows: readonly Row[], yardstick: Yardstick | undefined): string[] {
  if (yardstick === undefined) {
    return ['There is no C compiler here, so there are no ratios; install one, or name it in CC.'];
  }
  const checked = rows.filter(({ sameRegret }) => sameRegret !== undefined);
  const differing = checked.filter(({ sameRegret }) => sameRegret === false);
  const names = differing.map(({ policy, noise }) => `${policy} (${noise})`).join(', ');
  return [
    'Ratio: compiled over C, the median over rounds in which both took turns.',
    differing.length === 0
      ? `The regret of the first ${CHECKED_REPLICATIONS} replications is the same in C for all ${checked.length} cases in which policies draw nothing.`
      : `The regret differs from that in C, so that the two do not do the same work: ${names}.`,
  ];
}

/** The table of all policies. */
export const tableSection: Section = {
  id: 'table',
  title: 'Cost of a slot',
  async run(context: BenchContext): Promise<Findings> {
    const noises: readonly BenchNoise[] = ['bernoulli', 'pareto'];
    const rows = noises.flatMap((noise) =>
      policyCatalogue.list.map(({ id }) => measureRow(id, noise, context)),
    );
    return {
      tables: noises.map((noise) =>
        tableOf(
          noise,
          rows.filter((row) => row.noise === noise),
        ),
      ),
      notes: notesOf(rows, context.yardstick),
      aims: rows.map(({ aim }) => aim).filter((aim) => aim !== undefined),
      data: rows.map(({ aim: _aim, ...row }) => row),
    };
  },
};
