/**
 * Every text that the command line warns with, and what it advises where the library warns: flags and keys
 * of files are ours to know.
 */
import { counted } from '@driftline/engine/numbers';

/** The next number of two digits: a budget to type that is not too small. */
function roundedUp(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / unit) * unit).toPrecision(2));
}

/** How to give policies a budget with which guarantees hold. */
export function budgetAdvice(truth: number): string {
  const enough = roundedUp(truth);
  return `; for the guarantees of theory, use --variation ${enough} (in a file, variation: ${enough})`;
}

/** Nobody typed this budget, so nobody can leave it out. */
export function statedBudgetText(truth: number, stated: number): string {
  return `the true variation ${truth} exceeds the stated budget ${stated} that policies are given; for the guarantees of theory, play it with --variation ${truth} or more`;
}

/** @param flag - the flag that names policies */
export function repeatedPolicyText(flag: string, spec: string): string {
  return `${flag} names ${spec} more than once; it is played only once`;
}

export function leftOutText(spec: string, reason: string): string {
  return `${spec} is left out: ${reason}`;
}

export function changedResultText(folder: string): string {
  return `${folder}: result.json was changed after the run; the report shows its present numbers`;
}

export function shortMemoryText(window: number, arms: number): string {
  return `a window of ${counted(window, 'slot')} cannot hold one reward of each of ${arms} arms; use a smaller variation budget or fewer arms`;
}

export function longMemoryText(variation: number, horizon: number): string {
  return `the budget ${variation} asks for a window longer than the horizon, so the window is ${counted(horizon, 'slot')} and nothing is forgotten`;
}
