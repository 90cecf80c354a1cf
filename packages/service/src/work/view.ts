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
import { activePlaces, countsOnArrival, type ExperimentConfig } from '../model/configuration.ts';
import { writeDuration } from '../model/durations.ts';
import { inRewardUnits } from '../model/policy-options.ts';
import { experimentOf, momentOf } from '../model/write-configuration.ts';
import type { Identity } from './session.ts';

/** With `missing`, each reward counts when the timeout has passed: where time ages the memory, that may be late. */
function timeoutWarning(config: ExperimentConfig): ServiceWarning | undefined {
  const { memory, reward } = config;
  if (memory === null || memory.maxAge === null || countsOnArrival(config)) return undefined;
  if (reward.timeout <= memory.maxAge / 5) return undefined;
  return {
    code: 'timeout-near-memory',
    message: `rewards count after ${writeDuration(reward.timeout)}, which is more than a fifth of the memory, ${writeDuration(memory.maxAge)}; shorten reward.timeout, increase the memory, or set early`,
  };
}

function activeWarning(config: ExperimentConfig): ServiceWarning | undefined {
  if (activePlaces(config).length > 0) return undefined;
  return { code: 'no-active-arm', message: 'no arm is active; decisions are refused' };
}

/** What the configuration alone shows; what traffic shows is watched elsewhere. */
export function warningsOf(config: ExperimentConfig): ServiceWarning[] {
  const found = [activeWarning(config), timeoutWarning(config)];
  return found.filter((warning) => warning !== undefined);
}

/** An experiment as it is shown. */
export function shownExperiment({ id, key }: Identity, fold: ExperimentFold): Experiment {
  return experimentOf(fold.row(id, key), fold.config, warningsOf(fold.config));
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
export function stateOf({ key }: Identity, fold: ExperimentFold, hash: string): ExperimentState {
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
    warnings: warningsOf(fold.config),
  };
}
