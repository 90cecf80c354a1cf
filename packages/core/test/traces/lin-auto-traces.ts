/**
 * Traces of lin-auto over six slots, which are too few for its test.
 *
 * Features are 0 and 1. Sums that never fade are fractions, which comments give exactly. Weights, the other memories and
 * the widths were worked out with 50 digits, apart from any code of this project.
 */
import type { NaiveAction } from '../naive/linear-family.ts';

export interface LinAutoTrace {
  readonly name: string;
  readonly blocks: number;
  readonly dimension: number;
  readonly intercept: boolean;
  /** The actions of every slot. */
  readonly actions: readonly NaiveAction[];
  /** `rewards[slot][action]`. */
  readonly rewards: readonly (readonly number[])[];
  readonly picks: readonly number[];
  /** `indices[slot][action]`, before the slot is played. */
  readonly indices: readonly (readonly number[])[];
}

export const linAutoTraces: readonly LinAutoTrace[] = [
  // An intercept alone, so that the three ridges are alike. Comments have θ and s of the infinite memory.
  {
    name: 'two arms, an intercept alone',
    blocks: 2,
    dimension: 1,
    intercept: true,
    actions: [
      { block: 0, features: [1] },
      { block: 1, features: [1] },
    ],
    rewards: [
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
    ],
    picks: [0, 0, 1, 1, 1, 1],
    indices: [
      // slot 0: m̄ = 1/2, σ² = 1/4, N = 0, so there are no widths; plays 0 and sees 1, so q = (1/2)²/(1 + 1) = 1/8
      [0.5, 0.5],
      // slot 1: m̄ = 3/4, σ² = (1/4 + 1/8)/2 = 3/16; arm 0: θ = (1 + 3/4)/2 = 7/8, s = 1/2; arm 1: θ = 3/4, s = 1;
      //   widths √(0.3 ln 2 · 3/32) and √(0.3 ln 2 · 3/16); plays 0 and sees 0, so q = (7/8)²/(3/2) = 49/96
      [1.014623652914714, 0.947457663580062],
      // slot 2: m̄ = 1/2, σ² = (1/4 + 1/8 + 49/96)/3 = 85/288; arm 0: θ = 1/2, s = 1/3, but less with the
      //   shorter memories: (29/30 + 1/2)/(89/30) = 44/89 with 30; arm 1: θ = 1/2, s = 1; plays 1 and sees 1, so q = 1/8
      [0.678850583935893, 0.811886137972106],
      // slot 3: m̄ = 5/8, σ² = (85/96 + 1/8)/4 = 97/384; arm 0: θ = 13/24, s = 1/3; arm 1: θ = 13/16, s = 1/2; plays 1
      //   and sees 1, so q = (3/16)²/(3/2) = 3/128
      [0.728543261338723, 1.041688917220725],
      // slot 4: m̄ = 7/10, σ² = (97/96 + 3/128)/5 = 397/1920; arm 0: θ = 17/30, s = 1/3; arm 1: θ = 9/10, s = 1/3; plays 1
      //   and sees 1
      [0.75000900899546, 1.082397772493476],
      // slot 5: m̄ = 3/4, σ² = 0.1735655; arm 0: θ = 7/12, s = 1/3; arm 1: θ = 15/16, s = 1/4; the weight of memory 30
      //   is 0.1997845; plays 1
      [0.761866199881168, 1.090315003274703],
    ],
  },
  // No intercept, so that m̄ = 0 and the ridge is 1.
  {
    name: 'three actions of two columns',
    blocks: 1,
    dimension: 2,
    intercept: false,
    actions: [
      { block: 0, features: [1, 0] },
      { block: 0, features: [0, 1] },
      { block: 0, features: [1, 1] },
    ],
    rewards: [
      [1, 0, 1],
      [0, 1, 0],
      [0, 1, 1],
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
    ],
    picks: [0, 2, 0, 0, 0, 0],
    indices: [
      // slot 0: V = (1, 0; 0, 1), θ = (0, 0), σ² = 1, N = 0; plays 0 and sees 1, so q = 1/2
      [0, 0, 0],
      // slot 1: V = (2, 0; 0, 1), θ = (1/2, 0), σ² = 3/4; s = (1/2, 1, 3/2); index = (1/2 + √(0.3 ln 2 · 3/8),
      //   √(0.3 ln 2 · 3/4), 1/2 + √(0.3 ln 2 · 9/8)); plays 2 and sees 0, so q = (1/2)²/(5/2) = 1/10
      [0.779247305829428, 0.394915327160124, 0.983670521573293],
      // slot 2: V = (3, 1; 1, 2), θ = (2/5, -1/5), σ² = (1 + 1/2 + 1/10)/3 = 8/15; s = (2/5, 3/5, 3/5); plays 0, sees 0
      [0.663494572509402, 0.125928581553624, 0.523780533527106],
      // slot 3: V = (4, 1; 1, 2), θ = (2/7, -1/7), σ² = 0.4282365; s = (2/7, 4/7, 4/7); plays 0 and sees 1
      [0.508515409718817, 0.179065670698975, 0.461693280901448],
      // slot 4: V = (5, 1; 1, 2), θ = (4/9, -2/9), σ² = 0.4226196; s = (2/9, 5/9, 5/9); plays 0 and sees 0
      [0.65642856743804, 0.118590608126765, 0.561725145617213],
      // slot 5: V = (6, 1; 1, 2), θ = (4/11, -2/11), σ² = 0.3788446; s = (2/11, 6/11, 6/11); plays 0
      [0.553823115505993, 0.157434759734656, 0.518335594989222],
    ],
  },
];
