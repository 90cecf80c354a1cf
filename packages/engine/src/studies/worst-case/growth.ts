/**
 * How the worst case grows with the horizon: at every horizon the worst environment of a small family
 * is chosen for each policy by a few replications and judged with fresh ones, and a power law is
 * fitted. The family has two groups, shown alone as well, since they show different things:
 *
 * (a) the lower bound's switching environments. Their gaps shrink with the horizon so that nobody can
 *     lose more than about T^(2/3) on them, not even uniform play;
 * (b) changes of a constant size. Policies that never forget lose a share of all slots on them.
 */
import { ParameterError } from '@driftline/core';
import { windowLength } from '@driftline/core/theory';
import type { Comparison } from '../../play/comparison.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { checkProblem } from './families/family.ts';
import { type GrowthCandidate, type GrowthGroup, growthCandidates } from './growth-candidates.ts';
import { FIRST_SEARCH_REPLICATION } from './search.ts';
import { fitSlope, type GrowthPoint, type Slope } from './slope.ts';
import { type PlayingOptions, StudyRun } from './study-run.ts';

/** What is asked for. */
export interface GrowthSettings {
  readonly policies: readonly string[];
  readonly armCount: number;
  /** The same at every horizon. */
  readonly variation: number;
  /** Increasing. */
  readonly horizons: readonly number[];
  readonly seed: number;
  /** Multiplies the replications of every horizon; 1 takes about a minute for six policies. */
  readonly effort: number;
}

/** One policy at one horizon. */
interface GrowthMeasure extends GrowthPoint {
  /** The 95% interval of the mean, by fresh replications. */
  readonly low: number;
  readonly high: number;
  readonly group: GrowthGroup;
  /** The environment, as `compare --environment` takes it. */
  readonly environment: string;
  readonly label: string;
  readonly variation: number;
  /** What the environment was chosen by: a mean of few replications, biased upward. */
  readonly chosenBy: number;
}

/** Regret against the horizon. */
export interface GrowthLine {
  readonly points: readonly GrowthMeasure[];
  readonly slope: Slope | undefined;
}

/** One policy on (a), on (b), and on the worse of both at each horizon. */
export interface PolicyGrowth {
  /** As written. */
  readonly policy: string;
  readonly id: string;
  readonly name: string;
  readonly switching: GrowthLine;
  readonly constantGap: GrowthLine;
  readonly both: GrowthLine;
}

/** How one horizon was played. */
interface GrowthHorizon {
  readonly horizon: number;
  /** τ for this horizon and budget. */
  readonly window: number;
  readonly candidates: readonly GrowthCandidate[];
  readonly choosingReplications: number;
  readonly judgingReplications: number;
}

/** The whole study. */
export interface GrowthStudy {
  readonly settings: GrowthSettings;
  readonly horizons: readonly GrowthHorizon[];
  readonly policies: readonly PolicyGrowth[];
}

/** 10³ to 10⁶, about evenly in the logarithm. */
const GROWTH_HORIZONS: readonly number[] = [1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6];
const LEAST_HORIZONS = 3;

/** The study's horizons up to a largest one; where fewer than three are left, its quarter, half and whole. */
export function growthHorizons(largest: number): number[] {
  const below = GROWTH_HORIZONS.filter((horizon) => horizon < largest);
  if (below.length + 1 >= LEAST_HORIZONS) return [...below, largest];
  return [Math.round(largest / 4), Math.round(largest / 2), largest];
}

// Replications shrink with the horizon, so that no horizon takes much longer than another.
function choosingReplications(horizon: number, effort: number): number {
  return Math.max(1, Math.round(effort * Math.min(8, Math.max(2, 1e6 / horizon))));
}

function judgingReplications(horizon: number, effort: number): number {
  return Math.max(2, Math.round(effort * Math.min(100, Math.max(8, 8e6 / horizon))));
}

function horizonOf(horizon: number, settings: GrowthSettings): GrowthHorizon {
  const { armCount, variation, seed, effort } = settings;
  return {
    horizon,
    window: windowLength(armCount, horizon, variation),
    candidates: growthCandidates({ armCount, horizon, variation }, seed),
    choosingReplications: choosingReplications(horizon, effort),
    judgingReplications: judgingReplications(horizon, effort),
  };
}

function comparisonOf(
  { spec, label }: GrowthCandidate,
  horizon: number,
  policies: readonly string[],
  settings: GrowthSettings,
): Omit<Comparison, 'replications'> {
  const { armCount, variation, seed } = settings;
  return {
    name: `${label}, T=${horizon}`,
    environment: { kind: 'named', spec, armCount, horizon, rewards: 'bernoulli' },
    policies,
    variation,
    seed,
    checkpoints: { count: 1, spacing: 'linear' },
  };
}

/** One environment at one horizon, and the policies that it was played with. */
interface Played {
  readonly at: GrowthHorizon;
  readonly candidate: GrowthCandidate;
  readonly policies: readonly string[];
}

/** The long horizons first, so that no worker is left with the longest at the end. */
function longestFirst<T extends { readonly at: GrowthHorizon }>(all: readonly T[]): T[] {
  return all.toSorted((a, b) => b.at.horizon - a.at.horizon);
}

function checkBudget({ environment }: ComparisonResult, budget: number): void {
  if (environment.variation.true <= budget) return;
  throw new Error(
    `the environment ${environment.name} varies by ${environment.variation.true}, more than the budget ${budget}`,
  );
}

