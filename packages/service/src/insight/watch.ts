/** Keeps of the writer's measures what alarms need: counts of the last five minutes, and the last observations. */
import type { Experiment, ServiceWarning } from '@driftline/client/wire';
import { readDuration } from '../model/durations.ts';
import type { Millis } from '../model/rows.ts';
import type { ExperimentMeasures, Measures, ShedReason } from '../writer/measures.ts';
import { type ArmSigns, experimentAlarms, serviceAlarms } from './alarms.ts';
import { RollingCount, RollingSample } from './rolling.ts';

/** Reasons to turn operations away that have nothing to do with how many there are. */
const NO_LOAD: ReadonlySet<string> = new Set<ShedReason>(['disk-full', 'unavailable']);

/** What is kept of one experiment. */
class Watched {
  readonly answers = new RollingCount();
  readonly sticky = new RollingCount();
  readonly decisions = new RollingCount();
  readonly delays = new RollingSample();
  /** Since when decisions are made without a reward; undefined where none was made since the last reward. */
  silentSince: Millis | undefined;
  unrewarded = 0;
  #decided = 0;
  #rewarded = 0;
  arms: readonly { readonly key: string; readonly share: number }[] = [];

  /** What other processes did counts, too: rewards may come to one and decisions be made by another. */
  take(measures: ExperimentMeasures, now: Millis): void {
    const { decisions, delayDecisions, rewards, tailDecisions, tailRewards } = measures;
    const own = (decisions.policy ?? 0) + (decisions.explored ?? 0);
    const made = own + tailDecisions;
    const sticky = decisions.sticky ?? 0;
    this.decisions.add(made, now);
    this.sticky.add(sticky, now);
    this.answers.add(own + sticky, now);
    for (const delay of delayDecisions) this.delays.add(delay, now);
    const came = Object.values(rewards).reduce((sum, count) => sum + count, tailRewards);
    this.#decided += made;
    this.#rewarded += came;
    this.unrewarded = came > 0 ? 0 : this.unrewarded + made;
    if (came > 0) this.silentSince = undefined;
    else if (made > 0) this.silentSince ??= now;
  }

  get rewardRate(): number {
    return this.#decided === 0 ? 0 : Math.min(1, this.#rewarded / this.#decided);
  }
}

/** The explored means of an experiment's arms, as a report has them. */
type ExploredMeans = ReadonlyMap<string, ArmSigns['explored']>;

export class Watch {
  readonly #experiments = new Map<string, Watched>();
  readonly #explored = new Map<string, ExploredMeans>();
  readonly #commits = new RollingSample();
  readonly #shed = new RollingCount();
  #isFull = false;

  #of(key: string): Watched {
    const known = this.#experiments.get(key) ?? new Watched();
    this.#experiments.set(key, known);
    return known;
  }

  /** @param now - milliseconds of a clock that never goes back */
  take(measures: Measures, now: Millis): void {
    for (const each of measures.experiments) this.#of(each.experiment).take(each, now);
    for (const { experiment, arms } of measures.arms) this.#of(experiment).arms = arms;
    for (const seconds of measures.commitSeconds) this.#commits.add(seconds, now);
    for (const [why, count] of Object.entries(measures.shed))
      if (!NO_LOAD.has(why)) this.#shed.add(count, now);
    this.#isFull = measures.storeFull;
    for (const key of measures.gone) {
      this.#experiments.delete(key);
      this.#explored.delete(key);
    }
  }

  /** The experiments of which one arm takes nearly all: whose explored means are worth a look. */
  oneArmed(): string[] {
    return [...this.#experiments]
      .filter(([, { arms }]) => arms.some(({ share }) => share > 0.99))
      .map(([key]) => key);
  }

  explored(key: string, means: ExploredMeans): void {
    this.#explored.set(key, means);
  }

  /** Warnings of an experiment that is running. */
  ofExperiment(experiment: Experiment, now: Millis): ServiceWarning[] {
    const watched = this.#experiments.get(experiment.key);
    if (watched === undefined || experiment.status !== 'running') return [];
    const { reward, memory } = experiment;
    const means = this.#explored.get(experiment.key);
    return experimentAlarms({
      memory: memory?.decisions ?? null,
      timeout: readDuration(reward.timeout) ?? Number.POSITIVE_INFINITY,
      held: reward.missing !== undefined && reward.early !== true,
      delay95: watched.delays.quantile(0.95, now),
      pace: watched.decisions.perMilli(now),
      silent: watched.silentSince === undefined ? 0 : now - watched.silentSince,
      unrewarded: watched.unrewarded,
      rewardRate: watched.rewardRate,
      answers: watched.answers.sum(now),
      sticky: watched.sticky.sum(now),
      arms: watched.arms.map(({ key, share }) => ({
        key,
        share,
        explored: means?.get(key) ?? null,
      })),
    });
  }

  /** Warnings of the service as a whole. */
  ofService(now: Millis): ServiceWarning[] {
    return serviceAlarms({
      commit99Seconds: this.#commits.quantile(0.99, now),
      shed: this.#shed.sum(now),
      isFull: this.#isFull,
    });
  }
}
