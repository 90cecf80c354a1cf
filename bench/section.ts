/** A part of the benchmark, and what it finds. */
import type { Aim } from './aims.ts';
import type { Yardstick } from './native.ts';

/** A table to read: the first row has the titles, the first column the names. */
export interface Table {
  readonly caption: string;
  readonly rows: readonly (readonly string[])[];
}

/** What one section found. */
export interface Findings {
  readonly tables: readonly Table[];
  /** What a reader has to know about how it was measured. */
  readonly notes: readonly string[];
  readonly aims: readonly Aim[];
  /** Every number behind the tables. */
  readonly data: unknown;
}

/** A section's findings under its title. */
export interface TitledFindings extends Findings {
  readonly id: string;
  readonly title: string;
}

/** How a section is run. */
export interface BenchContext {
  /** Whether to measure for a short time, and badly. */
  readonly quick: boolean;
  readonly rounds: number;
  readonly leastMilliseconds: number;
  /** The C programs; undefined where there is no compiler. */
  readonly yardstick: Yardstick | undefined;
  /** Says what is being done. */
  status(text: string): void;
}

/** A part that can be run alone. */
export interface Section {
  /** What `--only` calls it. */
  readonly id: string;
  readonly title: string;
  run(context: BenchContext): Promise<Findings>;
}