/** Plays every environment with every policy, a few times. */
async function choose(horizons: readonly GrowthHorizon[], settings: GrowthSettings, run: StudyRun) {
  const all = longestFirst(
    horizons.flatMap((at) => at.candidates.map((candidate) => ({ at, candidate }))),
  );
  const results = await run.play(
    all.map(({ at, candidate }) => ({
      ...comparisonOf(candidate, at.horizon, settings.policies, settings),
      replications: at.choosingReplications,
      firstReplication: FIRST_SEARCH_REPLICATION,
    })),
  );
  return all.map(({ at, candidate }, i) => {
    checkBudget(results[i], settings.variation);
    return { at, candidate, regrets: results[i].policies.map(({ regret }) => regret.mean) };
  });
}

/** A policy's choice at a horizon within a group. */
interface Choice {
  readonly at: GrowthHorizon;
  readonly policy: string;
  readonly candidate: GrowthCandidate;
  readonly chosenBy: number;
}

function choicesOf(
  tried: Awaited<ReturnType<typeof choose>>,
  horizons: readonly GrowthHorizon[],
  policies: readonly string[],
): Choice[] {
  const groups: readonly GrowthGroup[] = ['switching', 'constant-gap'];
  return horizons.flatMap((at) =>
    policies.flatMap((policy, place) =>
      groups.map((group) => {
        const own = tried.filter((one) => one.at === at && one.candidate.group === group);
        const worst = own.reduce((a, b) => (b.regrets[place] > a.regrets[place] ? b : a));
        return { at, policy, candidate: worst.candidate, chosenBy: worst.regrets[place] };
      }),
    ),
  );
}

/** A choice with what fresh replications say. */
interface Judged {
  readonly policy: PolicyResult;
  readonly measure: GrowthMeasure;
}

/** Judges choices with fresh replications; policies that chose the same environment share it. */
async function judge(choices: readonly Choice[], settings: GrowthSettings, run: StudyRun) {
  const shared = new Map<GrowthCandidate, Played>();
  for (const { at, candidate, policy } of choices) {
    const policies = [...(shared.get(candidate)?.policies ?? []), policy];
    shared.set(candidate, { at, candidate, policies });
  }
  const played = longestFirst([...shared.values()]);
  const results = await run.play(
    played.map(({ at, candidate, policies }) => ({
      ...comparisonOf(candidate, at.horizon, policies, settings),
      replications: at.judgingReplications,
    })),
  );
  const places = new Map(played.map(({ candidate }, i) => [candidate, i]));
  return choices.map((choice): Judged => {
    const place = places.get(choice.candidate) ?? 0;
    const { environment, policies } = results[place];
    const policy = policies[played[place].policies.indexOf(choice.policy)];
    const { mean, standardError, low, high } = policy.regret;
    const measure: GrowthMeasure = {
      horizon: choice.at.horizon,
      mean,
      standardError,
      low,
      high,
      group: choice.candidate.group,
      environment: choice.candidate.spec,
      label: choice.candidate.label,
      variation: environment.variation.true,
      chosenBy: choice.chosenBy,
    };
    return { policy, measure };
  });
}

function lineOf(points: readonly GrowthMeasure[]): GrowthLine {
  return { points, slope: fitSlope(points) };
}

/** At each horizon the measure whose environment looked worse when it was chosen. */
function worseOf(a: readonly GrowthMeasure[], b: readonly GrowthMeasure[]): GrowthMeasure[] {
  return a.map((point, i) => (b[i].chosenBy > point.chosenBy ? b[i] : point));
}

function checkSettings({ policies, armCount, variation, horizons, effort }: GrowthSettings): void {
  for (const horizon of horizons) {
    checkProblem({ armCount, horizon, variation });
    if (horizon < 4) throw new ParameterError(`horizons must be integers >= 4; got ${horizon}`);
  }
  if (horizons.length < 2 || horizons.some((horizon, i) => horizon <= (horizons[i - 1] ?? 0))) {
    throw new ParameterError(
      `horizons must be two or more, increasing; got ${horizons.join(', ')}`,
    );
  }
  if (policies.length === 0)
    throw new ParameterError('policies must name at least one', 'parameter-missing');
  if (new Set(policies).size < policies.length) throw new ParameterError('policies must differ');
  if (!(variation > 0)) {
    throw new ParameterError('variation must be a number > 0 for a growth study; got 0');
  }
  if (!(effort > 0)) throw new ParameterError(`effort must be a number > 0; got ${effort}`);
}

/** Slots of single policies: each meets all environments once, and is judged once in each group. */
function slotsOf(horizons: readonly GrowthHorizon[], policyCount: number): number {
  return horizons.reduce((sum, at) => {
    const choosing = at.candidates.length * at.choosingReplications;
    return sum + policyCount * at.horizon * (choosing + 2 * at.judgingReplications);
  }, 0);
}

/** Chooses, judges and fits. */
export async function growthStudy(
  settings: GrowthSettings,
  options: PlayingOptions,
): Promise<GrowthStudy> {
  checkSettings(settings);
  const horizons = settings.horizons.map((horizon) => horizonOf(horizon, settings));
  const run = new StudyRun(options, slotsOf(horizons, settings.policies.length));
  const tried = await choose(horizons, settings, run);
  const judged = await judge(choicesOf(tried, horizons, settings.policies), settings, run);
  const policies = settings.policies.map((policy): PolicyGrowth => {
    const own = judged.filter((one) => one.policy.spec === policy);
    const of = (group: GrowthGroup) =>
      own.map(({ measure }) => measure).filter((measure) => measure.group === group);
    const [switching, constantGap] = [of('switching'), of('constant-gap')];
    return {
      policy,
      id: own[0].policy.id,
      name: own[0].policy.name,
      switching: lineOf(switching),
      constantGap: lineOf(constantGap),
      both: lineOf(worseOf(switching, constantGap)),
    };
  });
  return { settings, horizons, policies };
}
