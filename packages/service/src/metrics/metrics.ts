/** Metrics for Prometheus: fed by the writer's measures and by HTTP, read at `/metrics`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServiceWarning } from '@driftline/client/wire';
import { collectDefaultMetrics } from 'prom-client';
import type {
  ArmMeasures,
  ExperimentMeasures,
  LogClockMeasures,
  Measures,
} from '../writer/measures.ts';
import { Series } from './series.ts';

/** Of one experiment, as labels: beyond it series would cost more than they tell. */
const MOST_ARMS = 100;

/** Experiments with series of their own; what happens in others is counted together. */
const MOST_EXPERIMENTS = 1000;
const OTHER_EXPERIMENTS = '(others)';

const LOOP_QUANTILES = [0.5, 0.99, 1] as const;
const NANOSECONDS = 1e9;
const MILLISECONDS = 1000;

/** Warnings as they are now, by experiment; those of the whole service under the empty key. */
type WarningsNow = ReadonlyMap<string, readonly ServiceWarning[]>;

/** What is asked when metrics are read. */
interface MetricsSources {
  ready(): boolean | Promise<boolean>;
  warnings(): WarningsNow | Promise<WarningsNow>;
}

export class Metrics {
  readonly #series = new Series();
  readonly #loop = monitorEventLoopDelay({ resolution: 10 });
  readonly #sources: MetricsSources;
  /** Which arms of an experiment have series. */
  readonly #arms = new Map<string, ReadonlySet<string>>();
  readonly #labelled = new Set<string>();

  constructor(sources: MetricsSources) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#series.registry });
    this.#loop.enable();
  }

  /** What `render` returns is of this type. */
  get contentType(): string {
    return this.#series.registry.contentType;
  }

  /** Takes a bundle of the writer's. */
  take(measures: Measures): void {
    const series = this.#series;
    for (const each of measures.experiments) this.#takeExperiment(each);
    for (const each of measures.arms) this.#takeArms(each);
    series.observe('commit_seconds', {}, measures.commitSeconds);
    series.observe('batch_operations', {}, measures.batchOperations);
    series.observe('snapshot_seconds', {}, measures.snapshotSeconds);
    series.set('queue_operations', {}, measures.queued);
    series.set('damaged_experiments', {}, measures.damaged);
    series.count('busy_batches_total', {}, measures.busy);
    series.set('store_up', {}, measures.storeUp ? 1 : 0);
    this.#takeClock(measures.clockOffset);
    this.#takeLogClocks(measures.logClocks);
    for (const [why, count] of Object.entries(measures.shed)) this.shed(why, count);
    for (const key of measures.gone) {
      this.#labelled.delete(key);
      this.#arms.delete(key);
      series.forget(key);
    }
  }

  /** A store without a clock has no offset, which is something else than none. */
  #takeClock(offset: number | undefined): void {
    if (offset === undefined) this.#series.remove('clock_offset_seconds', {});
    else this.#series.set('clock_offset_seconds', {}, offset / MILLISECONDS);
  }

  #takeLogClocks(clocks: readonly LogClockMeasures[]): void {
    this.#series.clear('log_ahead_seconds');
    for (const { experiment, ahead } of clocks) {
      const label = this.#labelOf(experiment);
      if (label === OTHER_EXPERIMENTS || ahead <= 0) continue;
      this.#series.set('log_ahead_seconds', { experiment: label }, ahead / MILLISECONDS);
    }
    this.#series.set('clock_holds', {}, clocks.filter(({ isHolding }) => isHolding).length);
  }

  /** The label of an experiment: its key, as long as there are not too many. */
  #labelOf(key: string): string {
    if (this.#labelled.has(key)) return key;
    if (this.#labelled.size >= MOST_EXPERIMENTS) return OTHER_EXPERIMENTS;
    this.#labelled.add(key);
    return key;
  }

  #takeExperiment(measures: ExperimentMeasures): void {
    const series = this.#series;
    const labels = { experiment: this.#labelOf(measures.experiment) };
    for (const [reason, count] of Object.entries(measures.decisions))
      series.count('decisions_total', { ...labels, reason }, count);
    for (const [status, count] of Object.entries(measures.rewards))
      series.count('rewards_total', { ...labels, status }, count);
    series.count('cancels_total', labels, measures.cancels);
    series.count('sweeps_closed_total', labels, measures.swept);
    series.count('restarts_total', labels, measures.restarts);
    series.count('fold_events_total', labels, measures.folded);
    series.count('tail_events_total', labels, measures.tail);
    series.observe('reward_delay_decisions', labels, measures.delayDecisions);
    series.observe('reward_delay_seconds', labels, measures.delaySeconds);
    if (labels.experiment !== OTHER_EXPERIMENTS) series.set('pending', labels, measures.pending);
  }

  #takeArms({ experiment, arms }: ArmMeasures): void {
    if (this.#labelOf(experiment) === OTHER_EXPERIMENTS) return;
    const shown = arms.slice(0, MOST_ARMS);
    const keys = new Set(shown.map(({ key }) => key));
    const gone = [...(this.#arms.get(experiment) ?? [])].filter((arm) => !keys.has(arm));
    for (const arm of gone) {
      this.#series.remove('arm_share', { experiment, arm });
      this.#series.remove('arm_mean', { experiment, arm });
    }
    this.#arms.set(experiment, keys);
    for (const { key: arm, share, mean } of shown) {
      this.#series.set('arm_share', { experiment, arm }, share);
      if (mean === null) this.#series.remove('arm_mean', { experiment, arm });
      else this.#series.set('arm_mean', { experiment, arm }, mean);
    }
  }

  /** A request that was answered. */
  observe(route: string, status: number, seconds: number): void {
    this.#series.observe('http_seconds', { route, status: String(status) }, [seconds]);
  }

  /** Operations that were turned away. */
  shed(why: string, count = 1): void {
    this.#series.count('shed_total', { why }, count);
  }

  #readLoop(): void {
    for (const quantile of LOOP_QUANTILES) {
      const nanoseconds = this.#loop.count === 0 ? 0 : this.#loop.percentile(100 * quantile);
      const labels = { quantile: String(quantile) };
      this.#series.set('loop_delay_seconds', labels, nanoseconds / NANOSECONDS);
    }
    this.#loop.reset();
  }

  async #readSources(): Promise<void> {
    this.#series.set('ready', {}, (await this.#sources.ready()) ? 1 : 0);
    const warnings = await this.#sources.warnings();
    this.#series.clear('warning');
    for (const [key, found] of warnings)
      for (const { code } of found)
        this.#series.set('warning', { experiment: key === '' ? '' : this.#labelOf(key), code }, 1);
  }

  /** All metrics in the text form of Prometheus. */
  async render(): Promise<string> {
    this.#readLoop();
    await this.#readSources();
    return this.#series.registry.metrics();
  }

  close(): void {
    this.#loop.disable();
    this.#series.registry.clear();
  }
}
