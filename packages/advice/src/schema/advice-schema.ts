/** The JSON schema of `advice.json`. */
import { ADVICE_FORMAT, ADVICE_VERSION } from '../contract/advice.ts';
import { refusalCodes } from '../contract/refusal.ts';
import {
  COUNT,
  described,
  FLAG,
  list,
  members,
  NUMBER,
  oneOf,
  part,
  type Schema,
  SHARE,
  TEXT,
  word,
} from './parts.ts';

const REFUSED = {
  refused: word(...Object.keys(refusalCodes)),
  need: members({}, { rows: COUNT, share: SHARE, rewards: COUNT, column: TEXT, cycles: NUMBER }),
} as const;

const REFUSAL = members(REFUSED);

const MOVEMENT = described(
  'How far means move over L decisions, as root mean square in the unit of rewards, with a 95% interval.',
  members({ L: COUNT, value: NUMBER, low: NUMBER, high: NUMBER, detectable: NUMBER }),
);

const ESTIMATE = members({ value: NUMBER, low: NUMBER, high: NUMBER });

const CHI_SQUARE = members({ statistic: NUMBER, degrees: COUNT, p: SHARE });

const NOTE = members({ code: TEXT, text: TEXT, isWarning: FLAG });

const COLUMNS: Schema = { type: 'object', additionalProperties: TEXT };

const VERDICT = word('drifting', 'signs', 'none-detected', 'unknown');

const FIT_KINDS = ['constant', 'steps', 'smooth', 'seasonal'] as const;

const LOGGING = members(
  {
    kind: word('uniform', 'random', 'adaptive', 'fixed'),
    isGiven: FLAG,
    shares: list(SHARE),
    usesContext: FLAG,
  },
  { overTime: CHI_SQUARE, onLastReward: CHI_SQUARE, propensities: list(SHARE) },
);

const LOG = members({
  name: TEXT,
  rows: COUNT,
  arms: list(members({ key: TEXT, rows: COUNT, mean: NUMBER, deviation: NUMBER })),
  span: { type: 'array', items: NUMBER, minItems: 2, maxItems: 2 },
  logging: LOGGING,
  format: TEXT,
  columns: COLUMNS,
  isNegated: FLAG,
  mean: NUMBER,
  dropped: list(members({ why: TEXT, rows: COUNT })),
  pending: COUNT,
});

const RANGE = described('95% interval.', {
  type: 'array',
  items: NUMBER,
  minItems: 2,
  maxItems: 2,
});

const DELAYS = members(
  {
    how: word('arrivals', 'rewarded-only'),
    curve: list(members({ delay: NUMBER, share: SHARE })),
    longest: NUMBER,
    pending: COUNT,
  },
  {
    rewardedShare: SHARE,
    rewardedShareRange: RANGE,
    median: NUMBER,
    medianRange: RANGE,
    ninetyNine: NUMBER,
    ninetyNineRange: RANGE,
    differsByArm: FLAG,
    differsByReward: FLAG,
  },
);

const LATE = members({ isPoor: FLAG, isSuspected: FLAG, fall: list(NUMBER), error: list(NUMBER) });

const STRUCTURE = members({
  block: COUNT,
  lags: list(part('movement')),
  ownLags: list(part('movement')),
  headline: COUNT,
  seen: SHARE,
});

const VARIATION = described(
  'Sum over the log of the largest change of any arm from block to block. It is mostly noise.',
  members({ block: COUNT, value: NUMBER, noiseOnly: NUMBER }),
);

const STEP = members({
  arm: TEXT,
  slot: COUNT,
  from: COUNT,
  to: COUNT,
  time: NUMBER,
  fromTime: NUMBER,
  toTime: NUMBER,
  size: NUMBER,
});

const PERIOD = members(
  { slots: NUMBER, cycles: NUMBER },
  { calendar: word('hour', 'day', 'week') },
);

const KIND = members(
  {
    kind: word(...FIT_KINDS, 'unknown'),
    fits: list(members({ kind: word(...FIT_KINDS), gain: NUMBER, error: NUMBER })),
    steps: list(STEP),
  },
  { period: oneOf(PERIOD, part('refusal')) },
);

