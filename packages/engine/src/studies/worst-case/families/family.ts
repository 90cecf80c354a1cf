/**
 * Environments that a search can vary: a family turns genes, numbers in [0, 1], into means. Any genes
 * give an environment within the budget, so a search never has to throw one away.
 */
import { MeanTable, ParameterError } from '@driftline/core';
import { exp, ln } from '@driftline/core/parts';

/** The set of environments that a worst case is taken over. */
export interface Problem {
  /** K. */
  readonly armCount: number;
  /** T. */
  readonly horizon: number;
  /** V: no environment varies more in total. */
  readonly variation: number;
}

/** What an environment is made of, in words and numbers to report. */
export type FamilyParameters = Readonly<Record<string, number | string | readonly number[]>>;

/** Means before the budget is looked at. */
export interface Shape {
  /** Row-major: the means of the first slot, then of the second, and so on. */
  readonly values: Float64Array<ArrayBuffer>;
  /** One constant an arm, towards which the means shrink where they vary too much. */
  readonly anchor: readonly number[];
  /** What to report when everything but the anchor is shrunk to `scale`. */
  parameters(scale: number): FamilyParameters;
}

/** Some environments with a common shape. */
export interface Family {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  geneCount(problem: Problem): number;
  /** Environments worth trying before any that are drawn. */
  starts(problem: Problem): readonly (readonly number[])[];
  shape(genes: readonly number[], problem: Problem): Shape;
}

/** An environment within the budget, with means in [0, 1]. */
export interface Candidate {
  readonly family: Family;
  readonly genes: readonly number[];
  readonly parameters: FamilyParameters;
  /** Row-major: the means of the first slot, then of the second, and so on. */
  readonly values: Float64Array<ArrayBuffer>;
  /** True, by the paper's definition; at most the budget. */
  readonly variation: number;
}

/** Refuses a problem without a choice or without a slot to change at. */
export function checkProblem({ armCount, horizon, variation }: Problem): void {
  if (!Number.isSafeInteger(armCount) || armCount < 2) {
    throw new ParameterError(`arms must be an integer >= 2 for a worst case; got ${armCount}`);
  }
  if (!Number.isSafeInteger(horizon) || horizon < 2) {
    throw new ParameterError(`horizon must be an integer >= 2 for a worst case; got ${horizon}`);
  }
  if (!Number.isFinite(variation) || variation < 0) {
    throw new ParameterError(`variation must be a number >= 0; got ${variation}`);
  }
}

/** From a gene to a number between two others, evenly. */
export function between(gene: number, low: number, high: number): number {
  return low + gene * (high - low);
}

/** From a gene to a number between two others, evenly in its logarithm. */
export function betweenLogs(gene: number, low: number, high: number): number {
  return exp(between(gene, ln(low), ln(high)));
}

/** From a gene to one of `count` integers from 0. */
export function pick(gene: number, count: number): number {
  return Math.min(count - 1, Math.floor(gene * count));
}

/** From a gene to a slot (counted from 0) at which means can change: 1 … T − 1. */
export function changeSlot(gene: number, horizon: number): number {
  return 1 + pick(gene, horizon - 1);
}

function clipped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Means moved towards the anchor, and the table to measure them by. */
function shrunk({ values, anchor }: Shape, scale: number): MeanTable {
  const armCount = anchor.length;
  const means = values.map((value, i) => {
    const start = clipped(anchor[i % armCount]);
    return scale === 1 ? clipped(value) : clipped(start + scale * (clipped(value) - start));
  });
  return new MeanTable(means, armCount);
}

/**
 * Rounding may leave a path that was shrunk to the budget above it by some units in the last place.
 * Where the budget itself is no more than that, the path does not move at all.
 */
const MARGINS = [0, 1e-14, 1e-12, 1e-9, 1e-6, 1];

/** The environment of a family for some genes: clipped to [0, 1], then shrunk until it fits. */
export function candidateOf(family: Family, genes: readonly number[], problem: Problem): Candidate {
  const shape = family.shape(genes, problem);
  const made = (means: MeanTable, scale: number): Candidate => ({
    family,
    genes,
    parameters: shape.parameters(scale),
    values: means.values,
    variation: means.totalVariation(),
  });
  const free = shrunk(shape, 1);
  const total = free.totalVariation();
  if (total <= problem.variation) return made(free, 1);
  for (const margin of MARGINS) {
    const scale = (problem.variation / total) * (1 - margin);
    const means = shrunk(shape, scale);
    if (means.totalVariation() <= problem.variation) return made(means, scale);
  }
  throw new Error(`a ${family.id} environment could not be brought within the budget`);
}
