/** What is read of an experiment: its state, its history, and what was gained. */
import Type from 'typebox';
import { serviceWarning } from './experiments.ts';
import { list, name, object, oneOf, orNull } from './named.ts';
import { count, key, moment } from './values.ts';

export const armKnowledge = name(
  'ArmKnowledge',
  object({
    key,
    state: oneOf(['active', 'paused', 'retired']),
    observed: Type.Number(),
    pending: count,
    mean: orNull(Type.Number()),
    width: orNull(Type.Number()),
    index: orNull(Type.Number()),
    share: Type.Number({ description: 'Share in the last 1000 decisions.' }),
  }),
);

const quantiles = object({ p50: Type.Number(), p95: Type.Number() });

export const delaySummary = name(
  'DelaySummary',
  object({ decisions: quantiles, seconds: quantiles }),
);

export const experimentState = name(
  'ExperimentState',
  object({
    key,
    status: oneOf(['running', 'paused', 'archived']),
    revision: Type.Integer(),
    at: moment,
    decisions: count,
    pending: count,
    restarts: orNull(count),
    hash: Type.String({ description: 'SHA-256 of the state. Equal logs have equal hashes.' }),
    arms: list(armKnowledge),
    delay: orNull(delaySummary),
    warnings: list(serviceWarning),
  }),
);

export const historyBin = name(
  'HistoryBin',
  object({
    from: count,
    to: count,
    start: moment,
    end: moment,
    rewarded: count,
    arms: list(object({ decisions: count, rewards: count, mean: orNull(Type.Number()) })),
  }),
);

export const historyMark = name(
  'HistoryMark',
  object({
    number: count,
    at: moment,
    kind: oneOf(['created', 'changed', 'status', 'arm', 'revised', 'restart', 'clock']),
    text: Type.String(),
  }),
);

export const experimentHistory = name(
  'History',
  object({ key, from: count, to: count, bins: list(historyBin), marks: list(historyMark) }),
);

export const estimate = name(
  'Estimate',
  object(
    {
      value: Type.Number(),
      low: Type.Number(),
      high: Type.Number(),
      rewards: count,
    },
    'A mean with its 95% interval.',
  ),
);

export const experimentReport = name(
  'Report',
  object({
    key,
    from: count,
    to: count,
    silence: oneOf(['missing', 'left out']),
    arms: list(object({ key, explored: orNull(estimate) })),
    uniform: orNull(estimate),
    policy: orNull(estimate),
    gain: orNull(estimate),
    notes: list(Type.String()),
  }),
);
