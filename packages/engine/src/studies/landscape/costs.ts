/**
 * What a slot of each policy costs, measured along the path that comparisons take. These numbers are of
 * one machine at one hour: they are kept apart from a result, whose numbers are the same everywhere.
 */
import { benchHorizon, PlayedPolicy, type PlayedPolicyOptions } from '../bench/played-policy.ts';
import { measureInTurns, median } from '../bench/rounds.ts';

/** Names the file's format; its version counts up when it changes. */
export const COSTS_FORMAT = 'driftline-costs';
/** The version that is written and read. */
export const COSTS_VERSION = 1;

/** What one policy costs per slot with a number of arms. */
interface PolicyCost {
  /** As written in the experiment. */
  readonly policy: string;
  readonly arms: number;
  /** The median over rounds, and the extremes. */
  readonly nsPerSlot: number;
  readonly lowest: number;
  readonly highest: number;
  /** Whether a compiled kernel played; absent from records of 0.1.0. */
  readonly compiled?: boolean;
}

/** Costs of the policies of an experiment, on one machine. */
export interface Costs {
  readonly format: typeof COSTS_FORMAT;
  readonly version: typeof COSTS_VERSION;
  /** The machine and what ran on it, in words. */
  readonly machine: string;
  /** Whether there were compiled kernels. */
  readonly compiled: boolean;
  /** What was played: an environment, slots, and the memory that policies that forget were given. */
  readonly setting: {
    readonly environment: string;
    readonly horizon: number;
    readonly window: number;
  };
  readonly costs: readonly PolicyCost[];
}

/** How costs are measured. */
interface CostOptions extends PlayedPolicyOptions {
  readonly machine: string;
  /** Called before each policy's turn. */
  readonly onTurn?: (policy: string) => void;
}

/** Few and many arms: costs grow with them for some policies and not for others. */
const ARM_COUNTS = [3, 10] as const;
const WINDOW = 203;
/** Shorter than `driftline bench`, which is for those who look at nothing else. */
const ROUNDS = { rounds: 5, leastMilliseconds: 20 } as const;

/** The clock is not so good that more digits would mean anything. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** Measures policies in turns, with few arms and with many. */
export function measureCosts(policies: readonly string[], options: CostOptions): Costs {
  const { machine, onTurn, ...played } = options;
  const horizon = benchHorizon(ARM_COUNTS[0]);
  const setting = { horizon, window: WINDOW, noise: 'bernoulli' } as const;
  const costs = ARM_COUNTS.flatMap((armCount): PolicyCost[] => {
    const subjects = policies.map(
      (spec) => new PlayedPolicy(spec, { ...setting, armCount }, played),
    );
    const measured = measureInTurns(
      subjects,
      { ...ROUNDS, onTurn: (subject) => onTurn?.(policies[subject]) },
      options.now,
    );
    return measured.map((rounds, i) => ({
      policy: policies[i],
      arms: armCount,
      nsPerSlot: rounded(median(rounds)),
      lowest: rounded(Math.min(...rounds)),
      highest: rounded(Math.max(...rounds)),
      compiled: subjects[i].isCompiled,
    }));
  });
  return {
    format: COSTS_FORMAT,
    version: COSTS_VERSION,
    machine,
    compiled: options.kernels !== undefined,
    setting: { environment: 'paper-2', horizon, window: WINDOW },
    costs,
  };
}
