/** Values judged where the truth is known: logs from laws, and what a policy earns on the very path. */
import {
  adviseChoice,
  type Contender,
  type DelayPoint,
  type Delays,
  delaysOf,
  driftOf,
  type Estimate,
  InlineWorkers,
  isRefused,
  type Log,
  loggingOf,
  type MeanPath,
  permutationTest,
  type RewardNoise,
  residualsOf,
  ripe,
  tailsOf,
  type Value,
} from '@driftline/advice';
import { type Random, randomStream } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { valuesOf } from '../src/values/values.ts';
import { wayOf } from '../src/values/way.ts';
import { dueSlots } from '../src/worlds/due.ts';
import { fitLevels, smoothedPath } from '../src/worlds/level-fit.ts';
import { WorldPlayer } from '../src/worlds/play.ts';
import { rangeOf } from '../src/worlds/world.ts';
import { type DelayLaw, withDelays } from './late-logs.ts';
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
type Law = (rows: number, armCount: number, seed: number) => Means;

export const laws: Readonly<Record<string, Law>> = {
  stationary: (_, armCount) =>
    stationary(0.5, 0.4, ...Array.from({ length: armCount - 2 }, () => 0.35)),
  equal: () => () => 0.4,
  'jumps 2000': (rows, armCount, seed) => jumps(2000, armCount, rows, seed),
  'jumps 500': (rows, armCount, seed) => jumps(500, armCount, rows, seed),
  'jumps 200': (rows, armCount, seed) => jumps(200, armCount, rows, seed),
  'waves 2000': (_, armCount) => waves(2000, armCount),
  'waves 107': (_, armCount) => waves(107, armCount, 0.15),
  together: () => {
    const wave = waves(5000, 1, 0.2);
    return (slot, arm) => wave(slot, 0) - 0.05 * arm;
  },
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

/** A log, and everything that decides what a policy would have earned on it. */
interface Known {
  readonly log: Log;
  readonly path: MeanPath;
  readonly noise: RewardNoise;
  /** What the choices of the log earn per row. */
  readonly logged: number;
  /** How late rewards come, as a curve of shares. */
  readonly delays?: readonly DelayPoint[] | undefined;
}

/** So many plays that their luck is small beside the error of a value. */
function truthPlays(slots: number): number {
  return Math.min(200, Math.max(20, Math.ceil(200_000 / slots)));
}

const kernels = loadKernels();
const player = new WorldPlayer(kernels);

/** What an arm earns per slot of a log, or the next best where it may not be taken. */
function fixedTruth({ log, path }: Known, arm: number): number {
  const slots = path.bounds.length - 1;
  const mean = (each: number) => {
    let total = 0;
    for (let slot = 0; slot < slots; slot++) total += path.means[slot * path.armCount + each];
    return total;
  };
  const others = Array.from({ length: path.armCount }, (_, each) => each);
  const order = [arm, ...others.filter((each) => each !== arm).sort((a, b) => mean(b) - mean(a))];
  const firsts = log.sets.map((set) => order.find((each) => set.includes(each)) ?? arm);
  let sum = 0;
  for (let slot = 0; slot < slots; slot++) {
    const own = log.eligible === undefined ? arm : firsts[log.eligible[slot]];
    sum += path.means[slot * path.armCount + own];
  }
  return sum / slots;
}

/** What a policy earns per slot of a log, on average over its luck. */
function earnedOn(policy: string, known: Known, seed: number): number {
  const { log, path, noise, delays } = known;
  if (policy.startsWith('fixed:arm ')) return fixedTruth(known, Number(policy.slice(10)));
  const slots = path.bounds.length - 1;
  const plays = truthPlays(slots);
  const random = randomStream(seed, 8, 20);
  let sum = 0;
  for (let play = 0; play < plays; play++) {
    const due =
      delays === undefined
        ? undefined
        : dueSlots(log.time.subarray(0, slots), { delays: { curve: delays } as Delays }, random);
    const course = { path, eligible: log.eligible, sets: log.sets, due };
    const luck = { seed: 1_000_000 + seed, replication: play };
    const rewardRange = rangeOf(log, noise.law !== 'bernoulli');
    sum += player.play({ policy, course, noise, rewardRange, luck, keepArms: false }).earned;
  }
  return sum / plays / slots;
}

/** What a policy earns per slot on a path of 0/1 rewards, on average over its luck. */
export function truthOf(policy: string, path: MeanPath, seed: number): number {
  const rows = path.bounds.length - 1;
  const log = madeLog({ rows, armCount: path.armCount, means: () => 0.5, seed });
  return earnedOn(policy, { log, path, noise: { law: 'bernoulli' }, logged: 0 }, seed);
}

/** What becomes of a policy's value on one log. */
export interface Judged {
  readonly value: Value;
  readonly truth: number;
  /** The truth of the difference to what was logged; to the fixed arm that is named; to the one that is best. */
  readonly aboveLogged: number;
  readonly aboveFixed: number;
  readonly aboveBest: number;
}

export interface TrialOf {
  readonly law: string;
  readonly rows: number;
  readonly armCount: number;
  readonly seed: number;
  readonly policies: readonly (string | Contender)[];
  /** Whether what is advised is valued first, as it was selected without each fold. */
  readonly isAdvised?: boolean;
  readonly logger?: (means: Means) => Logger;
  readonly keepsPropensities?: boolean;
  readonly delays?: DelayLaw;
  /** Each row may take the arms of one of these, by lot. */
  readonly sets?: readonly (readonly number[])[];
  /** Rewards are the mean and a draw of this, whose mean is 0; 0 or 1 where absent. */
  readonly noise?: (random: Random) => number;
  /** Whether each row has one of two contexts, which the logger sees and the log does not hold. */
  readonly hasContext?: boolean;
}

/** Rows may take the arms of sets by lot, and take one of them by lot. */
function amongSets(sets: readonly (readonly number[])[], { rows, seed }: TrialOf) {
  const random = randomStream(seed, 5, 20);
  const eligible = Uint16Array.from({ length: rows }, () => random.below(sets.length));
  const logger: Logger = {
    pick: (slot, luck) => {
      const set = sets[eligible[slot]];
      return set[luck.below(set.length)];
    },
  };
  return { logger, part: { eligible, sets: sets.map((set) => Uint16Array.from(set)) } };
}

/** By how much a context favours the even arms, or the odd ones. */
const CONTEXT = 0.1;
/** How often the logger takes an arm that the context favours; else any. */
const FOLLOWS = 0.5;

/** The logger sees a context that favours even or odd arms; rows come in pairs of one time. */
function withContext(means: Means, { rows, armCount, seed }: TrialOf) {
  const random = randomStream(seed, 6, 20);
  const context = Uint8Array.from({ length: rows }, () => random.below(2));
  const favoured = [0, 1].map((parity) =>
    Array.from({ length: armCount }, (_, arm) => arm).filter((arm) => arm % 2 === parity),
  );
  let chance = 1;
  const logger: Logger = {
    pick(slot, luck) {
      const among = favoured[context[slot]];
      const arm = luck.uniform() < FOLLOWS ? among[luck.below(among.length)] : luck.below(armCount);
      chance = (1 - FOLLOWS) / armCount + (among.includes(arm) ? FOLLOWS / among.length : 0);
      return arm;
    },
    propensity: () => chance,
  };
  const time = Float64Array.from({ length: rows }, (_, row) => 1000 * Math.floor(row / 2));
  const met: Means = (slot, arm) =>
    means(slot, arm) + (arm % 2 === context[slot] ? CONTEXT : -CONTEXT);
  return { logger, means: met, part: { time, clock: 'milliseconds', end: 500 * rows } as const };
}

/** Rewards about the means by another law than that of 0 and 1. */
function withNoise(log: Log, means: Means, noise: (random: Random) => number, seed: number): Log {
  const random = randomStream(seed, 9, 20);
  const reward = log.reward.map((_, row) => means(row, log.arm[row]) + noise(random));
  return { ...log, reward, rewards: { ...log.rewards, kind: 'real' } };
}

/** Draws that stand for a law of noise. */
const NOISE_DRAWS = 100_000;

function noiseLaw({ noise, armCount }: TrialOf): RewardNoise {
  if (noise === undefined) return { law: 'bernoulli' };
  const random = randomStream(1, 10, 20);
  const draws = Float64Array.from({ length: NOISE_DRAWS }, () => noise(random)).sort();
  return { law: 'resampled', residuals: Array.from({ length: armCount }, () => draws) };
}

function delayCurve({ delays }: TrialOf): DelayPoint[] | undefined {
  if (delays === undefined) return undefined;
  return Array.from({ length: 1000 }, (_, i) => {
    return { share: (i + 1) / 1000, delay: delays.quantile((i + 0.5) / 1000) } as DelayPoint;
  });
}

/** The log of a trial, with its truth. */
function known(trial: TrialOf): Known {
  const { rows, armCount, seed } = trial;
  const base = laws[trial.law](rows, armCount, seed);
  const context = trial.hasContext === true ? withContext(base, trial) : undefined;
  const among = trial.sets === undefined ? undefined : amongSets(trial.sets, trial);
  const means = context?.means ?? base;
  const logger = trial.logger?.(means) ?? context?.logger ?? among?.logger;
  const chosen = logger === undefined ? {} : { logger };
  let log: Log = madeLog({ rows, armCount, means, seed, ...chosen });
  log = { ...log, ...context?.part, ...among?.part };
  if (trial.keepsPropensities === false) log = { ...log, propensity: undefined };
  if (trial.noise !== undefined) log = withNoise(log, means, trial.noise, seed);
  if (trial.delays !== undefined) {
    log = withDelays(log, trial.delays, seed);
    log = ripe(log, delaysOf(log), undefined);
  }
  const path = pathOf(base, log.rows, armCount);
  let logged = 0;
  for (let row = 0; row < log.rows; row++) logged += means(row, log.arm[row]) / log.rows;
  return { log, path, logged, noise: noiseLaw(trial), delays: delayCurve(trial) };
}

/** What is advised, as it would have been selected without each fold. */
async function advised(log: Log, seed: number): Promise<string | Contender> {
  const { drift } = driftOf(log, permutationTest(log, seed));
  const logging = loggingOf(log);
  const { choice, byFold } = await adviseChoice(
    { log, logging, drift, seed, kernels, worlds: 12 },
    new InlineWorkers(),
  );
  if (isRefused(choice)) return 'auto';
  return { name: choice.spec, byFold: byFold.map(({ spec }) => spec) };
}

function valuesFor(trial: TrialOf, log: Log, policies: readonly (string | Contender)[]) {
  const { seed } = trial;
  const delays = log.arrival === undefined ? undefined : delaysOf(log);
  const isReal = trial.noise !== undefined;
  const tails = isReal
    ? tailsOf(log, residualsOf(log, smoothedPath(fitLevels(log)).path))
    : NO_TAILS;
  const request = { log, logging: loggingOf(log), policies, tails, seed, kernels };
  return valuesOf(
    {
      ...request,
      way: wayOf(driftOf(log, undefined)),
      ...(delays === undefined || isRefused(delays) ? {} : { delays }),
    },
    new InlineWorkers(),
  );
}

const NO_TAILS = { refused: 'rewards-discrete', need: {} } as const;

/** What a contender earns: the average of what was selected without each fold. */
function contenderTruth(contender: string | Contender, truth: (policy: string) => number): number {
  if (typeof contender === 'string') return truth(contender);
  const { byFold } = contender;
  return byFold.reduce((sum, spec) => sum + truth(spec), 0) / byFold.length;
}

export async function judged(trial: TrialOf): Promise<{ log: Log; judged: Judged[] }> {
  const { seed } = trial;
  const made = known(trial);
  const { log, logged } = made;
  const first = trial.isAdvised === true ? [await advised(log, seed)] : [];
  const policies = [...first, ...trial.policies];
  const { values } = await valuesFor(trial, log, policies);
  const truths = new Map<string, number>();
  const truth = (policy: string): number => {
    const found = truths.get(policy) ?? earnedOn(policy, made, seed);
    truths.set(policy, found);
    return found;
  };
  const fixed = values.find(({ policy }) => policy.startsWith('fixed:'))?.policy ?? 'fixed:arm 0';
  const best = Math.max(...log.arms.map((arm) => truth(`fixed:${arm}`)));
  const ofAll = values.filter(({ policy }) => policy !== 'logged');
  return {
    log,
    judged: ofAll.map((value, place) => {
      const own = contenderTruth(policies[place] ?? value.policy, truth);
      const [aboveLogged, aboveFixed] = [own - logged, own - truth(fixed)];
      return { value, truth: own, aboveLogged, aboveFixed, aboveBest: own - best };
    }),
  };
}

/** What sums of means that are the same may differ by. */
const ROUNDING = 1e-9;

/** How often differences that are told hold; and how often they claim a sign, and a wrong one. */
class Differences {
  count = 0;
  held = 0;
  claims = 0;
  wrong = 0;

  add(told: Estimate, truth: number): void {
    this.count += 1;
    this.held += Number(told.low <= truth && truth <= told.high);
    this.claims += Number(told.low > 0 || told.high < 0);
    const isNone = Math.abs(truth) < ROUNDING;
    this.wrong += Number(told.low > 0 && (truth < 0 || isNone));
    this.wrong += Number(told.high < 0 && (truth > 0 || isNone));
  }

  toString(): string {
    return `${this.held} of ${this.count} (${this.claims} claims, ${this.wrong} wrong)`;
  }
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
  readonly aboveLogged = new Differences();
  readonly aboveFixed = new Differences();
  width = 0;
  support = 0;
  ess = 0;

  add({ value, truth, aboveLogged, aboveFixed }: Judged): void {
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
    if (value.aboveLogged !== undefined) this.aboveLogged.add(value.aboveLogged, aboveLogged);
    if (value.aboveFixed !== undefined) this.aboveFixed.add(value.aboveFixed, aboveFixed);
    this.width += (value.high - value.low) / 2;
    this.support += value.support;
    this.ess += value.ess;
  }

  toString(): string {
    const share = (part: number, digits = 2) => (part / this.count).toFixed(digits);
    if (this.count === 0) return `${this.refused} refused`;
    return [
      `${this.covered} of ${this.count} hold (+${this.refused} refused)`,
      `at least ${this.atLeast}`,
      `plain ${this.plain}`,
      `above logged ${this.aboveLogged}`,
      ...(this.aboveFixed.count > 0 ? [`above fixed ${this.aboveFixed}`] : []),
      `bias ${share(this.bias, 4)}`,
      `rmse ${Math.sqrt(this.squares / this.count).toFixed(4)}`,
      `half-width ${share(this.width, 4)}`,
      `support ${share(this.support)}`,
      `ess ${share(this.ess, 0)}`,
    ].join(', ');
  }
}
