/** All that a reproduction finds beyond its comparisons: what `claims.json` holds. */
import type { Comparison } from '../../play/comparison.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { type Estimate, momentsOf } from '../../play/statistics.ts';
import { claimDefinitions } from './claims.ts';
import { type Claim, judgeClaims } from './judge.ts';
import { Measurer } from './measure.ts';
import {
  type Phase,
  type PhaseSplit,
  type SplitRequest,
  SWITCH_DELAYS,
  USUAL_DELAY,
} from './phases.ts';
import { NAMES } from './plan.ts';

export const CLAIMS_FORMAT = 'driftline-claims';
export const CLAIMS_VERSION = 1;

/** Mean regret by phase of the policies of one comparison. */
export interface PhaseTable {
  readonly comparison: string;
  readonly delay: number;
  readonly slots: Readonly<Record<Phase, number>>;
  readonly rows: readonly {
    readonly spec: string;
    readonly regret: Readonly<Record<Phase, Estimate>>;
  }[];
}

/** The claims judged, and the splits of regret they rest on. */
export interface ReproductionRecord {
  readonly format: typeof CLAIMS_FORMAT;
  readonly version: typeof CLAIMS_VERSION;
  readonly claims: readonly Claim[];
  readonly phases: readonly PhaseTable[];
}

/** The comparisons whose regret has to be split while they are played. */
export function splitRequests(comparisons: readonly Comparison[]): SplitRequest[] {
  const panels: readonly string[] = [NAMES.environment1, NAMES.environment2];
  const studies: readonly string[] = [
    NAMES.redrawn,
    NAMES.knots,
    NAMES.parameters1,
    NAMES.parameters2,
    NAMES.trueBudget2,
  ];
  return comparisons.flatMap(({ name }, comparison): SplitRequest[] => {
    if (panels.includes(name)) return [{ comparison, delays: SWITCH_DELAYS }];
    return studies.includes(name) ? [{ comparison, delays: [USUAL_DELAY] }] : [];
  });
}

function phaseTable({ comparison, delay, slots, policies, finals }: PhaseSplit): PhaseTable {
  const estimate = (phase: Phase, policy: number) => momentsOf(finals[phase][policy]).estimate();
  const rows = policies.map((spec, i) => ({
    spec,
    regret: {
      'after a switch': estimate('after a switch', i),
      'between switches': estimate('between switches', i),
    },
  }));
  return { comparison, delay, slots, rows };
}

/** Judges every claim on what was played. */
export function judgeReproduction(
  comparisons: readonly ComparisonResult[],
  splits: readonly PhaseSplit[],
): ReproductionRecord {
  const measurer = new Measurer(comparisons, splits);
  return {
    format: CLAIMS_FORMAT,
    version: CLAIMS_VERSION,
    claims: judgeClaims(claimDefinitions(), (ordering) => measurer.measure(ordering)),
    phases: splits.filter(({ delay }) => delay === USUAL_DELAY).map(phaseTable),
  };
}
