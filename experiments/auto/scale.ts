/**
 * The learned range of Auto compared with the right one declared: `node experiments/auto/scale.ts`, after
 * `npm run build`, prints a table in about a minute. Five arms whose means stay, 100 runs of 3000 slots, and every
 * form plays the same rewards. Regret is in percent of that of random choice, with its standard error.
 *
 * `restarts` forgets everything when the range grows, `covers all` has a range that also contains the largest reward,
 * and `fixed` is [0, 1] declared, with all other rewards clipped.
 */
import { policyCatalogue, type Random, randomStream } from '@driftline/core';
import { AutoKernel, RewardScale } from '@driftline/core/parts';

const SEED = 31;
const RUNS = 100;
const SLOTS = 3000;
const ARMS = 5;

/** Forgets everything but the range when it grows. */
class Restarting extends AutoKernel {
  override rescale(): void {
    const { scale, slot } = this;
    this.scale = new RewardScale(this.armCount);
    this.reset();
    this.scale = scale;
    this.slot = slot;
    scale.counts.fill(0);
    scale.sums.fill(0);
    scale.heldWeight = 0;
  }
}

/** Grows to contain every reward, the largest one included. */
class Covering extends AutoKernel {
  override see(arm: number, reward: number): number {
    if (!this.scale.contains(reward)) {
      this.scale.hold(arm, reward);
      this.scale.heldWeight = 0;
      this.grow(reward);
    }
    return super.see(arm, reward);
  }
}

class CoveringRestarting extends Restarting {
  override see(arm: number, reward: number): number {
    return Covering.prototype.see.call(this, arm, reward);
  }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

const clip = (value: number, [low, high]: Range) => Math.max(low, Math.min(high, value));

type Range = readonly [number, number];

interface Case {
  readonly name: string;
  readonly range: Range;
  readonly means: readonly number[];
  draw(arm: number, random: Random): number;
  /** The slot whose rewards are all 10⁶. */
  readonly outlier?: number;
}

/** Normal rewards around these means, clipped to the range. */
function around(name: string, means: readonly number[], sd: number, range: Range): Case {
  return {
    name,
    range,
    means,
    draw: (arm, random) => clip(means[arm] + sd * normal(random), range),
  };
}

/** A price is paid with a probability. */
function sales(name: string, prices: readonly number[], chances: readonly number[]): Case {
  return {
    name,
    range: [0, Math.max(...prices)],
    means: prices.map((price, arm) => price * chances[arm]),
    draw: (arm, random) => (random.uniform() < chances[arm] ? prices[arm] : 0),
  };
}

/** A wide tail to one side. */
function lognormal(name: string, means: readonly number[], range: Range): Case {
  const draw = (arm: number, random: Random) => means[arm] * Math.exp(normal(random) - 0.5);
  return { name, range, means, draw: (arm, random) => clip(draw(arm, random), range) };
}

const times = (factor: number) => [70, 85, 100, 115, 130].map((mean) => factor * mean);
const PRICES = around('prices 5 to 200', times(1), 25, [5, 200]);

const CASES: readonly Case[] = [
  PRICES,
  sales('a sale at 5 to 200, or 0', [5, 40, 80, 120, 200], [0.6, 0.4, 0.3, 0.12, 0.05]),
  ...[0, 20, 1000].map((slot) => ({
    ...PRICES,
    name: `prices, 10⁶ in slot ${slot}`,
    outlier: slot,
  })),
  around('profits −60 to 90', [-20, -10, 0, 10, 20], 20, [-60, 90]),
  around('losses −200 to −5', times(-1), 25, [-200, -5]),
  lognormal('lognormal, σ = 1', [20, 30, 40, 50, 60], [0, 2000]),
  around('values around 0.5', times(0.005), 0.125, [0, 1]),
  around('values around 0.1', times(1e-3), 0.025, [0, 0.2]),
  around('values around 0.01', times(1e-4), 0.0025, [0, 0.02]),
  around('values around 10⁻⁴', times(1e-6), 0.25e-4, [0, 2e-4]),
];

const forms = ['declared', 'learned', 'restarts', 'covers all', 'covers all, restarts', 'fixed'];

const CLASSES: Readonly<Record<string, typeof AutoKernel>> = {
  restarts: Restarting,
  'covers all': Covering,
  'covers all, restarts': CoveringRestarting,
};

function kernelOf(form: string): AutoKernel {
  const learnsRange = form !== 'declared' && form !== 'fixed';
  const kernel = policyCatalogue.find('auto').kernel({
    armCount: ARMS,
    startArmCount: ARMS,
    horizon: SLOTS,
    values: {},
    learnsRange,
  });
  if (!(kernel instanceof AutoKernel)) throw new TypeError('auto has another kernel');
  const made = CLASSES[form];
  return made === undefined ? kernel : Object.setPrototypeOf(kernel, made.prototype);
}

/** Regret in percent of that of random choice, and alarms. */
function play(form: string, { range, means, outlier }: Case, rewards: readonly number[][]) {
  const kernel = kernelOf(form);
  const random = randomStream(1);
  const [low, high] = form === 'declared' ? range : [0, 1];
  const seen = (reward: number) =>
    form === 'declared' || form === 'fixed' ? clip((reward - low) / (high - low), [0, 1]) : reward;
  const best = Math.max(...means);
  const blind = best - means.reduce((sum, mean) => sum + mean, 0) / means.length;
  let lost = 0;
  let alarms = 0;
  rewards.forEach((row, slot) => {
    const arm = kernel.pick(random);
    kernel.advance(arm);
    kernel.learn(slot, arm, 0, seen(slot === outlier ? 1e6 : row[arm]));
    if (kernel.weight(slot) === 0) alarms += 1;
    lost += best - means[arm];
  });
  return { regret: (100 * lost) / (blind * SLOTS), alarms };
}

function tableRow(each: Case): string {
  const results = forms.map(() => ({ regrets: [] as number[], alarms: 0 }));
  for (let run = 0; run < RUNS; run++) {
    const random = randomStream(SEED, run);
    const rewards = Array.from({ length: SLOTS }, () =>
      each.means.map((_, arm) => each.draw(arm, random)),
    );
    forms.forEach((form, i) => {
      const { regret, alarms } = play(form, each, rewards);
      results[i].regrets.push(regret);
      results[i].alarms += alarms;
    });
  }
  const cells = results.map(({ regrets, alarms }) => {
    const mean = regrets.reduce((sum, regret) => sum + regret, 0) / RUNS;
    const squares = regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0);
    const error = Math.sqrt(squares / (RUNS - 1) / RUNS);
    return `${mean.toFixed(1)} ± ${error.toFixed(1)} (${alarms})`;
  });
  return `| ${each.name} | ${cells.join(' | ')} |`;
}

console.log(`| Rewards | ${forms.join(' | ')} |`);
console.log(`| --- |${' ---: |'.repeat(forms.length)}`);
for (const each of CASES) console.log(tableRow(each));
