/** The evidence that the tests of META and ArmSwitch ask for, and from which horizon on they can be met. */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';
import { checkProblem } from './problem.ts';

/** A test that asks a sum over `rounds` rounds of uniform play to exceed a bar. */
interface EvictionTest {
  /** The expectation of the sum in one round is this times the gap. */
  readonly rate: number;
  bar(rounds: number): number;
}

/** The tests that evict arms: of META with C₀ = 1, and of ArmSwitch as published. */
export type EvictionRule = 'meta' | 'arm-switch';

/** No horizon is longer: 2⁵³. */
const LONGEST = 2 ** 53;

/** Suk and Kpotufe 2022, inequality (2): gap estimates have the mean Δ. */
function metaTest(armCount: number, horizon: number): EvictionTest {
  const logarithm = ln(horizon);
  const bar = (rounds: number) =>
    logarithm * Math.sqrt(Math.max(armCount * (rounds - 1), armCount * armCount));
  return { rate: 1, bar };
}

/** Abbasi-Yadkori, György and Lazić 2023, inequality (6), with the δ of their Theorem 1. */
function armSwitchTest(armCount: number, horizon: number): EvictionTest {
  const base = ln(2) + 1.5 * ln(armCount) + 3.5 * ln(horizon);
  const bar = (rounds: number) => {
    const square = base + ln(ln(rounds) + 2);
    return 12 * Math.max(Math.sqrt((rounds / armCount) * square), square);
  };
  return { rate: 1 / armCount, bar };
}

/**
 * The least horizon within which a test is expected to evict an arm, if all slots are played uniformly and form one
 * interval. It is Infinity above 2⁵³.
 *
 * @param gap - the difference between the means of the two arms that are compared, above 0 and at most 1
 */
export function evictionHorizon(rule: EvictionRule, armCount: number, gap: number): number {
  checkProblem(armCount, 1, 0);
  if (!(gap > 0 && gap <= 1)) {
    throw new ParameterError(`gap must be a number > 0 and <= 1; got ${gap}`);
  }
  const isMet = (horizon: number) => {
    const test = rule === 'meta' ? metaTest(armCount, horizon) : armSwitchTest(armCount, horizon);
    return gap * test.rate * horizon > test.bar(horizon);
  };
  if (!isMet(LONGEST)) return Number.POSITIVE_INFINITY;
  let [below, from] = [1, LONGEST];
  while (from - below > 1) {
    const middle = Math.floor((below + from) / 2);
    if (isMet(middle)) from = middle;
    else below = middle;
  }
  return from;
}
