/**
 * Traces of UCB1, MOSS, R-MOSS, SW-MOSS and SW-UCB.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import { type IndexTrace, UNSEEN } from './trace.ts';

/** Traces of UCB1, MOSS, R-MOSS, SW-MOSS and SW-UCB. */
export const ucbAndMossTraces: readonly IndexTrace[] = [
  // A tie at slot 2 goes to the lowest arm; ln t makes the arm that is left alone win again.
  {
    id: 'ucb1',
    reference: 'Section III-C, index g^UCB1',
    armCount: 2,
    settings: {},
    rewards: [
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ],
    arms: [0, 1, 0, 1, 0, 0, 1, 1, 0, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); width₀ = √(2 ln 2/1) = 1.17741; index = (2.17741,
      //   ∞); arm 1
      [2.17741002251547, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 1); width₀ = √(2 ln 3/1) = 1.4823038, width₁ =
      //   √(2 ln 3/1) = 1.4823038; index = (2.4823038, 2.4823038); a tie, so arm 0
      [2.48230380736751, 2.48230380736751],
      // slot 3: n = (2, 1), mean = (1, 1); width₀ = √(2 ln 4/2) = 1.17741, width₁ = √(2 ln 4/1)
      //   = 1.6651092; index = (2.17741, 2.6651092); arm 1
      [2.17741002251547, 2.6651092223154],
      // slot 4: n = (2, 2), mean = (1, 0.5); width₀ = √(2 ln 5/2) = 1.2686362, width₁ =
      //   √(2 ln 5/2) = 1.2686362; index = (2.2686362, 1.7686362); arm 0
      [2.26863624117952, 1.76863624117952],
      // slot 5: n = (3, 2), mean = (1, 0.5); width₀ = √(2 ln 6/3) = 1.0929347, width₁ =
      //   √(2 ln 6/2) = 1.3385662; index = (2.0929347, 1.8385662); arm 0
      [2.09293472486636, 1.83856619904585],
      // slot 6: n = (4, 2), mean = (0.75, 0.5); width₀ = √(2 ln 7/4) = 0.98638485, width₁ =
      //   √(2 ln 7/2) = 1.3949588; index = (1.7363849, 1.8949588); arm 1
      [1.73638485112438, 1.89495883417946],
      // slot 7: n = (4, 3), mean = (0.75, 0.66666667); width₀ = √(2 ln 8/4) = 1.019667, width₁
      //   = √(2 ln 8/3) = 1.17741; index = (1.769667, 1.8440767); arm 1
      [1.76966699016881, 1.84407668918214],
      // slot 8: n = (4, 4), mean = (0.75, 0.75); width₀ = √(2 ln 9/4) = 1.0481471, width₁ =
      //   √(2 ln 9/4) = 1.0481471; index = (1.7981471, 1.7981471); a tie, so arm 0
      [1.7981470739682, 1.7981470739682],
      // slot 9: n = (5, 4), mean = (0.8, 0.75); width₀ = √(2 ln 10/5) = 0.95970518, width₁ =
      //   √(2 ln 10/4) = 1.072983; index = (1.7597052, 1.822983); arm 1
      [1.75970518243762, 1.82298301314467],
    ],
  },
  // T/K = 5: the width is exactly 0 at n = 5, and stays 0 at n = 6, where the logarithm is
  // negative.
  {
    id: 'moss',
    reference: 'Section III-C, index g^MOSS',
    armCount: 2,
    settings: { horizon: 10 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
    arms: [0, 1, 0, 0, 0, 1, 0, 0, 0, 0],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); width₀ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362;
      //   index = (2.2686362, ∞); arm 1
      [2.26863624117952, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0); width₀ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362,
      //   width₁ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362; index = (2.2686362, 1.2686362); arm 0
      [2.26863624117952, 1.26863624117952],
      // slot 3: n = (2, 1), mean = (1, 0); width₀ = √(max(ln(10/(2·2)), 0)/2) = 0.67686436,
      //   width₁ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362; index = (1.6768644, 1.2686362); arm 0
      [1.67686436302784, 1.26863624117952],
      // slot 4: n = (3, 1), mean = (1, 0); width₀ = √(max(ln(10/(2·3)), 0)/3) = 0.41264417,
      //   width₁ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362; index = (1.4126442, 1.2686362); arm 0
      [1.41264416622799, 1.26863624117952],
      // slot 5: n = (4, 1), mean = (1, 0); width₀ = √(max(ln(10/(2·4)), 0)/4) = 0.23619036,
      //   width₁ = √(max(ln(10/(2·1)), 0)/1) = 1.2686362; index = (1.2361904, 1.2686362); arm 1
      [1.23619036353872, 1.26863624117952],
      // slot 6: n = (4, 2), mean = (1, 0); width₀ = √(max(ln(10/(2·4)), 0)/4) = 0.23619036,
      //   width₁ = √(max(ln(10/(2·2)), 0)/2) = 0.67686436; index = (1.2361904, 0.67686436);
      //   arm 0
      [1.23619036353872, 0.676864363027836],
      // slot 7: n = (5, 2), mean = (1, 0); width₀ = √(max(ln(10/(2·5)), 0)/5) = 0, width₁ =
      //   √(max(ln(10/(2·2)), 0)/2) = 0.67686436; index = (1, 0.67686436); arm 0
      [1, 0.676864363027836],
      // slot 8: n = (6, 2), mean = (1, 0); width₀ = √(max(ln(10/(2·6)), 0)/6) = 0, width₁ =
      //   √(max(ln(10/(2·2)), 0)/2) = 0.67686436; index = (1, 0.67686436); arm 0
      [1, 0.676864363027836],
      // slot 9: n = (7, 2), mean = (1, 0); width₀ = √(max(ln(10/(2·7)), 0)/7) = 0, width₁ =
      //   √(max(ln(10/(2·2)), 0)/2) = 0.67686436; index = (1, 0.67686436); arm 0
      [1, 0.676864363027836],
    ],
  },
  // tau = ⌈2^(1/3)·16^(2/3)⌉ = ⌈(2·256)^(1/3)⌉ = ⌈8⌉ = 8, a whole number under the ceiling. The
  // reset empties the memory at slot 8 (t = 9); mod(t, tau) = 0 would do it one slot early.
  {
    id: 'r-moss',
    reference: 'Algorithm 1 with g^MOSS, tau in place of T',
    armCount: 2,
    settings: { horizon: 16, variation: 1 },
    rewards: [
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); width₀ = √(max(ln(8/(2·1)), 0)/1) = 1.17741; index =
      //   (2.17741, ∞); arm 1
      [2.17741002251547, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 1); width₀ = √(max(ln(8/(2·1)), 0)/1) = 1.17741, width₁
      //   = √(max(ln(8/(2·1)), 0)/1) = 1.17741; index = (2.17741, 2.17741); a tie, so arm 0
      [2.17741002251547, 2.17741002251547],
      // slot 3: n = (2, 1), mean = (1, 1); width₀ = √(max(ln(8/(2·2)), 0)/2) = 0.58870501,
      //   width₁ = √(max(ln(8/(2·1)), 0)/1) = 1.17741; index = (1.588705, 2.17741); arm 1
      [1.58870501125774, 2.17741002251547],
      // slot 4: n = (2, 2), mean = (1, 1); width₀ = √(max(ln(8/(2·2)), 0)/2) = 0.58870501,
      //   width₁ = √(max(ln(8/(2·2)), 0)/2) = 0.58870501; index = (1.588705, 1.588705); a tie,
      //   so arm 0
      [1.58870501125774, 1.58870501125774],
      // slot 5: n = (3, 2), mean = (1, 1); width₀ = √(max(ln(8/(2·3)), 0)/3) = 0.3096676,
      //   width₁ = √(max(ln(8/(2·2)), 0)/2) = 0.58870501; index = (1.3096676, 1.588705); arm 1
      [1.30966760268164, 1.58870501125774],
      // slot 6: n = (3, 3), mean = (1, 0.66666667); width₀ = √(max(ln(8/(2·3)), 0)/3) =
      //   0.3096676, width₁ = √(max(ln(8/(2·3)), 0)/3) = 0.3096676; index = (1.3096676,
      //   0.97633427); arm 0
      [1.30966760268164, 0.976334269348306],
      // slot 7: n = (4, 3), mean = (1, 0.66666667); width₀ = √(max(ln(8/(2·4)), 0)/4) = 0,
      //   width₁ = √(max(ln(8/(2·3)), 0)/3) = 0.3096676; index = (1, 0.97633427); arm 0
      [1, 0.976334269348306],
      // slot 8: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 9: n = (1, 0), mean = (0, –); width₀ = √(max(ln(8/(2·1)), 0)/1) = 1.17741; index =
      //   (1.17741, ∞); arm 1
      [1.17741002251547, UNSEEN],
      // slot 10: n = (1, 1), mean = (0, 1); width₀ = √(max(ln(8/(2·1)), 0)/1) = 1.17741, width₁
      //   = √(max(ln(8/(2·1)), 0)/1) = 1.17741; index = (1.17741, 2.17741); arm 1
      [1.17741002251547, 2.17741002251547],
      // slot 11: n = (1, 2), mean = (0, 1); width₀ = √(max(ln(8/(2·1)), 0)/1) = 1.17741, width₁
      //   = √(max(ln(8/(2·2)), 0)/2) = 0.58870501; index = (1.17741, 1.588705); arm 1
      [1.17741002251547, 1.58870501125774],
    ],
  },
  // tau = ⌈2^(1/3)·4^(2/3)⌉ = ⌈32^(1/3)⌉ = ⌈3.1748021⌉ = 4, eta = 1; W_t holds the last 4
  // slots. At slot 5 the window is slots 1 to 4 and still holds arm 1's only reward (slot 1);
  // at slot 6 it has left.
  {
    id: 'sw-moss',
    reference: 'Algorithm 2',
    armCount: 2,
    settings: { horizon: 12, variation: 3 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 1, 0, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); width₀ = √(max(ln(4/(2·1)), 0)/1) = 0.83255461;
      //   index = (1.8325546, ∞); arm 1
      [1.8325546111577, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0); width₀ = √(max(ln(4/(2·1)), 0)/1) = 0.83255461,
      //   width₁ = √(max(ln(4/(2·1)), 0)/1) = 0.83255461; index = (1.8325546, 0.83255461);
      //   arm 0
      [1.8325546111577, 0.832554611157698],
      // slot 3: n = (2, 1), mean = (1, 0); width₀ = √(max(ln(4/(2·2)), 0)/2) = 0, width₁ =
      //   √(max(ln(4/(2·1)), 0)/1) = 0.83255461; index = (1, 0.83255461); arm 0
      [1, 0.832554611157698],
      // slot 4: n = (3, 1), mean = (1, 0); width₀ = √(max(ln(4/(2·3)), 0)/3) = 0, width₁ =
      //   √(max(ln(4/(2·1)), 0)/1) = 0.83255461; index = (1, 0.83255461); arm 0
      [1, 0.832554611157698],
      // slot 5: n = (3, 1), mean = (1, 0); width₀ = √(max(ln(4/(2·3)), 0)/3) = 0, width₁ =
      //   √(max(ln(4/(2·1)), 0)/1) = 0.83255461; index = (1, 0.83255461); arm 0
      [1, 0.832554611157698],
      // slot 6: n = (4, 0), mean = (1, –); width₀ = √(max(ln(4/(2·4)), 0)/4) = 0; index = (1,
      //   ∞); arm 1
      [1, UNSEEN],
      // slot 7: n = (3, 1), mean = (1, 1); width₀ = √(max(ln(4/(2·3)), 0)/3) = 0, width₁ =
      //   √(max(ln(4/(2·1)), 0)/1) = 0.83255461; index = (1, 1.8325546); arm 1
      [1, 1.8325546111577],
      // slot 8: n = (2, 2), mean = (1, 1); width₀ = √(max(ln(4/(2·2)), 0)/2) = 0, width₁ =
      //   √(max(ln(4/(2·2)), 0)/2) = 0; index = (1, 1); a tie, so arm 0
      [1, 1],
      // slot 9: n = (2, 2), mean = (0.5, 1); width₀ = √(max(ln(4/(2·2)), 0)/2) = 0, width₁ =
      //   √(max(ln(4/(2·2)), 0)/2) = 0; index = (0.5, 1); arm 1
      [0.5, 1],
    ],
  },
  // tau = 4 given directly, B = 1, xi = 0.6. The logarithm grows to ln 4 and then stays.
  {
    id: 'sw-ucb',
    reference: 'Section IV-B (SW-UCB of Garivier and Moulines)',
    armCount: 2,
    settings: { window: 4 },
    rewards: [
      [1, 0.5],
      [1, 0],
      [1, 0.5],
      [1, 0],
      [0, 0.5],
      [0, 1],
      [0, 1],
      [0, 0.5],
      [1, 1],
      [1, 0],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); width₀ = √(0.6 ln 2/1) = 0.64489403; index =
      //   (1.644894, ∞); arm 1
      [1.64489402876439, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0); width₀ = √(0.6 ln 3/1) = 0.81189123, width₁ =
      //   √(0.6 ln 3/1) = 0.81189123; index = (1.8118912, 0.81189123); arm 0
      [1.81189123237098, 0.811891232370978],
      // slot 3: n = (2, 1), mean = (1, 0); width₀ = √(0.6 ln 4/2) = 0.64489403, width₁ =
      //   √(0.6 ln 4/1) = 0.91201788; index = (1.644894, 0.91201788); arm 0
      [1.64489402876439, 0.912017881772027],
      // slot 4: n = (3, 1), mean = (1, 0); width₀ = √(0.6 ln 4/3) = 0.52655377, width₁ =
      //   √(0.6 ln 4/1) = 0.91201788; index = (1.5265538, 0.91201788); arm 0
      [1.52655376954683, 0.912017881772027],
      // slot 5: n = (3, 1), mean = (0.66666667, 0); width₀ = √(0.6 ln 4/3) = 0.52655377, width₁
      //   = √(0.6 ln 4/1) = 0.91201788; index = (1.1932204, 0.91201788); arm 0
      [1.1932204362135, 0.912017881772027],
      // slot 6: n = (4, 0), mean = (0.5, –); width₀ = √(0.6 ln 4/4) = 0.45600894; index =
      //   (0.95600894, ∞); arm 1
      [0.956008940886013, UNSEEN],
      // slot 7: n = (3, 1), mean = (0.33333333, 1); width₀ = √(0.6 ln 4/3) = 0.52655377, width₁
      //   = √(0.6 ln 4/1) = 0.91201788; index = (0.8598871, 1.9120179); arm 1
      [0.859887102880165, 1.91201788177203],
      // slot 8: n = (2, 2), mean = (0, 0.75); width₀ = √(0.6 ln 4/2) = 0.64489403, width₁ =
      //   √(0.6 ln 4/2) = 0.64489403; index = (0.64489403, 1.394894); arm 1
      [0.644894028764391, 1.39489402876439],
      // slot 9: n = (1, 3), mean = (0, 0.83333333); width₀ = √(0.6 ln 4/1) = 0.91201788, width₁
      //   = √(0.6 ln 4/3) = 0.52655377; index = (0.91201788, 1.3598871); arm 1
      [0.912017881772027, 1.35988710288017],
    ],
  },
];
