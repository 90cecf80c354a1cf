/** The alarms of a running service: hears what the writer measures, and looks into the log where that is not enough. */
import type { Experiment, ServiceWarning } from '@driftline/client/wire';
import type { Millis } from '../model/rows.ts';
import type { Measures } from '../writer/measures.ts';
import type { Insight } from './insight.ts';
import { Watch } from './watch.ts';

/** Of these last decisions the explored ones are compared: enough to tell, and not from long ago. */
const EXPLORED_AMONG = 20_000;

/** How often to look. */
const LOOK_MILLIS = 60_000;

type Failed = (error: unknown) => void;

export class AlarmDesk {
  readonly #watch = new Watch();
  readonly #insight: Insight;
  readonly #now: () => Millis;
  #timer: NodeJS.Timeout | undefined;

  /** @param now - milliseconds of a clock that never goes back */
  constructor(insight: Insight, now: () => Millis = () => performance.now()) {
    this.#insight = insight;
    this.#now = now;
  }

  take(measures: Measures): void {
    this.#watch.take(measures, this.#now());
  }

  /** Warnings that an experiment as the writer shows it does not have already. */
  ofExperiment(experiment: Experiment): ServiceWarning[] {
    const known = new Set(experiment.warnings.map(({ code }) => code));
    return this.#watch.ofExperiment(experiment, this.#now()).filter(({ code }) => !known.has(code));
  }

  ofService(): ServiceWarning[] {
    return this.#watch.ofService(this.#now());
  }

  /** All warnings by experiment; those of the whole service under the empty key. */
  ofAll(experiments: readonly Experiment[]): Map<string, ServiceWarning[]> {
    const all = new Map([['', this.ofService()]]);
    for (const one of experiments) all.set(one.key, [...one.warnings, ...this.ofExperiment(one)]);
    return all;
  }

  /**
   * Reads what was explored where one arm takes all.
   *
   * @param failed - is given what went wrong with the log of an experiment: others are read all the same
   */
  async look(failed: Failed): Promise<void> {
    for (const key of this.#watch.oneArmed()) {
      try {
        const { arms } = await this.#insight.report(key, { last: EXPLORED_AMONG });
        this.#watch.explored(key, new Map(arms.map((arm) => [arm.key, arm.explored])));
      } catch (error) {
        failed(error);
      }
    }
  }

  start(failed: Failed): void {
    this.#timer = setInterval(() => void this.look(failed), LOOK_MILLIS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
