/**
 * The condition under which Robust MOSS keeps its guarantee (Wei & Srivastava, section V):
 * ψ(2ζ/a) ≥ 2a/ζ with ψ(x) = (1 + 1/x) ln(1 + x) − 1.
 */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';

const seriesBelow = 0.25;

/** ψ(x) = x/2 − x²/6 + x³/12 − … = Σ (−1)^(n+1) xⁿ / (n(n+1)), for small x. */
function psiSeries(x: number): number {
  let sum = 0;
  let power = x;
  for (let n = 1; Math.abs(power) > 1e-18 * Math.abs(x); n++) {
    sum += power / (n * (n + 1));
    power *= -x;
  }
  return sum;
}

/** ln(1 + x) without the rounding of 1 + x: the quotient puts back what that addition lost. */
function lnOnePlus(x: number): number {
  const rounded = 1 + x;
  return (ln(rounded) * x) / (rounded - 1);
}

/** ψ(x) = (1 + 1/x) ln(1 + x) − 1 for x ≥ 0; increasing, and 0 at 0. */
export function psi(x: number): number {
  if (!(x >= 0 && x < Number.POSITIVE_INFINITY)) {
    throw new ParameterError(`psi's argument must be a number >= 0; got ${x}`);
  }
  if (x < seriesBelow) return psiSeries(x);
  return (1 + 1 / x) * lnOnePlus(x) - 1;
}

function checkBase(a: number): void {
  if (!(a > 1 && a < Number.POSITIVE_INFINITY)) {
    throw new ParameterError(`a must be a number > 1; got ${a}`);
  }
}

/** Whether ψ(2ζ/a) ≥ 2a/ζ, which the regret bounds of the robust policies ask for. */
export function psiConditionHolds(zeta: number, a: number): boolean {
  checkBase(a);
  return zeta > 0 && psi((2 * zeta) / a) >= (2 * a) / zeta;
}

/** The least ζ that meets the condition for this a, to the last bit: 2.184 at a = 1.1. */
export function leastZeta(a: number): number {
  checkBase(a);
  let below = 0;
  let holds = 1;
  while (!psiConditionHolds(holds, a)) {
    below = holds;
    holds *= 2;
  }
  for (;;) {
    const middle = below + (holds - below) / 2;
    if (middle <= below || middle >= holds) return holds;
    if (psiConditionHolds(middle, a)) holds = middle;
    else below = middle;
  }
}
