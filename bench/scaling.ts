/** How a cost grows with something: the sizes of one policy take turns. */

import { loadKernels } from '@driftline/engine/node';
import { type BenchSetting, median, PlayedPolicy, type Subject } from '@driftline/engine/studies';
import { type Aim, aimCell, atMost, medianRatio } from './aims.ts';
import { count, ratioText, shortNumber } from './format.ts';
import { inTurns, now, roundsOf } from './in-turns.ts';
import type { BenchContext, Table } from './section.ts';

/** What is varied, and what may come of it. */
export interface Scaling {
  readonly caption: string;
  /** What is varied, as a title: arms, window. */
  readonly varied: string;
  readonly sizes: readonly number[];
  /** Policies, and how many times the cost at the first size the last one may have. */
  readonly limits: Readonly<Record<string, number>>;
  settingOf(size: number): BenchSetting;
}

/** The cost at one size. */
export interface ScalingRow extends BenchSetting {
  readonly policy: string;
  readonly nsPerSlot: number;
  /** Over the cost at the first size. */
  readonly ratio: number;
}

/** What came of it. */
export interface ScalingFindings {
  readonly table: Table;
  readonly aims: readonly Aim[];
  readonly rows: readonly ScalingRow[];
}

function measurePolicy(policy: string, scaling: Scaling, context: BenchContext): ScalingRow[] {
  const nameOf = (size: number) => `${policy}, ${scaling.varied} ${size}`;
  const subjects = new Map<string, Subject>();
  for (const size of scaling.sizes) {
    context.status(`${nameOf(size)}: set-up`);
    const options = { now, kernels: loadKernels() };
    subjects.set(nameOf(size), new PlayedPolicy(policy, scaling.settingOf(size), options));
  }
  const measured = inTurns(subjects, context);
  const base = roundsOf(measured, nameOf(scaling.sizes[0]));
  return scaling.sizes.map((size) => {
    const rounds = roundsOf(measured, nameOf(size));
    const ratio = medianRatio(rounds, base);
    return { policy, ...scaling.settingOf(size), nsPerSlot: median(rounds), ratio };
  });
}

/** Measures every policy at every size; the aim is for the last one. */
export function measureScaling(scaling: Scaling, context: BenchContext): ScalingFindings {
  const { sizes, limits, varied } = scaling;
  const measured = Object.keys(limits).map((policy) => measurePolicy(policy, scaling, context));
  const last = sizes.length - 1;
  const aims = measured.map((rows) => {
    const { policy, ratio } = rows[last];
    const what = `${policy}: ${varied} ${count(sizes[last])} over ${sizes[0]} (${scaling.caption})`;
    return atMost(what, ratio, limits[policy]);
  });
  const titles = ['policy', ...sizes.map(count), 'ratio', 'aim'];
  const cells = measured.map((rows, i) => [
    rows[0].policy,
    ...rows.map(({ nsPerSlot }) => shortNumber(nsPerSlot)),
    ratioText(rows[last].ratio),
    aimCell(aims[i]),
  ]);
  return {
    table: { caption: scaling.caption, rows: [titles, ...cells] },
    aims,
    rows: measured.flat(),
  };
}
