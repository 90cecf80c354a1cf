/**
 * The paper's experiments (Wei & Srivastava, section VI) as comparisons, and the studies that vary
 * what the paper leaves open. All of them share the seed, so replication i has the same random draws
 * everywhere and policies of different comparisons can be paired.
 */
import { createEnvironment } from '@driftline/core';
import { writeSpec } from '@driftline/core/spec';
import type { CheckpointRule, Comparison, EnvironmentSource } from '../../play/comparison.ts';

/** How much is played. */
export interface ReproductionSettings {
  /** Of the paper's own panels. */
  readonly replications: number;
  readonly seed: number;
}

/** The paper's number of replications. */
export const PUBLISHED_REPLICATIONS = 500;
/** The studies vary many things; fewer replications keep the whole below a minute. */
const MOST_STUDY_REPLICATIONS = 200;

/** Replications of each study. */
export function studyReplications(replications: number): number {
  return Math.min(replications, MOST_STUDY_REPLICATIONS);
}

/** The policies of the paper's light-tailed figure, in its order. */
export const LIGHT_TAILED = ['r-moss', 'sw-moss', 'd-ucb', 'rexp3', 'exp3s', 'dts'] as const;
/** The policies of the paper's heavy-tailed figure; those of the other figure keep their colours. */
export const HEAVY_TAILED = ['r-moss', 'sw-moss', 'r-rmoss', 'sw-rmoss'] as const;
/** Not in the paper's figures; it remembers everything, and so shows what forgetting gains. */
export const STATIONARY = 'ucb1';

/** Values that the studies give to what the paper leaves open; each list leaves out the default. */
export const DISCOUNTS = [0.75, 0.9, 0.99, 0.999] as const;
export const ETAS = [0.51, 0.6, 2, 4] as const;
export const ZETAS = [0.25, 0.5, 1, 4] as const;
export const DEFAULT_ETA = 1;
export const PUBLISHED_ZETA = 2.2;
/** Optimising the bound of Exp3.S gives 2 where the default has 4. */
export const EXP3S_FACTOR = 2;
/** The budget that the paper states for environment 2 and the heavy-tailed one. */
export const STATED_BUDGET = 3;
/** What policies are given in place of the budget V, as multiples of it. */
export const BUDGET_MULTIPLES = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8] as const;

/** The names of the comparisons. */
export const NAMES = {
  environment1: 'environment-1',
  environment2: 'environment-2',
  heavy: 'heavy-tailed',
  redrawn: 'environment-1-redrawn',
  knots: 'environment-1-knots',
  knotsRedrawn: 'environment-1-knots-redrawn',
  parameters1: 'parameters-environment-1',
  parameters2: 'parameters-environment-2',
  parametersHeavy: 'parameters-heavy-tailed',
  trueBudget2: 'true-budget-environment-2',
  trueBudgetHeavy: 'true-budget-heavy-tailed',
  aligned: 'switching-aligned',
  shifted: 'switching-shifted',
} as const;

/** The name of the comparison in which policies are given a multiple of the budget. */
export function budgetName(multiple: number): string {
  return `budget-times-${multiple}`;
}

/** A policy with one parameter set. */
export function withParameter(policy: string, parameter: string, value: number): string {
  return writeSpec(policy, { [parameter]: value });
}

const CURVE: CheckpointRule = { count: 100, spacing: 'linear' };
const SHORT_CURVE: CheckpointRule = { count: 20, spacing: 'linear' };

const named = (spec: string): EnvironmentSource => ({ kind: 'named', spec });

/** What differs between comparisons. */
interface Outline {
  readonly name: string;
  readonly spec: string;
  readonly policies: readonly string[];
  readonly variation?: number;
  readonly checkpoints?: CheckpointRule;
}

/** Policies of the light-tailed figure with other values of what the paper leaves open. */
function lightTailedVariants(): string[] {
  return [
    ...DISCOUNTS.map((value) => withParameter('dts', 'discount', value)),
    ...ETAS.map((value) => withParameter('sw-moss', 'eta', value)),
    withParameter('exp3s', 'factor', EXP3S_FACTOR),
  ];
}

function heavyTailedVariants(): string[] {
  return ZETAS.flatMap((value) => [
    withParameter('r-rmoss', 'zeta', value),
    withParameter('sw-rmoss', 'zeta', value),
  ]);
}

/** The paper's panels. */
function panels(): Outline[] {
  return [
    { name: NAMES.environment1, spec: 'paper-1', policies: [...LIGHT_TAILED, STATIONARY] },
    { name: NAMES.environment2, spec: 'paper-2', policies: [...LIGHT_TAILED, STATIONARY] },
    { name: NAMES.heavy, spec: 'paper-heavy', policies: HEAVY_TAILED },
  ];
}

/** The variation of environment 2 by the paper's own definition; the 3 it states is one arm's. */
export function trueBudget(): number {
  return createEnvironment('paper-2').means.totalVariation();
}

function studies(): Outline[] {
  const variation = trueBudget();
  const all = [...LIGHT_TAILED, STATIONARY];
  return [
    { name: NAMES.redrawn, spec: 'paper-1:fresh=1', policies: all },
    { name: NAMES.knots, spec: 'paper-1-knots', policies: all },
    {
      name: NAMES.knotsRedrawn,
      spec: 'paper-1-knots:fresh=1',
      policies: all,
      checkpoints: SHORT_CURVE,
    },
    { name: NAMES.parameters1, spec: 'paper-1', policies: lightTailedVariants() },
    { name: NAMES.parameters2, spec: 'paper-2', policies: lightTailedVariants() },
    {
      name: NAMES.parametersHeavy,
      spec: 'paper-heavy',
      policies: heavyTailedVariants(),
      checkpoints: SHORT_CURVE,
    },
    { name: NAMES.trueBudget2, spec: 'paper-2', policies: LIGHT_TAILED, variation },
    {
      name: NAMES.trueBudgetHeavy,
      spec: 'paper-heavy',
      policies: HEAVY_TAILED,
      variation,
      checkpoints: SHORT_CURVE,
    },
    { name: NAMES.aligned, spec: 'switching', policies: all, checkpoints: SHORT_CURVE },
    {
      name: NAMES.shifted,
      spec: 'switching:offset=0.5',
      policies: all,
      checkpoints: SHORT_CURVE,
    },
    ...BUDGET_MULTIPLES.map((multiple) => ({
      name: budgetName(multiple),
      spec: 'paper-2',
      policies: LIGHT_TAILED,
      variation: multiple * STATED_BUDGET,
      checkpoints: SHORT_CURVE,
    })),
  ];
}

/** Everything that `driftline reproduce` plays: the panels first, then the studies. */
export function reproductionPlan({ replications, seed }: ReproductionSettings): Comparison[] {
  const comparison = (outline: Outline, count: number): Comparison => ({
    name: outline.name,
    environment: named(outline.spec),
    policies: outline.policies,
    ...(outline.variation === undefined ? {} : { variation: outline.variation }),
    replications: count,
    seed,
    checkpoints: outline.checkpoints ?? CURVE,
  });
  return [
    ...panels().map((outline) => comparison(outline, replications)),
    ...studies().map((outline) => comparison(outline, studyReplications(replications))),
  ];
}
