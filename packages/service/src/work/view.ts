/** What an experiment shows of itself: its policy's knowledge, and what an operator should look at. */
import type {
  ArmKnowledge,
  ChangedExperiment,
  Experiment,
  ExperimentState,
  ServiceWarning,
} from '@driftline/client/wire';
import type { ArmView } from '@driftline/core';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import { countsOnArrival } from '../model/configuration.ts';
import { writeDuration } from '../model/durations.ts';
import { inRewardUnits } from '../model/policy-options.ts';
import type { Millis } from '../model/rows.ts';
import { experimentOf, momentOf } from '../model/write-configuration.ts';
import type { Identity } from './session.ts';

/** Answers since the service started: they leave no trace in the log where they are sticky. */
export interface AnswerCounts {
  readonly decided: number;
  readonly sticky: number;
}

/** So many answers are needed before their shares are judged. */
const ENOUGH_ANSWERS = 100;

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** With `missing`, each reward counts when the timeout has passed: that may be late. */
function timeoutWarning(fold: ExperimentFold, now: Millis): ServiceWarning | undefined {
  const { memory, reward } = fold.config;
  if (memory === null || countsOnArrival(fold.config)) return undefined;
  const byAge = memory.maxAge === null ? 0 : reward.timeout / memory.maxAge;
  const byRate = ((fold.recent.rate(now) ?? 0) * reward.timeout) / memory.decisions;
  const share = Math.max(byAge, byRate);
  if (share <= 0.2) return undefined;
  return {
    code: 'timeout-long',
    message: `rewards count when ${writeDuration(reward.timeout)} have passed, which is ${rounded(share)} of the memory, and should be at most a fifth: shorten reward.timeout, lengthen memory, or set early`,
  };
}

function delayWarning(fold: ExperimentFold): ServiceWarning | undefined {
  const { memory } = fold.config;
  const delay = fold.recent.delay();
  if (memory === null || delay === null) return undefined;
  const share = delay.decisions.p95 / memory.decisions;
  if (share <= 0.2) return undefined;
  const says =
    share > 0.5
      ? 'so hardly anything can be learned'
      : 'so much is half forgotten before it is known';
  return {
    code: 'rewards-late',
    message: `one reward in twenty comes more than ${Math.round(delay.decisions.p95)} decisions late, ${rounded(share)} of the memory, ${says}: lengthen memory`,
  };
}

function silenceWarning(fold: ExperimentFold, now: Millis): ServiceWarning | undefined {
  const { config, recent, facts, waiting } = fold;
  const since = recent.lastReward ?? config.created;
  const tooLong = 3 * config.reward.timeout;
  if (facts.status !== 'running' || now - since <= tooLong) return undefined;
  const wasAsked = waiting.size > 0 || facts.at - since > tooLong;
  if (!wasAsked || facts.next === 0) return undefined;
  return {
    code: 'no-rewards',
    message: `no reward came for ${rounded((now - since) / 1000)} s, three times reward.timeout: see whether the application reports them`,
  };
}

function stickyWarning({ decided, sticky }: AnswerCounts): ServiceWarning | undefined {
  const all = decided + sticky;
  if (all < ENOUGH_ANSWERS || sticky <= all / 2) return undefined;
  return {
    code: 'mostly-sticky',
    message: `${rounded((100 * sticky) / all)} % of the answers repeat a unit's last decision, so that little is learned: shorten sticky`,
  };
}

function activeWarning({ config }: ExperimentFold): ServiceWarning | undefined {
  if (config.arms.some(({ state }) => state === 'active')) return undefined;
  return { code: 'no-active-arm', message: 'no arm is active: decisions are refused' };
}

export function warningsOf(
  fold: ExperimentFold,
  now: Millis,
  answers: AnswerCounts,
): ServiceWarning[] {
  const found = [
    activeWarning(fold),
    timeoutWarning(fold, now),
    delayWarning(fold),
    silenceWarning(fold, now),
    stickyWarning(answers),
  ];
  return found.filter((warning) => warning !== undefined);
}

/** An experiment as it is shown. */
export function shownExperiment(
  { id, key }: Identity,
  fold: ExperimentFold,
  now: Millis,
  answers: AnswerCounts,
): Experiment {
  return experimentOf(fold.row(id, key), fold.config, warningsOf(fold, now, answers));
}

export function changedExperiment(
  shown: Experiment,
  effects: readonly string[],
): ChangedExperiment {
  return { ...shown, effects };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** What the policy knows of each arm, in the units of rewards. */
export function armKnowledge(fold: ExperimentFold): ArmKnowledge[] {
  const { config, learner, recent } = fold;
  const views = learner.policy.inspect();
  const units = inRewardUnits(learner.source);
  const shares = recent.shares(config.arms.length);
  const mean = (value: number | undefined) =>
    value === undefined ? null : finite(units.mean(value));
  return config.arms.map(({ key, state }, place) => {
    const arm = learner.armAt(place);
    const view: ArmView | undefined = arm === undefined ? undefined : views[arm];
    return {
      key,
      state,
      observed: finite(view?.count) ?? 0,
      pending: view?.pending ?? 0,
      mean: mean(view?.mean),
      width: view?.width === undefined ? null : finite(units.width(view.width)),
      index: mean(view?.index),
      share: shares[place],
    };
  });
}

/** `GET …/state`. */
export function stateOf(
  { key }: Identity,
  fold: ExperimentFold,
  hash: string,
  now: Millis,
  answers: AnswerCounts,
): ExperimentState {
  const { status, revision, at, next } = fold.facts;
  return {
    key,
    status,
    revision,
    at: momentOf(at),
    decisions: next,
    pending: fold.waiting.size,
    restarts: fold.policy.restarts ?? null,
    hash,
    arms: armKnowledge(fold),
    delay: fold.recent.delay(),
    warnings: warningsOf(fold, now, answers),
  };
}
