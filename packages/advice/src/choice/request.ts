/** What the second question is asked with. */
import type { KernelModule } from '@driftline/core/compiled';
import type { Delays } from '../contract/delays.ts';
import type { Drift } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import type { MeanPath } from '../contract/path.ts';
import { type Answer, isRefused } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';

/** What is asked, and what is known of the log by then. */
export interface ChoiceRequest {
  /** Without what is pending at its end. */
  readonly log: Log;
  readonly logging: Logging;
  readonly drift: Drift;
  readonly tails?: Answer<Tails> | undefined;
  readonly delays?: Pick<Delays, 'curve' | 'rewardedShare'> | undefined;
  /** Rewards wait for the next full multiple of this, by the log's clock. */
  readonly batch?: number | undefined;
  /** Of rows, where choices used a context: the inverse of their propensities. */
  readonly weights?: Float64Array | undefined;
  /** Decisions that are to come; as many as there were, within limits, where undefined. */
  readonly horizon?: number | undefined;
  /** Candidates beside the usual ones. */
  readonly policies?: readonly string[] | undefined;
  /** Kinds whose best memory is to be told; sw-ucb where undefined. */
  readonly for?: readonly string[] | undefined;
  /** Only the policies that need nothing, and the memory by prediction. */
  readonly isQuick?: boolean | undefined;
  /** How many worlds finalists play in; up to 32 where undefined. */
  readonly worlds?: number | undefined;
  /** The means by the fit that predicts best: of all of the log, or without a fold. */
  readonly fitted?: ((without?: number) => MeanPath) | undefined;
  readonly seed: number;
  readonly kernels?: KernelModule | undefined;
}

/** Kinds whose best memory is told where nobody asks for others. */
export const USUAL_FOR: readonly string[] = ['sw-ucb'];

/** Heavy tails; undefined where they are light or not known. */
export function heavyTails({ tails }: ChoiceRequest): Tails | undefined {
  return tails === undefined || isRefused(tails) || tails.verdict === 'light' ? undefined : tails;
}
