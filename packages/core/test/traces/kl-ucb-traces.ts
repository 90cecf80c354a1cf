/**
 * Traces of kl-UCB, SW-klUCB and D-klUCB.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import { type IndexTrace, UNSEEN } from './trace.ts';

/** Traces of kl-UCB, SW-klUCB and D-klUCB. */
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
  // The last 4 slots: from slot 4 on the level stays, and slot 1 has left before slot 6.
  {
    id: 'sw-klucb',
    reference: 'not in the paper; Garivier and Moulines 2008, Garivier and Cappé 2011',
    armCount: 2,
    settings: { window: 4 },
    rewards: [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); level = ln 1 = 0; index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); level = ln 2 = 0.69314718; index = (1, ∞); arm 1
      [1, UNSEEN],
      // slot 2: n = (1, 1), mean = (1, 0); level = ln 3 = 1.0986123; index = (1, 0.66666667);
      //   arm 0
      [1, 0.666666666666667],
      // slot 3: n = (2, 1), mean = (0.5, 0); level = ln 4 = 1.3862944;
      //   index = (0.9330127, 0.75); arm 0
      [0.933012701892219, 0.75],
      // slot 4: n = (3, 1), mean = (0.33333333, 0); level = ln 4 = 1.3862944;
      //   index = (0.78243212, 0.75); arm 0
      [0.78243211844462, 0.75],
      // slot 5: n = (3, 1), mean = (0.33333333, 0); level = ln 4 = 1.3862944;
      //   index = (0.78243212, 0.75); arm 0
      [0.78243211844462, 0.75],
      // slot 6: n = (4, 0), mean = (0.25, –); level = ln 4 = 1.3862944; index = (0.65775871, ∞);
      //   arm 1
      [0.65775871406431, UNSEEN],
      // slot 7: n = (3, 1), mean = (0.33333333, 1); level = ln 4 = 1.3862944;
      //   index = (0.78243212, 1); arm 1
      [0.78243211844462, 1],
      // slot 8: n = (2, 2), mean = (0.5, 1); level = ln 4 = 1.3862944; index = (0.9330127, 1);
      //   arm 1
      [0.933012701892219, 1],
      // slot 9: n = (1, 3), mean = (0, 0.66666667); level = ln 4 = 1.3862944;
      //   index = (0.75, 0.95979508); arm 1
      [0.75, 0.959795080523939],
    ],
  },
  // gamma = 0.75, in counts and means; the level is the logarithm of both counts together.
  {
    id: 'd-klucb',
    reference: 'not in the paper; Garivier and Moulines 2008, Garivier and Cappé 2011',
    armCount: 2,
    settings: { discount: 0.75 },
    rewards: [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 1, 0, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); level = ln 0 = 0; index = (∞, ∞); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); level = ln 1 = 0; index = (1, ∞); arm 1
      [1, UNSEEN],
      // slot 2: n = (0.75, 1), mean = (1, 0); level = ln 1.75 = 0.55961579;
      //   index = (1, 0.42857143); arm 0
      [1, 0.428571428571429],
      // slot 3: n = (1.5625, 0.75), mean = (0.36, 0); level = ln 2.3125 = 0.83832919;
      //   index = (0.82660424, 0.67299253); arm 0
      [0.826604240196259, 0.672992526587181],
      // slot 4: n = (2.171875, 0.5625), mean = (0.1942446, 0); level = ln 2.734375 = 1.0059029;
      //   index = (0.66263772, 0.83275104); arm 1
      [0.662637724686351, 0.832751041207123],
      // slot 5: n = (1.6289063, 1.421875), mean = (0.1942446, 0);
      //   level = ln 3.0507813 = 1.1153977; index = (0.75140487, 0.54363189); arm 0
      [0.751404866927624, 0.543631886664199],
      // slot 6: n = (2.2216797, 1.0664063), mean = (0.10681319, 0);
      //   level = ln 3.2880859 = 1.1903056; index = (0.60125657, 0.67247275); arm 1
      [0.60125657320412, 0.672472749121092],
      // slot 7: n = (1.6662598, 1.7998047), mean = (0.10681319, 0.55561584);
      //   level = ln 3.4660645 = 1.2430198; index = (0.69002734, 0.95209928); arm 1
      [0.690027335496033, 0.952099276776051],
      // slot 8: n = (1.2496948, 2.3498535), mean = (0.10681319, 0.74472727);
      //   level = ln 3.5995483 = 1.2808084; index = (0.77633845, 0.98671981); arm 1
      [0.776338449094932, 0.986719811049721],
      // slot 9: n = (0.93727112, 2.7623901), mean = (0.10681319, 0.47513202);
      //   level = ln 3.6996613 = 1.3082413; index = (0.85401943, 0.87786661); arm 1
      [0.854019429010602, 0.877866607732166],
    ],
  },
];
