/** The series of the table of metrics, in prom-client's classes. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRIC_PREFIX, type MetricName, type MetricRow, metricTable } from './table.ts';

type OfKind<Kind extends MetricRow['kind']> = {
  [Name in MetricName]: (typeof metricTable)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

type Labels = Readonly<Record<string, string>>;

/** What all metrics of prom-client have. */
interface Removable {
  remove(labels: Labels): void;
}

/** Metrics of the table by name, each in the class of its kind. */
export class Series {
  readonly registry = new Registry();
  readonly #counters = new Map<string, Counter>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #ofExperiment = new Map<string, Map<string, () => void>>();

  constructor() {
    for (const [name, row] of Object.entries<MetricRow>(metricTable)) {
      const { help, labels, buckets = [] } = row;
      const common = { name: `${METRIC_PREFIX}${name}`, help, registers: [this.registry] };
      if (row.kind === 'counter')
        this.#counters.set(name, new Counter({ ...common, labelNames: [...labels] }));
      else if (row.kind === 'gauge')
        this.#gauges.set(name, new Gauge({ ...common, labelNames: [...labels] }));
      else
        this.#histograms.set(
          name,
          new Histogram({ ...common, labelNames: [...labels], buckets: [...buckets] }),
        );
    }
  }

  /** Remembers which series an experiment has, so that they can go with it. */
  #note(name: MetricName, metric: Removable | undefined, labels: Labels): void {
    const { experiment } = labels;
    if (metric === undefined || experiment === undefined) return;
    const known = this.#ofExperiment.get(experiment) ?? new Map<string, () => void>();
    this.#ofExperiment.set(experiment, known);
    const series = `${name} ${JSON.stringify(labels)}`;
    if (!known.has(series)) known.set(series, () => metric.remove(labels));
  }

  count(name: OfKind<'counter'>, labels: Labels, by: number): void {
    if (by === 0) return;
    const counter = this.#counters.get(name);
    this.#note(name, counter, labels);
    counter?.inc(labels, by);
  }

  set(name: OfKind<'gauge'>, labels: Labels, value: number): void {
    const gauge = this.#gauges.get(name);
    this.#note(name, gauge, labels);
    gauge?.set(labels, value);
  }

  clear(name: OfKind<'gauge'>): void {
    this.#gauges.get(name)?.reset();
  }

  remove(name: OfKind<'gauge'>, labels: Labels): void {
    this.#gauges.get(name)?.remove(labels);
  }

  observe(name: OfKind<'histogram'>, labels: Labels, values: readonly number[]): void {
    if (values.length === 0) return;
    const histogram = this.#histograms.get(name);
    this.#note(name, histogram, labels);
    for (const value of values) histogram?.observe(labels, value);
  }

  /** Takes all series of an experiment out. */
  forget(experiment: string): void {
    for (const remove of this.#ofExperiment.get(experiment)?.values() ?? []) remove();
    this.#ofExperiment.delete(experiment);
  }
}
