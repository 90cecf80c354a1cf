/**
 * Traces of IMED, SW-IMED and D-IMED, whose index is −I, I = n kl(mean, best mean) + ln n.
 *
 * Slots count from 0. The numbers were worked out with 50 digits, apart from any code of this project;
 * comments give eight digits, the data fifteen.
 */
import { type IndexTrace, UNSEEN } from './trace.ts';

/** The index of an arm that may not be better than one that never failed. */
const NEVER: number = Number.NEGATIVE_INFINITY;

/** Traces of IMED, SW-IMED and D-IMED. */
export const imedTraces: readonly IndexTrace[] = [
  // With a best mean of 1 all others cost ∞: arm 0 is kept until its first failure, in slot 3.
  {
    id: 'imed',
    reference: 'not in the paper; Honda and Takemura 2015',
    armCount: 2,
    settings: {},
    rewards: [
      [1, 0],
      [1, 0.25],
      [1, 0],
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 1, 1, 0, 1, 0, 0],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); arm 1
      [0, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0.25); I₀ = ln 1 = 0; I₁ = 1 kl(0.25, 1) + ln 1 = ∞; arm
      //   0
      [0, NEVER],
      // slot 3: n = (2, 1), mean = (1, 0.25); I₀ = ln 2 = 0.69314718; I₁ = 1 kl(0.25, 1) + ln 1
      //   = ∞; arm 0
      [-Math.LN2, NEVER],
      // slot 4: n = (3, 1), mean = (0.66666667, 0.25); I₀ = ln 3 = 1.0986123; I₁ = 1 kl(0.25,
      //   0.66666667) + ln 1 = 0.36299035; arm 1
      [-1.09861228866811, -0.362990348909315],
      // slot 5: n = (3, 2), mean = (0.66666667, 0.625); I₀ = ln 3 = 1.0986123; I₁ = 2 kl(0.625,
      //   0.66666667) + ln 2 = 0.70081131; arm 1
      [-1.09861228866811, -0.700811305880269],
      // slot 6: n = (3, 3), mean = (0.66666667, 0.41666667); I₀ = ln 3 = 1.0986123; I₁ = 3
      //   kl(0.41666667, 0.66666667) + ln 3 = 1.4904354; arm 0
      [-1.09861228866811, -1.49043538099793],
      // slot 7: n = (4, 3), mean = (0.5, 0.41666667); I₀ = ln 4 = 1.3862944; I₁ = 3
      //   kl(0.41666667, 0.5) + ln 3 = 1.140474; arm 1
      [-1.38629436111989, -1.14047403237337],
      // slot 8: n = (4, 4), mean = (0.5, 0.3125); I₀ = ln 4 = 1.3862944; I₁ = 4 kl(0.3125, 0.5)
      //   + ln 4 = 1.6745376; arm 0
      [-1.38629436111989, -1.67453758513869],
      // slot 9: n = (5, 4), mean = (0.6, 0.3125); I₀ = ln 5 = 1.6094379; I₁ = 4 kl(0.3125, 0.6)
      //   + ln 4 = 2.0602804; arm 0
      [-1.6094379124341, -2.06028040526032],
    ],
  },
  // The last 4 slots: where all that is left of an arm are successes, it is kept.
  {
    id: 'sw-imed',
    reference: 'not in the paper; ours, of Honda and Takemura 2015',
    armCount: 2,
    settings: { window: 4 },
    rewards: [
      [1, 0],
      [0, 0.25],
      [1, 0],
      [0, 0],
      [0, 1],
      [1, 0.25],
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 1, 1, 1, 1, 0, 0],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); arm 1
      [0, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0.25); I₀ = ln 1 = 0; I₁ = 1 kl(0.25, 1) + ln 1 = ∞; arm
      //   0
      [0, NEVER],
      // slot 3: n = (2, 1), mean = (1, 0.25); I₀ = ln 2 = 0.69314718; I₁ = 1 kl(0.25, 1) + ln 1
      //   = ∞; arm 0
      [-Math.LN2, NEVER],
      // slot 4: n = (3, 1), mean = (0.66666667, 0.25); I₀ = ln 3 = 1.0986123; I₁ = 1 kl(0.25,
      //   0.66666667) + ln 1 = 0.36299035; arm 1
      [-1.09861228866811, -0.362990348909315],
      // slot 5: n = (2, 2), mean = (0.5, 0.625); I₀ = 2 kl(0.5, 0.625) + ln 2 = 0.7576857; I₁ =
      //   ln 2 = 0.69314718; arm 1
      [-0.757685701697516, -Math.LN2],
      // slot 6: n = (2, 2), mean = (0.5, 0.625); I₀ = 2 kl(0.5, 0.625) + ln 2 = 0.7576857; I₁ =
      //   ln 2 = 0.69314718; arm 1
      [-0.757685701697516, -Math.LN2],
      // slot 7: n = (1, 3), mean = (0, 0.75); I₀ = 1 kl(0, 0.75) + ln 1 = 1.3862944; I₁ = ln 3 =
      //   1.0986123; arm 1
      [-1.38629436111989, -1.09861228866811],
      // slot 8: n = (0, 4), mean = (–, 0.5625); arm 0
      [UNSEEN, -1.38629436111989],
      // slot 9: n = (1, 3), mean = (1, 0.41666667); I₀ = ln 1 = 0; I₁ = 3 kl(0.41666667, 1) + ln
      //   3 = ∞; arm 0
      [0, NEVER],
    ],
  },
  // γ = ½: less than one reward may be left of an arm, and ln n is below 0.
  {
    id: 'd-imed',
    reference: 'not in the paper; ours, of Honda and Takemura 2015',
    armCount: 2,
    settings: { discount: 0.5 },
    rewards: [
      [1, 0],
      [1, 0.25],
      [1, 0],
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 1, 1, 0, 1, 0, 0],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); arm 1
      [0, UNSEEN],
      // slot 2: n = (0.5, 1), mean = (1, 0.25); I₀ = ln 0.5 = -0.69314718; I₁ = 1 kl(0.25, 1) +
      //   ln 1 = ∞; arm 0
      [Math.LN2, NEVER],
      // slot 3: n = (1.25, 0.5), mean = (1, 0.25); I₀ = ln 1.25 = 0.22314355; I₁ = 0.5 kl(0.25,
      //   1) + ln 0.5 = ∞; arm 0
      [-0.22314355131421, NEVER],
      // slot 4: n = (1.625, 0.25), mean = (0.38461538, 0.25); I₀ = ln 1.625 = 0.48550782; I₁ =
      //   0.25 kl(0.25, 0.38461538) + ln 0.25 = -1.376126; arm 1
      [-0.485507815781701, 1.37612596650131],
      // slot 5: n = (0.8125, 1.125), mean = (0.38461538, 0.91666667); I₀ = 0.8125 kl(0.38461538,
      //   0.91666667) + ln 0.8125 = 0.52065378; I₁ = ln 1.125 = 0.11778304; arm 1
      [-0.520653780963091, -0.117783035656383],
      // slot 6: n = (0.40625, 1.5625), mean = (0.38461538, 0.33); I₀ = ln 0.40625 = -0.90078655;
      //   I₁ = 1.5625 kl(0.33, 0.38461538) + ln 1.5625 = 0.45633457; arm 0
      [0.90078654533819, -0.456334567816838],
      // slot 7: n = (1.203125, 0.78125), mean = (0.064935065, 0.33); I₀ = 1.203125
      //   kl(0.064935065, 0.33) + ln 1.203125 = 0.43291969; I₁ = ln 0.78125 = -0.24686008; arm 1
      [-0.432919691090792, 0.246860077931526],
      // slot 8: n = (0.6015625, 1.390625), mean = (0.064935065, 0.092696629); I₀ = 0.6015625
      //   kl(0.064935065, 0.092696629) + ln 0.6015625 = -0.50517567; I₁ = ln 1.390625 =
      //   0.32975329; arm 0
      [0.505175671403156, -0.329753286372468],
      // slot 9: n = (1.3007813, 0.6953125), mean = (0.78378378, 0.092696629); I₀ = ln 1.3007813
      //   = 0.26296505; I₁ = 0.6953125 kl(0.092696629, 0.78378378) + ln 0.6953125 = 0.40378874;
      //   arm 0
      [-0.262965045500881, -0.40378873529532],
    ],
  },
];
