/**
 * Rivals of R-ed-UCB by the rules of their papers and with the slips of the code that Metelli, Trovò, Pirola &
 * Restelli published: `node experiments/rising/slips.ts`, after `npm run build`, prints a table in about 15 seconds.
 * Fifteen rising arms, 200,000 slots, normal rewards with standard deviation 0.1, clipped to [0, 1]. The seed is fixed.
 *
 * Slips:
 * - SW-UCB and SW-klUCB: when a slot leaves the window, its reward is subtracted from the arm just played.
 * - kl-UCB: an arm's sum of rewards is divided by the number of slots, not by the arm's plays.
 * - SW-TS: Beta(n + 1, f + 1) with n plays and f failures, instead of the successes and f.
 *
 * The rules are written straight from their formulas, so they also check the policies of rising-published.yaml.
 */
import { createEnvironment, type Random, randomStream } from '@driftline/core';
import { beta, normal } from '@driftline/core/parts';
import { RestedMeans } from '@driftline/core/play';

const SEED = 1;
const RUNS = 3;
const HORIZON = 200_000;
const NOISE = 0.1;

/** Counts and sums of the rewards of the last slots. */
class Tallies {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly #window: number;
  readonly #slips: boolean;
  readonly #slots: { arm: number; reward: number }[] = [];
  #oldest = 0;

  constructor(armCount: number, window: number, slips: boolean) {
    this.counts = new Float64Array(armCount);
    this.sums = new Float64Array(armCount);
    this.#window = window;
    this.#slips = slips;
  }

  learn(arm: number, reward: number): void {
    this.counts[arm] += 1;
    this.sums[arm] += reward;
    this.#slots.push({ arm, reward });
    if (this.#slots.length - this.#oldest <= this.#window) return;
    const leaving = this.#slots[this.#oldest];
    this.#oldest += 1;
    this.counts[leaving.arm] -= 1;
    this.sums[this.#slips ? arm : leaving.arm] -= leaving.reward;
  }
}

/** The value of an arm, by which policies choose. Values below `leader` may be −∞. */
type Value = (
  tallies: Tallies,
  arm: number,
  slot: number,
  leader: number,
  random: Random,
) => number;

interface Rival {
  readonly name: string;
  readonly published: number;
  readonly window: number;
  /** Rewards become 0 or 1 by a coin. */
  readonly coin?: true;
  /** The slip is in the window. */
  readonly slipsInWindow?: true;
  readonly value: Value;
  readonly slipped: Value;
}

function kl(p: number, q: number): number {
  const part = (x: number, y: number) => (x === 0 ? 0 : x * Math.log(x / y));
  return part(p, q) + part(1 - p, 1 - q);
}

/** The largest q with n kl(mean, q) ≤ level, for a mean moved into [0, 1]. */
function klBound(sum: number, divisor: number, count: number, level: number, leader: number) {
  const mean = Math.max(0, Math.min(1, sum / divisor));
  if (leader > mean && leader < 1 && count * kl(mean, leader) > level) {
    return Number.NEGATIVE_INFINITY;
  }
  let [low, high] = [mean, 1];
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (count * kl(mean, middle) > level) high = middle;
    else low = middle;
  }
  return low;
}

/** ln t + 3 ln ln t. */
function klLevel(slots: number): number {
  const log = Math.log(slots);
  return Math.max(0, log + 3 * Math.log(Math.max(log, Number.MIN_VALUE)));
}

function windowedUcb(window: number): Value {
  return ({ counts, sums }, arm, slot) =>
    sums[arm] / counts[arm] + Math.sqrt((0.6 * Math.log(Math.min(slot + 1, window))) / counts[arm]);
}

function windowedKlUcb(window: number): Value {
  return ({ counts, sums }, arm, slot, leader) => {
    const level = klLevel(Math.min(slot + 1, window));
    return klBound(sums[arm], counts[arm], counts[arm], level, leader);
  };
}

const RIVALS: readonly Rival[] = [
  {
    name: 'SW-TS',
    published: 11_000,
    window: 448,
    coin: true,
    value: ({ counts, sums }, arm, _slot, _leader, random) =>
      beta(random, sums[arm] + 1, counts[arm] - sums[arm] + 1),
    slipped: ({ counts, sums }, arm, _slot, _leader, random) =>
      beta(random, counts[arm] + 1, counts[arm] - sums[arm] + 1),
  },
  {
    name: 'SW-UCB',
    published: 66_000,
    window: 6249,
    slipsInWindow: true,
    value: windowedUcb(6249),
    slipped: windowedUcb(6249),
  },
  {
    name: 'SW-klUCB',
    published: 78_000,
    window: 252,
    slipsInWindow: true,
    value: windowedKlUcb(252),
    slipped: windowedKlUcb(252),
  },
  {
    name: 'kl-UCB',
    published: 98_000,
    window: HORIZON,
    value: ({ counts, sums }, arm, slot, leader) =>
      klBound(sums[arm], counts[arm], counts[arm], klLevel(slot + 1), leader),
    slipped: ({ counts, sums }, arm, slot, leader) =>
      klBound(sums[arm], slot + 1, counts[arm], klLevel(slot + 1), leader),
  },
];

const { means } = createEnvironment('rising-15', { horizon: HORIZON });
if (!(means instanceof RestedMeans)) throw new TypeError('rising-15 has rested arms');
const { shapes, armCount } = means;

/** The arm of the largest value. Arms without rewards go first, unless values are draws, which need none. */
function pick(value: Value, tallies: Tallies, slot: number, draws: boolean, random: Random) {
  let [best, leader] = [0, Number.NEGATIVE_INFINITY];
  for (let arm = 0; arm < armCount; arm++) {
    if (!draws && tallies.counts[arm] === 0) return arm;
    const index = value(tallies, arm, slot, leader, random);
    if (index <= leader) continue;
    [best, leader] = [arm, index];
  }
  return best;
}

/** The regret of one run at the horizon. */
function regretOf(rival: Rival, slips: boolean, run: number): number {
  const tallies = new Tallies(armCount, rival.window, slips && rival.slipsInWindow === true);
  const value = slips ? rival.slipped : rival.value;
  const [luck, random] = [randomStream(SEED, run, 0), randomStream(SEED, run, 1)];
  const plays = new Int32Array(armCount);
  let regret = 0;
  for (let slot = 0; slot < HORIZON; slot++) {
    const arm = pick(value, tallies, slot, rival.coin === true, random);
    const mean = shapes.mean(plays[arm], arm);
    plays[arm] += 1;
    regret += means.bestMean(slot) - mean;
    const reward = Math.max(0, Math.min(1, mean + NOISE * normal(luck)));
    tallies.learn(arm, rival.coin ? (random.uniform() < reward ? 1 : 0) : reward);
  }
  return regret;
}

function meanRegret(rival: Rival, slips: boolean): string {
  const runs = Array.from({ length: RUNS }, (_, run) => regretOf(rival, slips, run));
  return Math.round(runs.reduce((sum, regret) => sum + regret, 0) / RUNS).toLocaleString('en');
}

console.log('| Policy | Published | With the slip | By its rule |');
console.log('|---|---|---|---|');
for (const rival of RIVALS) {
  const published = rival.published.toLocaleString('en');
  console.log(
    `| ${rival.name} | ${published} | ${meanRegret(rival, true)} | ${meanRegret(rival, false)} |`,
  );
}
