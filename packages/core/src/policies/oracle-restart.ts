/**
 * The restarting oracle: a stationary policy that is given when to forget, and nothing else. What a
 * detector of changes could reach at best.
 *
 * Reference: compared with by Besson, Kaufmann, Maillard & Seznec, Efficient Change-Point Detection for
 * Tackling Piecewise-Stationary Bandits, 2022; read in the code that goes with it.
 * Rule: kl-UCB, or UCB1 with `kl` = 0, that begins anew, t = 1 included, at each slot whose best arm is
 * another than that of the slot before; with `any` = 1 at each slot with a mean that is another.
 * Rewards: in [0, 1], in both cases; others are mapped from the declared range and clipped.
 * Parameters: `kl` 0 or 1; `any` 0 or 1. It must be given the means, which only a simulation knows. No
 * arm can join, as its means are not known. Where means drift in every slot, `any` = 1 begins anew in every
 * slot and so plays all arms in turn.
 * Start: each arm once, in order, after every change; one that comes before all arms were played hands its
 * place on.
 * Guarantee: √(Υ K T) up to logarithms for Υ changes.
 * Cost: O(K) per slot, 4K numbers and one for each change.
 * Late rewards count at the age of their own slot, and not after a restart.
 *
 * @example
 * const { means } = createEnvironment('piecewise:breakpoints=3;means=0.9/0.1|0.2/0.8', { horizon: 6 });
 * trace(createPolicy('oracle-restart', { armCount: 2, means }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Means } from '../means/means.ts';
import { TimeLevel } from '../portable/indices/kl-level.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { UcbRule, USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { RestartingKernel } from '../portable/kernels/restarting-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { lineContestOf } from '../tuning/contest.ts';
import { meansOf } from '../tuning/tuning.ts';

/** Whether a slot differs from the one before in any mean. */
function differs(means: Means, slot: number): boolean {
  for (let arm = 0; arm < means.armCount; arm++) {
    if (means.mean(slot, arm) !== means.mean(slot - 1, arm)) return true;
  }
  return false;
}

/** The slots at which a restart is due. */
function breaksOf(means: Means, any: boolean): Int32Array<ArrayBuffer> {
  const breaks: number[] = [];
  for (let slot = 1; slot < means.horizon; slot++) {
    const due = any ? differs(means, slot) : means.bestArm(slot) !== means.bestArm(slot - 1);
    if (due) breaks.push(slot);
  }
  return Int32Array.from(breaks);
}

export const oracleRestart = definePolicy({
  id: 'oracle-restart',
  order: 310,
  name: 'Oracle restarts',
  summary: 'kl-UCB or UCB1 that knows when the best arm changes, and then starts again.',
  reference: 'Besson, Kaufmann, Maillard & Seznec 2022',
  needs: 'means',
  formula: 'largest q with n kl(mean, q) ≤ ln t, n and t since the last change',
  memory: 'until a change',
  memoryKind: 'given-changes',
  estimator: 'mean',
  index: 'kl or UCB',
  rewards: 'unit-interval',
  guarantee: '√(Υ K T) up to logarithms, for Υ changes',
  cost: 'O(K) per slot, 4K numbers and one per change',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    {
      kind: 'integer',
      id: 'kl',
      symbol: 'kl',
      role: { of: 'switch' },
      summary: '1: kl-UCB; 0: UCB1',
      default: 1,
      least: 0,
      most: 1,
    },
    {
      kind: 'integer',
      id: 'any',
      symbol: 'any',
      role: { of: 'switch' },
      summary: '1: starts again when any mean changes; 0: only when the best arm changes',
      default: 0,
      least: 0,
      most: 1,
    },
  ],
  kernel: (settings) => {
    const { armCount, horizon = USUAL_HORIZON, values } = settings;
    const breaks = breaksOf(meansOf(settings), values.any === 1);
    const memory = new AllTime(armCount);
    if (values.kl === 1) {
      const inner = new KlIndexKernel(armCount, memory, new TimeLevel(Infinity, 0));
      return new RestartingKernel(armCount, inner, breaks);
    }
    const rule = new UcbRule(Infinity, 2, 1, horizon);
    const indices = new RisingIndices(lineContestOf(armCount), rule);
    return new RestartingKernel(armCount, new IndexKernel(armCount, memory, indices), breaks);
  },
  shows: byIndexInTurn,
});