const TEST = oneOf(
  members(
    { kind: word('permutation'), p: SHARE, permutations: COUNT },
    { season: members({ calendar: word('hour', 'day', 'week'), p: SHARE }) },
  ),
  members({ kind: word('e-value'), e: NUMBER }),
);

const DRIFT = members(
  {
    verdict: VERDICT,
    sharing: word('together', 'apart', 'both', 'unknown'),
    arms: list(members({ arm: TEXT, verdict: VERDICT, rows: COUNT }, { p: SHARE, e: NUMBER })),
  },
  {
    why: part('refusal'),
    test: TEST,
    rate: part('movement'),
    own: part('movement'),
    structure: STRUCTURE,
    kind: KIND,
  },
);

const SCORED = {
  policy: TEXT,
  params: { type: 'object', additionalProperties: NUMBER },
  spec: TEXT,
  score: NUMBER,
  error: NUMBER,
} as const;

const BEST_OF_KIND = members(
  {
    ...SCORED,
    window: COUNT,
    range: members({ least: COUNT, most: COUNT }, { leastTime: NUMBER, mostTime: NUMBER }),
  },
  { discount: SHARE },
);

const CHOICE = members(
  {
    ...SCORED,
    share: SHARE,
    simulations: COUNT,
    horizon: COUNT,
    because: word('none-better', 'beats-the-default', 'unknown', 'arms-move-together'),
    for: list(oneOf(BEST_OF_KIND, part('refusal'))),
    candidates: list(members(SCORED)),
  },
  { quick: members({ window: COUNT, scale: NUMBER }) },
);

const VALUE = oneOf(
  members(
    {
      policy: TEXT,
      value: NUMBER,
      low: NUMBER,
      high: NUMBER,
      atLeast: NUMBER,
      ess: NUMBER,
      support: SHARE,
      how: word('doubly-robust', 'model', 'logged'),
      error: NUMBER,
      calibrated: NUMBER,
    },
    { aboveLogged: part('estimate'), aboveFixed: part('estimate'), snips: NUMBER },
  ),
  members({ policy: TEXT, ...REFUSED }, { ess: NUMBER, support: SHARE }),
);

const TAILS = members({
  verdict: word('light', 'heavy', 'no-variance', 'no-mean'),
  tails: list(
    members(
      { side: word('upper', 'lower'), index: NUMBER, low: NUMBER, count: COUNT },
      { high: NUMBER },
    ),
  ),
  isPower: FLAG,
  largestSquare: SHARE,
  topTen: NUMBER,
});

const GAIN = members(
  {
    headroom: NUMBER,
    error: NUMBER,
    low: NUMBER,
    isSignificant: FLAG,
    fixed: TEXT,
    elsewhere: SHARE,
    how: word('cross-fitted', 'model'),
    support: SHARE,
  },
  { taken: NUMBER, takenLow: NUMBER, takenHigh: NUMBER },
);

const UNITS = members({
  reward: TEXT,
  time: word('milliseconds', 'slots', 'rows'),
  memory: word('decisions'),
  score: word('share'),
});

/** What every `advice.json` of version 1 keeps to. */
export const adviceSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Advice from a log of decisions',
  ...members(
    {
      format: word(ADVICE_FORMAT),
      version: word(ADVICE_VERSION),
      software: TEXT,
      seed: COUNT,
      units: UNITS,
      log: LOG,
      delays: oneOf(DELAYS, part('refusal')),
      drift: DRIFT,
      advice: oneOf(CHOICE, part('refusal')),
      values: list(VALUE),
      tails: oneOf(TAILS, part('refusal')),
      gain: oneOf(GAIN, part('refusal')),
      notes: list(NOTE),
      warnings: list(TEXT),
    },
    { late: LATE, variation: oneOf(VARIATION, part('refusal')) },
  ),
  $defs: { refusal: REFUSAL, movement: MOVEMENT, estimate: ESTIMATE },
};
