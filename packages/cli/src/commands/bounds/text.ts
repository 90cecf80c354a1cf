/** The theory's numbers as text for a terminal. */
import type { UpperBound } from '@driftline/core/theory';
import { readable } from '@driftline/engine/numbers';
import { labelled, padLeft, padRight, WIDTH, wrap } from '../../terminal/text.ts';
import type { BoundsRecord } from './record.ts';

function tuningLines({ tuning }: BoundsRecord): string[] {
  const row = (symbol: string, value: number, meaning: string, digits = 6) =>
    labelled(`  ${symbol}  ${readable(value, digits)}`, meaning, 20);
  return [
    'Tuning',
    ...row('τ', tuning.window, 'window or epoch: R-MOSS, SW-MOSS, robust forms, SW-UCB'),
    // Near 1 its last digits are what matters.
    ...row('γ', tuning.discount, 'discount: D-UCB, DTS', 10),
    ...row('N', tuning.epochs, 'epochs of τ slots in the horizon'),
    ...row('Δ', tuning.rexp3.window, 'epoch of Rexp3'),
    ...row('g', tuning.rexp3.g, 'exploration of Rexp3'),
    ...row('α', tuning.exp3s.alpha, 'share of Exp3.S'),
    ...row('g', tuning.exp3s.g, 'exploration of Exp3.S'),
  ];
}

/** Fractions of large regrets say nothing. */
function regret(value: number): string {
  return readable(value >= 1000 ? Math.round(value) : value);
}

function upperBoundLines({ upperBounds, eta, xi }: BoundsRecord): string[] {
  const row = (name: string, value: string, capped: string, note: string) =>
    `${padRight(name, 34)}${padLeft(value, 14)}${padLeft(capped, 18)}  ${note}`.trimEnd();
  const bound = (name: string, { value, capped, vacuous }: UpperBound) =>
    row(`  ${name}`, regret(value), regret(capped), vacuous ? 'vacuous' : '');
  const trivial = regret(upperBounds.trivial);
  return [
    row('Upper bounds on regret', 'bound', 'min(bound, T b)', ''),
    bound('R-MOSS', upperBounds['r-moss']),
    bound(`SW-MOSS (η = ${eta})`, upperBounds['sw-moss']),
    bound(`D-UCB (ξ = ${xi}), corrected`, upperBounds['d-ucb']),
    bound(`D-UCB (ξ = ${xi}), as printed`, upperBounds['d-ucb'].printed),
    row('  any policy: T b', trivial, trivial, ''),
  ];
}

function lowerBoundLines({ lowerBound }: BoundsRecord): string[] {
  const [least, most] = lowerBound.provedForVariation.map((limit) => readable(limit));
  const where = `[1/K, T/K] = [${least}, ${most}]`;
  return [
    'Lower bound on regret: a rate with an unknown constant',
    `  (K V)^(1/3) T^(2/3) = ${readable(lowerBound.rate)}`,
    ...labelled(
      '',
      lowerBound.proved
        ? `V lies in ${where}, for which the bound is proved.`
        : `V lies outside of ${where}: the bound is not proved for it.`,
      2,
    ),
  ];
}

function robustLines({ robust }: BoundsRecord): string[] {
  const row = ({ a, zeta }: { a: number; zeta: number }) =>
    `  a = ${padRight(String(a), 5)} ζ ≥ ${zeta.toFixed(3)}`;
  return ['Robust policies: ψ(2ζ/a) ≥ 2a/ζ holds for', ...robust.leastZeta.map(row)];
}

const reading =
  "How to read this: if the means stay within the budget, the regret of a policy after T slots is at most its upper bound. No policy can lose more than T b, so a larger bound is vacuous: it states nothing. In the worst case, no policy does better than an unknown constant times the lower bound's rate. For D-UCB, the steps of the paper's proof add up to more than the printed bound. The table shows both.";

/** The theory's numbers as a table. */
export function boundsTable(record: BoundsRecord): string[] {
  const { arms, horizon, variation, meanRange } = record;
  return [
    `K = ${readable(arms)} arms, T = ${readable(horizon)} slots, variation V = ${readable(variation)}, range of means b = ${readable(meanRange)}`,
    '',
    ...tuningLines(record),
    '',
    ...upperBoundLines(record),
    '',
    ...lowerBoundLines(record),
    '',
    ...robustLines(record),
    '',
    ...wrap(reading, WIDTH),
  ];
}
