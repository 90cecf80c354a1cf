/** The record of advice: `advice.json`, version 1. */
import type { Choice } from './choice.ts';
import type { Delays, LateSigns } from './delays.ts';
import type { BlockVariation, Drift } from './drift.ts';
import type { Gain } from './gain.ts';
import type { Clock, ColumnUse, Dropped, Note } from './log.ts';
import type { Logging } from './logging.ts';
import type { Answer } from './refusal.ts';
import type { Tails } from './tails.ts';
import type { Value } from './values.ts';

/** What `format` says in a record. */
export const ADVICE_FORMAT = 'driftline-advice';
/** Changes where a program that reads records would have to. */
export const ADVICE_VERSION = 2;

/** What numbers are counted in. Movement, values and gains are in `reward`, per decision. */
export interface Units {
  /** The name of the reward column. */
  readonly reward: string;
  /** Of times and delays. */
  readonly time: Clock;
  /** Of lags, windows, horizons and blocks. */
  readonly memory: 'decisions';
  /** Of scores, shares and support. */
  readonly score: 'share';
}

/** One arm as the log has it. */
export interface LoggedArm {
  readonly key: string;
  readonly rows: number;
  readonly mean: number;
  readonly deviation: number;
}

/** The log that the advice is for. */
export interface AdviceLog {
  readonly name: string;
  /** Decisions that answers are based on: without those left out and those pending. */
  readonly rows: number;
  readonly arms: readonly LoggedArm[];
  /** The first and the last time. */
  readonly span: readonly [number, number];
  readonly logging: Logging;
  readonly format: string;
  readonly columns: Readonly<Partial<Record<ColumnUse, string>>>;
  readonly isNegated: boolean;
  readonly mean: number;
  readonly dropped: readonly Dropped[];
  readonly pending: number;
}

/** All answers. Whatever has no answer says why. */
export interface Advice {
  readonly format: typeof ADVICE_FORMAT;
  readonly version: typeof ADVICE_VERSION;
  readonly software: string;
  readonly seed: number;
  readonly units: Units;
  readonly log: AdviceLog;
  readonly delays: Answer<Delays>;
  readonly late?: LateSigns;
  readonly drift: Drift;
  /** Only where it was asked for. */
  readonly variation?: Answer<BlockVariation>;
  readonly advice: Answer<Choice>;
  readonly values: readonly Value[];
  readonly tails: Answer<Tails>;
  readonly gain: Answer<Gain>;
  /** What was noted in reading and answering. */
  readonly notes: readonly Note[];
  /** Those of `notes` that are warnings, as texts. */
  readonly warnings: readonly string[];
}
