/** An experiment and its state, for tests that need some. */
import type {
  ArmKnowledge,
  Experiment,
  ExperimentState,
  History,
  HistoryArm,
  OfferedPolicy,
} from '@driftline/client/wire';

export const MOMENT = '2026-01-01T00:00:00.000Z';

export const sampleExperiment: Experiment = {
  key: 'x',
  status: 'running',
  revision: 1,
  created: MOMENT,
  arms: [
    { key: 'a', state: 'active' },
    { key: 'b', state: 'active' },
  ],
  policy: { type: 'auto' },
  memory: null,
  reward: { min: 0, max: 1, timeout: '1h' },
  explore: 0.02,
  defaultArm: 'a',
  sticky: null,
  retain: '90d',
  warnings: [],
};

export const sampleArm: ArmKnowledge = {
  key: 'a',
  state: 'active',
  observed: 10,
  pending: 0,
  mean: 0.5,
  width: null,
  index: null,
  share: 0.5,
};

export const sampleState: ExperimentState = {
  key: 'x',
  status: 'running',
  revision: 1,
  at: MOMENT,
  decisions: 48_000,
  pending: 0,
  restarts: null,
  hash: '',
  arms: [sampleArm, { ...sampleArm, key: 'b' }],
  delay: null,
  warnings: [],
};

/** Bins of equal size, from the counts of each arm. */
export function sampleHistory(
  from: number,
  size: number,
  rows: readonly (readonly HistoryArm[])[],
): History {
  return {
    key: 'x',
    from,
    to: from + size * rows.length,
    bins: rows.map((arms, i) => ({
      from: from + size * i,
      to: from + size * (i + 1),
      start: MOMENT,
      end: MOMENT,
      rewarded: arms.reduce((sum, { rewards }) => sum + rewards, 0),
      arms,
    })),
    marks: [],
  };
}

export const sampleOffers: readonly OfferedPolicy[] = [
  {
    type: 'auto',
    name: 'Auto',
    memory: 'refused',
    rewards: 'range',
    summary: 'Finds out by itself how much to remember.',
  },
  {
    type: 'sw-ucb',
    name: 'SW-UCB',
    memory: 'required',
    rewards: 'range',
    summary: 'The largest upper confidence bound over a sliding window.',
  },
  {
    type: 'd-ucb',
    name: 'D-UCB',
    memory: 'required',
    rewards: 'range',
    summary: 'The largest upper confidence bound, old rewards fading.',
  },
  { type: 'ts', name: 'TS', memory: 'refused', rewards: 'range', summary: 'Never forgets.' },
];
