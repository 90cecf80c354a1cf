/** Laws, loggers and clocks that drift is judged on. */
import { randomStream } from '@driftline/core';
import type { Case } from './drift-trial.ts';
import { laws } from './laws.ts';
import { epsilonGreedy, learningLogger } from './loggers.ts';
import { type Logger, type Means, stationary } from './synthetic.ts';

/** Three arms .05 apart that rise and fall together. */
export const together = (slot: number, arm: number, seed: number): number =>
  0.4 + 0.05 * arm + 0.2 * Math.sin((2 * Math.PI * slot) / 2000 + seed);

/** Uniform logs of a law, or of means that move together or along a line. */
export function lawCase(name: string, rows: number, armCount = 3): Case {
  const known = new Map<number, Means>();
  const draw = (seed: number): Means => {
    if (name === 'together') return (slot, arm) => together(slot, arm, seed);
    if (name === 'trend')
      return (slot, arm) => 0.3 + 0.05 * arm + (arm === 0 ? (0.3 * slot) / rows : 0);
    const law = laws.find((each) => each.name === name);
    if (law === undefined) throw new Error(`there is no law '${name}'`);
    const { means } = law.path(armCount, rows, seed);
    return (slot, arm) => means[slot * armCount + arm];
  };
  return {
    rows,
    armCount,
    means: (seed) => {
      const means = known.get(seed) ?? draw(seed);
      known.clear();
      known.set(seed, means);
      return means;
    },
  };
}

/** What the kind of a law is. */
const kinds: Readonly<Record<string, string>> = {
  stationary: 'constant',
  'jumps 500': 'steps',
  'jumps 2000': 'steps',
  'one arm 2500': 'steps',
  'waves 2000': 'seasonal',
  'waves 10000': 'smooth',
  'walk .003': 'smooth',
  'walk .01': 'smooth',
  together: 'seasonal',
  trend: 'smooth',
};

export const lawsOfKinds = Object.keys(kinds);

/** Less than two cycles of a season are smooth movement. */
const PERIOD = 2000;

/** What logs of a law are to be called, unless it cannot be told. */
export function rightKind(law: string, rows: number): string {
  return kinds[law] === 'seasonal' && rows < 2 * PERIOD ? 'smooth' : kinds[law];
}

/** Without its propensities. */
function unstated({ pick, learn }: Logger): Logger {
  return learn === undefined ? { pick } : { pick, learn };
}

/** Loggers by how they choose. */
export const loggers: Readonly<Record<string, (rows: number, armCount: number) => Logger>> = {
  even: (_, armCount) => ({ pick: (_slot, random) => random.below(armCount) }),
  '90 / 5 / 5': () => ({ pick: (_, random) => [1, 2][random.below(20)] ?? 0 }),
  'in turns': (_, armCount) => ({ pick: (slot) => slot % armCount }),
  'a ramp': (rows) => ({
    pick: (slot, random) => (random.uniform() < 0.02 + (0.5 * slot) / rows ? 2 : random.below(2)),
  }),
  ucb1: (rows, armCount) => learningLogger('ucb1', armCount, rows),
  ts: (rows, armCount) => learningLogger('ts', armCount, rows),
  'sw-ucb': (rows, armCount) => learningLogger('sw-ucb:window=800', armCount, rows),
  exp3: (rows, armCount) => learningLogger('exp3', armCount, rows),
  'ε = .1': (_, armCount) => unstated(epsilonGreedy(0.1, armCount)),
  'ε = .3': (_, armCount) => unstated(epsilonGreedy(0.3, armCount)),
  'ε = .1 with propensities': (_, armCount) => epsilonGreedy(0.1, armCount),
};

export const still: Means = stationary(0.5, 0.4, 0.35);

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Times of a shop: nine times as many decisions in the evening as at night, half as many on two days of seven. */
export function shopTimes(rows: number, days: number): (seed: number) => Float64Array {
  return (seed) => {
    const random = randomStream(seed, 1, 40);
    const times = new Float64Array(rows);
    const weight = (at: number) => {
      const ofDay = 1 + 0.8 * Math.cos(2 * Math.PI * (at / DAY - 20 / 24));
      return (ofDay / 1.8) * (Math.floor(at / DAY) % 7 >= 5 ? 0.5 : 1);
    };
    for (let row = 0; row < rows; ) {
      const at = random.uniform() * days * DAY;
      if (random.uniform() < weight(at)) times[row++] = at;
    }
    return times.sort();
  };
}
