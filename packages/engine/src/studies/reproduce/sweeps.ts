/** Regret against what the paper leaves open, as data for figures. */
import { policyCatalogue } from '@driftline/core';
import type { Sweep, SweepPoint } from '../../drawing/figures/types.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { summarize } from '../../play/statistics.ts';
import { counted } from '../../words/numbers.ts';
import {
  BUDGET_MULTIPLES,
  budgetName,
  DEFAULT_ETA,
  DISCOUNTS,
  ETAS,
  LIGHT_TAILED,
  NAMES,
  PUBLISHED_ZETA,
  STATED_BUDGET,
  trueBudget,
  withParameter,
  ZETAS,
} from './plan.ts';

/** Finds results by name. */
export class Finder {
  readonly #comparisons: readonly ComparisonResult[];

  constructor(comparisons: readonly ComparisonResult[]) {
    this.#comparisons = comparisons;
  }

  comparison(name: string): ComparisonResult {
    const found = this.#comparisons.find((comparison) => comparison.name === name);
    if (found === undefined) throw new Error(`the result has no comparison ${name}`);
    return found;
  }

  policy(name: string, spec: string): PolicyResult {
    const found = this.comparison(name).policies.find((policy) => policy.spec === spec);
    if (found === undefined) throw new Error(`comparison ${name} has no policy ${spec}`);
    return found;
  }

  /** Replications of the studies. */
  get studyReplications(): number {
    return this.comparison(NAMES.redrawn).replications;
  }

  /** A policy over the replications that studies play, of which a panel plays more. */
  studied(name: string, spec: string): PolicyResult {
    const policy = this.policy(name, spec);
    const finals = policy.finals.slice(0, this.studyReplications);
    return { ...policy, finals, regret: summarize(finals) };
  }

  /** A point of a study's figure. */
  point(x: number, name: string, spec: string): SweepPoint {
    const { mean, low, high } = this.studied(name, spec).regret;
    return { x, mean, low, high };
  }
}

const byValue = (a: SweepPoint, b: SweepPoint) => a.x - b.x;

/** The caption's end, the same everywhere. */
function settings(finder: Finder, name: string): string {
  const { replications, seed } = finder.comparison(name);
  return `${counted(replications, 'replication')}, seed ${seed}; bars: 95% interval of the mean.`;
}

/** A policy's values in a study, with the default from the panel. */
function line(
  finder: Finder,
  panel: string,
  study: string,
  policy: string,
  parameter: string,
  values: readonly number[],
  published: number,
): SweepPoint[] {
  return [
    finder.point(published, panel, policy),
    ...values.map((value) => finder.point(value, study, withParameter(policy, parameter, value))),
  ].sort(byValue);
}

function level(finder: Finder, panel: string, policy: string) {
  const { name, regret } = finder.studied(panel, policy);
  return { label: name, value: regret.mean };
}

/** DTS against its discount on one environment; the memory 1/(1 − γ) makes a readable axis. */
function discountSweep(finder: Finder, panel: string, study: string, words: string): Sweep {
  const memory = (discount: number) => 1 / (1 - discount);
  const used = finder.policy(panel, 'dts').params.discount;
  const points = [
    finder.point(memory(used), panel, 'dts'),
    ...DISCOUNTS.map((discount) =>
      finder.point(memory(discount), study, withParameter('dts', 'discount', discount)),
    ),
  ].sort(byValue);
  return {
    name: `discount-${panel}`,
    title: `Regret of DTS against its memory, ${words}`,
    caption: `Mean R_T of DTS for discounts γ = ${DISCOUNTS.join(', ')} and D-UCB’s ${used.toFixed(4)} (marked), drawn against the memory 1/(1 − γ); levels: the others in our reading. ${settings(finder, study)}`,
    parameter: {
      name: 'memory of DTS in slots',
      symbol: '1/(1 − γ)',
      log: true,
      marked: memory(used),
      markedAs: 'used here:',
    },
    lines: [{ label: 'DTS', points }],
    reference: ['r-moss', 'sw-moss'].map((policy) => level(finder, panel, policy)),
  };
}

function etaSweep(finder: Finder): Sweep {
  const { environment1, environment2, parameters1, parameters2 } = NAMES;
  const points = (panel: string, study: string) =>
    line(finder, panel, study, 'sw-moss', 'eta', ETAS, DEFAULT_ETA);
  return {
    name: 'eta',
    title: 'Regret of SW-MOSS against its width η',
    caption: `Mean R_T of SW-MOSS in both light-tailed environments; η = ${DEFAULT_ETA} (marked) is used here; the theory asks for more than 1/2. ${settings(finder, parameters2)}`,
    parameter: {
      name: 'width',
      symbol: 'η',
      log: true,
      marked: DEFAULT_ETA,
      markedAs: 'used here:',
    },
    lines: [
      { label: 'environment 1', points: points(environment1, parameters1) },
      { label: 'environment 2', points: points(environment2, parameters2) },
    ],
  };
}

function zetaSweep(finder: Finder): Sweep {
  const points = (policy: string) =>
    line(finder, NAMES.heavy, NAMES.parametersHeavy, policy, 'zeta', ZETAS, PUBLISHED_ZETA);
  return {
    name: 'zeta',
    title: 'Regret of the robust policies against ζ, heavy-tailed',
    caption: `Mean R_T of R-RMOSS and SW-RMOSS, whose width is 1 + ζ; the published ζ = ${PUBLISHED_ZETA} is marked; below 2.184 the guarantee no longer covers it. ${settings(finder, NAMES.parametersHeavy)}`,
    parameter: {
      name: 'width',
      symbol: 'ζ',
      log: true,
      marked: PUBLISHED_ZETA,
      markedAs: 'published',
    },
    lines: [
      { label: 'R-RMOSS', points: points('r-rmoss') },
      { label: 'SW-RMOSS', points: points('sw-rmoss') },
    ],
    reference: ['r-moss', 'sw-moss'].map((policy) => level(finder, NAMES.heavy, policy)),
  };
}

function budgetSweep(finder: Finder): Sweep {
  return {
    name: 'budget',
    title: 'Regret under a misspecified budget, environment 2',
    caption: `Mean R_T when policies are given from an eighth of the stated budget V = ${STATED_BUDGET} (marked) to eight times it, and tune their memory by that; the true variation is ${trueBudget().toFixed(3)}. ${settings(finder, budgetName(1))}`,
    parameter: {
      name: 'budget given',
      symbol: 'V',
      log: true,
      marked: STATED_BUDGET,
      markedAs: 'stated',
    },
    lines: LIGHT_TAILED.map((policy) => ({
      label: policyCatalogue.find(policy).name,
      points: BUDGET_MULTIPLES.map((multiple) =>
        finder.point(multiple * STATED_BUDGET, budgetName(multiple), policy),
      ),
    })),
  };
}

/** Every sweep of a reproduction, in the order of the report. */
export function reproductionSweeps(comparisons: readonly ComparisonResult[]): Sweep[] {
  const finder = new Finder(comparisons);
  const { environment1, environment2, parameters1, parameters2 } = NAMES;
  return [
    discountSweep(finder, environment1, parameters1, 'environment 1'),
    discountSweep(finder, environment2, parameters2, 'environment 2'),
    etaSweep(finder),
    zetaSweep(finder),
    budgetSweep(finder),
  ];
}
