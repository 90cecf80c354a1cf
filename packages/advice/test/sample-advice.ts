/** A record with every answer, and one with none. */
import type { Advice, Movement, Refusal } from '@driftline/advice';

const movement: Movement = { L: 1000, value: 0.018, low: 0.014, high: 0.021, detectable: 0.006 };
const refusal: Refusal = { refused: 'too-short', need: { rows: 200 } };
const estimate = { value: 0.01, low: 0.001, high: 0.02 };
const candidate = { policy: 'auto', params: {}, spec: 'auto', score: 0.09, error: 0.01 };

export const answered: Advice = {
  format: 'driftline-advice',
  version: 2,
  software: '0.1.0',
  seed: 1,
  units: { reward: 'converted', time: 'milliseconds', memory: 'decisions', score: 'share' },
  log: {
    name: 'checkout.csv',
    rows: 48_112,
    arms: [{ key: 'A', rows: 24_056, mean: 0.08, deviation: 0.27 }],
    span: [1_740_787_200_000, 1_743_206_400_000],
    logging: {
      kind: 'uniform',
      isGiven: false,
      shares: [0.5, 0.5],
      overTime: { statistic: 17, degrees: 19, p: 0.6 },
      usesContext: false,
      propensities: [0.5, 0.5],
    },
    format: 'csv',
    columns: { time: 'timestamp', arm: 'variant', reward: 'converted' },
    isNegated: false,
    mean: 0.084,
    dropped: [{ why: 'duplicate-id', rows: 3 }],
    pending: 1861,
  },
  delays: {
    how: 'arrivals',
    rewardedShare: 0.3,
    rewardedShareRange: [0.29, 0.31],
    curve: [{ delay: 7_560_000, share: 0.5 }],
    median: 7_560_000,
    medianRange: [7_400_000, 7_700_000],
    ninetyNine: 93_600_000,
    ninetyNineRange: [90_000_000, 98_000_000],
    longest: 120_000_000,
    pending: 1861,
    differsByArm: false,
    differsByReward: false,
  },
  drift: {
    verdict: 'drifting',
    test: { kind: 'permutation', p: 0.001, permutations: 999 },
    rate: movement,
    own: movement,
    sharing: 'apart',
    structure: { block: 100, lags: [movement], ownLags: [movement], headline: 0, seen: 1 },
    kind: {
      kind: 'steps',
      fits: [{ kind: 'steps', gain: 31.5, error: 6.2 }],
      steps: [
        {
          ...{ arm: 'B', slot: 9000, from: 8900, to: 9100, size: -0.02 },
          ...{ time: 1_741_651_200_000, fromTime: 1_741_636_800_000, toTime: 1_741_665_600_000 },
        },
      ],
    },
    arms: [{ arm: 'A', verdict: 'none-detected', p: 0.3, rows: 24_056 }],
  },
  advice: {
    ...candidate,
    share: 0.9,
    simulations: 32,
    horizon: 48_112,
    because: 'none-better',
    for: [
      {
        ...candidate,
        policy: 'sw-ucb',
        window: 3200,
        range: { least: 1600, most: 6400, leastTime: 8.6e7, mostTime: 3.4e8 },
      },
    ],
    quick: { window: 3200, scale: 0.2 },
    candidates: [candidate],
  },
  values: [
    {
      policy: 'auto',
      ...estimate,
      atLeast: 0.005,
      ess: 15_400,
      support: 1,
      how: 'doubly-robust',
      aboveLogged: estimate,
      aboveFixed: estimate,
      error: 0.002,
      calibrated: 0.002,
    },
    { policy: 'sw-ucb', ...refusal, support: 0.16 },
  ],
  tails: {
    verdict: 'heavy',
    tails: [{ side: 'upper', index: 2.5, low: 2, high: 3, count: 100 }],
    isPower: true,
    largestSquare: 0.1,
    topTen: 0.2,
  },
  gain: {
    headroom: 0.008,
    error: 0.001,
    low: 0.0071,
    isSignificant: true,
    fixed: 'B',
    elsewhere: 0.4,
    how: 'cross-fitted',
    support: 1,
    taken: 0.0055,
    takenLow: 0.0011,
    takenHigh: 0.0099,
  },
  notes: [{ code: 'time-zone-assumed', text: 'Times without a zone are UTC.', isWarning: false }],
  warnings: [],
};

export const refused: Advice = {
  ...answered,
  delays: { refused: 'arrivals-missing', need: { column: 'arrival' } },
  drift: { verdict: 'unknown', why: refusal, sharing: 'unknown', arms: [] },
  advice: refusal,
  values: [],
  tails: { refused: 'rewards-discrete', need: {} },
  gain: refusal,
};
