/** What `driftline bench` measured, as plain data and as a table. */

import { readable } from '@driftline/engine/numbers';
import type { BenchSetting } from '@driftline/engine/studies';
import { tableLines } from '../../terminal/table.ts';

/** What one policy costs per slot. */
export interface BenchResult {
  /** As typed. */
  readonly policy: string;
  /** Form that ran: a kernel compiled to WebAssembly, or JavaScript, as for plugins. */
  readonly kernel: 'compiled' | 'JavaScript';
  readonly arms: number;
  readonly horizon: number;
  readonly window: number;
  readonly noise: string;
  /** The median over rounds, and the extremes. */
  readonly nsPerSlot: number;
  readonly lowest: number;
  readonly highest: number;
  readonly rounds: number;
}

/** The result of one policy from its rounds. */
export function benchResult(
  { policy, kernel }: Pick<BenchResult, 'policy' | 'kernel'>,
  setting: BenchSetting,
  rounds: readonly number[],
  nsPerSlot: number,
): BenchResult {
  // The clock is not so good that more digits would mean anything.
  const rounded = (value: number) => Number(value.toPrecision(4));
  return {
    policy,
    kernel,
    arms: setting.armCount,
    horizon: setting.horizon,
    window: setting.window,
    noise: setting.noise,
    nsPerSlot: rounded(nsPerSlot),
    lowest: rounded(Math.min(...rounds)),
    highest: rounded(Math.max(...rounds)),
    rounds: rounds.length,
  };
}

function nanoseconds(value: number): string {
  return value < 99.95 ? value.toFixed(1) : readable(Math.round(value));
}

/** Costs to read, in the order in which policies were named. */
export function benchTable(setting: BenchSetting, results: readonly BenchResult[]): string[] {
  const { armCount, horizon, window, noise } = setting;
  const titles = ['policy', 'kernel', 'ns per slot', 'lowest', 'highest', 'slots per second'];
  const rows = results.map((result) => [
    result.policy,
    result.kernel,
    nanoseconds(result.nsPerSlot),
    nanoseconds(result.lowest),
    nanoseconds(result.highest),
    readable(Number((1e9 / result.nsPerSlot).toPrecision(3))),
  ]);
  return [
    `K = ${readable(armCount)}, T = ${readable(horizon)}, window ${readable(window)}, ${noise} rewards; one thread`,
    '',
    ...tableLines({ rows: [titles, ...rows], dispensable: ['lowest', 'highest'] }),
  ];
}
