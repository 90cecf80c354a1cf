/** What the robust policies share: parameters, the condition of their guarantee, and their kernel. */
import { zetaWithoutGuaranteeWarning } from '../base/warnings.ts';
import type { PolicyParameter, PolicySettings, TuningRequest } from '../definitions/policy.ts';
import { AS_ONE_PLUS } from '../definitions/roles.ts';
import { MossIndices } from '../portable/indices/moss.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import type { SaturatingKernel } from '../showing/by-saturated-index.ts';
import { leastZeta, psiConditionHolds } from '../theory/psi.ts';
import { contestOf } from './contest.ts';
import { LARGEST_COUNT, type SaturableMemory, saturatedMean } from './saturation-grid.ts';
import { neverForgets, tuneWindow } from './tuning.ts';

export const BASE: PolicyParameter<'a'> = {
  kind: 'number',
  id: 'a',
  symbol: 'a',
  summary: 'base of the grid of saturation limits',
  default: 1.1,
  // Nearer to 1 the grid has more limits than is useful, and memory grows without gain.
  least: 1.001,
};

export const ZETA: PolicyParameter<'zeta'> = {
  kind: 'number',
  id: 'zeta',
  symbol: 'ζ',
  role: { of: 'width', width: AS_ONE_PLUS },
  summary:
    'width: 1 + ζ; the theory requires 2.184 at a = 1.1, but 0.1 has less regret in practice',
  default: 2.2,
  above: 0,
};

/** Warns where ψ(2ζ/a) ≥ 2a/ζ does not hold: the policy runs, without its guarantee. */
export function checkZeta(request: TuningRequest): void {
  const a = request.given.a ?? BASE.default ?? 0;
  const zeta = request.given.zeta ?? ZETA.default ?? 0;
  if (psiConditionHolds(zeta, a)) return;
  request.warn(zetaWithoutGuaranteeWarning(request.policy, zeta, a, leastZeta(a)));
}

/** The window of a robust policy that forgets, with the warning of `checkZeta`. */
export function tuneRobustWindow(request: TuningRequest): Record<string, number> {
  checkZeta(request);
  return tuneWindow(request);
}

/**
 * Robust MOSS over some memory, with `length` (the horizon or the window) in its logarithms. Counts
 * reach `largestCount` at most. K in the limits is that of the start, so that a new arm moves no bin.
 */
export function robustKernel(
  { armCount, startArmCount, values }: PolicySettings,
  length: number,
  largestCount: number,
  remember: (cells: number) => SaturableMemory,
): SaturatingKernel {
  const grid = { base: values.a, length, armCount: startArmCount, largestCount };
  const estimator = saturatedMean(armCount, grid, remember);
  return new IndexKernel(
    armCount,
    estimator,
    new MossIndices(contestOf(armCount), length, 1 + values.zeta, 1),
  );
}

/** The same over a memory of `window` slots, or of all where nothing need be forgotten. */
export function forgettingRobustKernel(
  settings: PolicySettings,
  remember: (values: PolicySettings['values'], cells: number) => SaturableMemory,
): SaturatingKernel {
  const { values } = settings;
  const largestCount = neverForgets(values) ? LARGEST_COUNT : values.window;
  return robustKernel(settings, values.window, largestCount, (cells) => remember(values, cells));
}
