/**
 * A trace of D-RMOSS, which no paper has: the rule is at the head of `naive/discounted-robust-moss.ts`.
 *
 * Slots count from 0. The numbers were worked out with 50 digits, apart from any code of this project;
 * comments give eight digits, the data fifteen. Weights and clipped rewards are listed oldest first.
 */
import { type IndexTrace, UNSEEN } from './trace.ts';

/** A trace of D-RMOSS. */
export const discountedRobustMossTraces: readonly IndexTrace[] = [
  // MOSS's width. With a = 1.5 the limit rises where n reaches 1.5, 2.25 and 3.375, and sinks
  // again while an arm waits: from slot 4 to slot 10 arm 0 is not played, and in slots 6 and 10
  // its mean moves all the same, as its rewards 3 and -5 are clipped further. The width's
  // logarithm is above 1 while n < 10/(2e) = 1.84.
  {
    id: 'd-rmoss',
    reference: 'Section V-A with the discount of Algorithm 3',
    armCount: 2,
    settings: { discount: 0.9, a: 1.5, zeta: 0.1 },
    rewards: [
      [3, 0],
      [0, 0.5],
      [1, 0],
      [-5, 1],
      [-5, 1],
      [0, 1],
      [0, 0.5],
      [0, 0.75],
      [0, 3],
      [2, -2],
      [0, 0],
      [-4, 0],
    ],
    arms: [0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1],
    indices: [
      // slot 0: index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: arm 0: n = 1, h = 1.5, B = √(1.5/1.2039728) = 1.1161879, weights (1), clipped
      //   (1.1161879), mean = 1.1161879, ln₊ = 1.6094379, width = 1.3954999; index = (2.5116877,
      //   ∞); arm 1
      [2.51168771580643, UNSEEN],
      // slot 2: arm 0: n = 0.9, h = 1.5, B = √(1.5/1.2039728) = 1.1161879, weights (0.9),
      //   clipped (1.1161879), mean = 1.1161879, ln₊ = 1.7147984, width = 1.5183712; arm 1: n = 1,
      //   h = 1.5, B = √(1.5/1.2039728) = 1.1161879, weights (1), clipped (0.5), mean = 0.5, ln₊ =
      //   1.6094379, width = 1.3954999; index = (2.6345591, 1.8954999); arm 0
      [2.63455908969595, 1.89549986529747],
      // slot 3: arm 0: n = 1.81, h = 2.25, B = √(2.25/1) = 1.5, weights (0.81, 1), clipped (1.5,
      //   1), mean = 1.2237569, ln₊ = 1.0161111, width = 0.82418364; arm 1: n = 0.9, h = 1.5, B =
      //   √(1.5/1.2039728) = 1.1161879, weights (0.9), clipped (0.5), mean = 0.5, ln₊ = 1.7147984,
      //   width = 1.5183712; index = (2.0479405, 2.0183712); arm 0
      [2.04794054411197, 2.018371239187],
      // slot 4: arm 0: n = 2.629, h = 3.375, B = √(3.375/1) = 1.8371173, weights (0.729, 0.9,
      //   1), clipped (1.8371173, 1, -1.8371173), mean = 0.15296356, ln₊ = 1, width = 0.67841805;
      //   arm 1: n = 0.81, h = 1.5, B = √(1.5/1.2039728) = 1.1161879, weights (0.81), clipped
      //   (0.5), mean = 0.5, ln₊ = 1.8201589, width = 1.6489399; index = (0.83138161, 2.1489399);
      //   arm 1
      [0.831381610662336, 2.14893992206785],
      // slot 5: arm 0: n = 2.3661, h = 3.375, B = √(3.375/1) = 1.8371173, weights (0.6561, 0.81,
      //   0.9), clipped (1.8371173, 1, -1.8371173), mean = 0.15296356, ln₊ = 1, width =
      //   0.71511541; arm 1: n = 1.729, h = 2.25, B = √(2.25/1) = 1.5, weights (0.729, 1), clipped
      //   (0.5, 1), mean = 0.7891845, ln₊ = 1.0618947, width = 0.86205687; index = (0.86807898,
      //   1.6512414); arm 1
      [0.868078975071312, 1.65124136785788],
      // slot 6: arm 0: n = 2.12949, h = 2.25, B = √(2.25/1) = 1.5, weights (0.59049, 0.729,
      //   0.81), clipped (1.5, 1, -1.5), mean = 0.18771396, ln₊ = 1, width = 0.75379783; arm 1: n
      //   = 2.5561, h = 3.375, B = √(3.375/1) = 1.8371173, weights (0.6561, 0.9, 1), clipped (0.5,
      //   1, 1), mean = 0.87165995, ln₊ = 1, width = 0.68802428; index = (0.94151179, 1.5596842);
      //   arm 1
      [0.941511789295449, 1.5596842314546],
      // slot 7: arm 0: n = 1.916541, h = 2.25, B = √(2.25/1) = 1.5, weights (0.531441, 0.6561,
      //   0.729), clipped (1.5, 1, -1.5), mean = 0.18771396, ln₊ = 1, width = 0.79457268; arm 1: n
      //   = 3.30049, h = 3.375, B = √(3.375/1) = 1.8371173, weights (0.59049, 0.81, 0.9, 1),
      //   clipped (0.5, 1, 1, 0.5), mean = 0.75905244, ln₊ = 1, width = 0.60548512; index =
      //   (0.98228664, 1.3645376); arm 1
      [0.982286638638756, 1.36453756353299],
      // slot 8: arm 0: n = 1.7248869, h = 2.25, B = √(2.25/1) = 1.5, weights (0.4782969,
      //   0.59049, 0.6561), clipped (1.5, 1, -1.5), mean = 0.18771396, ln₊ = 1.0642764, width =
      //   0.86405143; arm 1: n = 3.970441, h = 5.0625, B = √(5.0625/1) = 2.25, weights (0.531441,
      //   0.729, 0.81, 0.9, 1), clipped (0.5, 1, 1, 0.5, 0.75), mean = 0.75677248, ln₊ = 1, width
      //   = 0.55204351; index = (1.0517654, 1.308816); arm 1
      [1.05176539341001, 1.30881599851097],
      // slot 9: arm 0: n = 1.5523982, h = 2.25, B = √(2.25/1) = 1.5, weights (0.43046721,
      //   0.531441, 0.59049), clipped (1.5, 1, -1.5), mean = 0.18771396, ln₊ = 1.1696369, width =
      //   0.95480934; arm 1: n = 4.5733969, h = 5.0625, B = √(5.0625/1) = 2.25, weights
      //   (0.4782969, 0.6561, 0.729, 0.81, 0.9, 1), clipped (0.5, 1, 1, 0.5, 0.75, 2.25), mean =
      //   1.0832754, ln₊ = 1, width = 0.51436717; index = (1.1425233, 1.5976426); arm 1
      [1.14252329690668, 1.59764258708968],
      // slot 10: arm 0: n = 1.3971584, h = 1.5, B = √(1.5/1.2039728) = 1.1161879, weights
      //   (0.38742049, 0.4782969, 0.531441), clipped (1.1161879, 1, -1.1161879), mean =
      //   0.22727771, ln₊ = 1.2749975, width = 1.0508108; arm 1: n = 5.1160572, h = 7.59375, B =
      //   √(7.59375/1) = 2.755676, weights (0.43046721, 0.59049, 0.6561, 0.729, 0.81, 0.9, 1),
      //   clipped (0.5, 1, 1, 0.5, 0.75, 2.755676, -2), mean = 0.56956595, ln₊ = 1, width =
      //   0.4863232; index = (1.2780885, 1.0558891); arm 0
      [1.27808849755424, 1.05588914805421],
      // slot 11: arm 0: n = 2.2574426, h = 3.375, B = √(3.375/1) = 1.8371173, weights
      //   (0.34867844, 0.43046721, 0.4782969, 1), clipped (1.8371173, 1, -1.8371173, 0), mean =
      //   0.085203893, ln₊ = 1, width = 0.73212347; arm 1: n = 4.6044515, h = 5.0625, B =
      //   √(5.0625/1) = 2.25, weights (0.38742049, 0.531441, 0.59049, 0.6561, 0.729, 0.81, 0.9),
      //   clipped (0.5, 1, 1, 0.5, 0.75, 2.25, -2), mean = 0.48060909, ln₊ = 1, width =
      //   0.51262966; index = (0.81732737, 0.99323876); arm 1
      [0.817327367195422, 0.993238755763552],
    ],
  },
];
