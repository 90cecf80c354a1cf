/** Values judged where the truth is known: logs from laws, and what a policy earns on the very path. */
import { isRefused, type Log, loggingOf, type MeanPath, type Value } from '@driftline/advice';
import { loadKernels } from '@driftline/engine/node';
import type { MeanWay } from '../src/values/plan.ts';
import { valuesOf } from '../src/values/values.ts';
import { InlineWorkers } from '../src/work/inline-workers.ts';
import { WorldPlayer } from '../src/worlds/play.ts';
import {
  brownian,
  jumps,
  type Logger,
  type Means,
  madeLog,
  stationary,
  waves,
} from './synthetic.ts';

/** A law of means: a path for each seed. */
export type Law = (rows: number, armCount: number, seed: number) => Means;

export const laws: Readonly<Record<string, Law>> = {
  stationary: (_, armCount) =>
    stationary(0.5, 0.4, ...Array.from({ length: armCount - 2 }, () => 0.35)),
  'jumps 2000': (rows, armCount, seed) => jumps(2000, armCount, rows, seed),
  'jumps 500': (rows, armCount, seed) => jumps(500, armCount, rows, seed),
  'waves 2000': (_, armCount) => waves(2000, armCount),
  'brownian .003': (rows, armCount, seed) => brownian(0.003, armCount, rows, seed),
  clicks: (rows, armCount, seed) => {
    const walk = brownian(0.003, armCount, rows, seed);
    return (slot, arm) => 0.01 + 0.05 * walk(slot, arm);
  },
};

/** The path of a law, slot by slot. */
export function pathOf(means: Means, rows: number, armCount: number): MeanPath {
  return {
    armCount,
    bounds: Int32Array.from({ length: rows + 1 }, (_, slot) => slot),
    means: Float64Array.from({ length: rows * armCount }, (_, i) =>
      means(Math.floor(i / armCount), i % armCount),
    ),
  };
}

/** So many plays that their luck is small beside the error of a value. */
function truthPlays(slots: number): number {
  return Math.min(200, Math.max(20, Math.ceil(200_000 / slots)));
}

const kernels = loadKernels();
const player = new WorldPlayer(kernels);

/** What a policy earns per slot on a path of 0/1 rewards, on average over its luck. */
export function truthOf(policy: string, path: MeanPath, seed: number): number {
  const slots = path.bounds.length - 1;
  if (policy.startsWith('fixed:arm ')) {
    const arm = Number(policy.slice(10));
    let sum = 0;
    for (let slot = 0; slot < slots; slot++) sum += path.means[slot * path.armCount + arm];
    return sum / slots;
  }
  const course = { path, eligible: undefined, sets: [], due: undefined };
  const plays = truthPlays(slots);
  let sum = 0;
  for (let play = 0; play < plays; play++) {
    const luck = { seed: 1_000_000 + seed, replication: play };
    const noise = { law: 'bernoulli' } as const;
    sum += player.play({
      policy,
      course,
      noise,
      rewardRange: [0, 1],
      luck,
      keepArms: false,
    }).earned;
  }
  return sum / plays / slots;
}

/** What becomes of a policy's value on one log. */
export interface Judged {
  readonly value: Value;
  readonly truth: number;
  /** The truth of the difference to what was logged. */
  readonly above: number;
}

export interface TrialOf {
  readonly law: string;
  readonly rows: number;
  readonly armCount: number;
  readonly seed: number;
  readonly policies: readonly string[];
  readonly way?: MeanWay;
  readonly logger?: (means: Means) => Logger;
  readonly keepsPropensities?: boolean;
}

export async function judged(trial: TrialOf): Promise<{ log: Log; judged: Judged[] }> {
  const { rows, armCount, seed, policies } = trial;
  const means = laws[trial.law](rows, armCount, seed);
  const logger = trial.logger?.(means);
  const made = madeLog({
    rows,
    armCount,
    means,
    seed,
    ...(logger === undefined ? {} : { logger }),
  });
  const log = trial.keepsPropensities === false ? { ...made, propensity: undefined } : made;
  const path = pathOf(means, rows, armCount);
  const answer = await valuesOf(
    {
      log,
      logging: loggingOf(log),
      policies,
      tails: { refused: 'rewards-discrete', need: {} },
      seed,
      kernels,
      ...(trial.way === undefined ? {} : { way: trial.way }),
    },
    new InlineWorkers(),
  );
  let logged = 0;
  for (let row = 0; row < rows; row++) logged += means(row, log.arm[row]) / rows;
  return {
    log,
    judged: answer.values
      .filter(({ policy }) => policy !== 'logged')
      .map((value) => {
        const truth = truthOf(value.policy, path, seed);
        return { value, truth, above: truth - logged };
      }),
  };
}

/** How often intervals hold, and how far values are off. */
export class Tally {
  count = 0;
  refused = 0;
  bias = 0;
  squares = 0;
  covered = 0;
  plain = 0;
  atLeast = 0;
  above = 0;
  width = 0;
  support = 0;
  ess = 0;

  add({ value, truth, above }: Judged): void {
    if (isRefused(value)) {
      this.refused += 1;
      return;
    }
    this.count += 1;
    const off = value.value - truth;
    this.bias += off;
    this.squares += off * off;
    this.covered += Number(value.low <= truth && truth <= value.high);
    this.plain += Number(Math.abs(off) <= 1.96 * value.error);
    this.atLeast += Number(value.atLeast <= truth);
    const over = value.aboveLogged;
    if (over !== undefined) this.above += Number(over.low <= above && above <= over.high);
    this.width += (value.high - value.low) / (2 * 1.96 * value.error);
    this.support += value.support;
    this.ess += value.ess;
  }

  toString(): string {
    const share = (part: number, digits = 2) => (part / this.count).toFixed(digits);
    return [
      `N ${this.count} (+${this.refused} refused)`,
      `bias ${share(this.bias, 4)}`,
      `rmse ${Math.sqrt(this.squares / this.count).toFixed(4)}`,
      `covered ${share(this.covered)}`,
      `plain ${share(this.plain)}`,
      `at least ${share(this.atLeast)}`,
      `above logged ${share(this.above)}`,
      `width ${share(this.width, 1)}`,
      `support ${share(this.support)}`,
      `ess ${share(this.ess, 0)}`,
    ].join('  ');
  }
}
