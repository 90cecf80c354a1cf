/**
 * The trace of kl-UCB.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import { type IndexTrace, UNSEEN } from './trace.ts';

/** The trace of kl-UCB. */
export const klUcbTraces: readonly IndexTrace[] = [
  // c = 0. Closed forms: kl(0, q) = -ln(1-q), so q = 1 - t^(-1/n); kl(1/2, q) = -ln(4q(1-q))/2,
  // so q = (1 + √(1 - t^(-2/n)))/2; a mean of 1 leaves only q = 1. For other means the root was
  // found to 30 digits.
  {
    id: 'kl-ucb',
    reference: 'Section I cites it; Garivier and Cappé 2011',
    armCount: 2,
    settings: {},
    rewards: [
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 0, 0],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); q₀ = 1; arm 1
      [1, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0); q₀ = 1, q₁ = 1 - 3^(-1/1) = 0.66666667; arm 0
      [1, 0.666666666666667],
      // slot 3: n = (2, 1), mean = (0.5, 0); q₀ = (1 + √(1 - 4^(-2/2)))/2 = 0.9330127, q₁ =
      //   1 - 4^(-1/1) = 0.75; arm 0
      [0.933012701892219, 0.75],
      // slot 4: n = (3, 1), mean = (0.33333333, 0); q₀ = root of kl(1/3, q) = ln 5/3 =
      //   0.5364793 = 0.80857285, q₁ = 1 - 5^(-1/1) = 0.8; arm 0
      [0.808572849722173, 0.8],
      // slot 5: n = (4, 1), mean = (0.5, 0); q₀ = (1 + √(1 - 6^(-2/4)))/2 = 0.884627, q₁ =
      //   1 - 6^(-1/1) = 0.83333333; arm 0
      [0.884626997731613, 0.833333333333333],
      // slot 6: n = (5, 1), mean = (0.4, 0); q₀ = root of kl(2/5, q) = ln 7/5 = 0.38918203 =
      //   0.80288319, q₁ = 1 - 7^(-1/1) = 0.85714286; arm 1
      [0.80288319420004, 0.857142857142857],
      // slot 7: n = (5, 2), mean = (0.4, 0); q₀ = root of kl(2/5, q) = ln 8/5 = 0.41588831 =
      //   0.81303766, q₁ = 1 - 8^(-1/2) = 0.64644661; arm 0
      [0.813037657194728, 0.646446609406726],
      // slot 8: n = (6, 2), mean = (0.5, 0); q₀ = (1 + √(1 - 9^(-2/6)))/2 = 0.86029507, q₁ =
      //   1 - 9^(-1/2) = 0.66666667; arm 0
      [0.860295067698291, 0.666666666666667],
    ],
  },
];
