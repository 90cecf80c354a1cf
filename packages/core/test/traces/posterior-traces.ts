/**
 * Traces of Thompson sampling, discounted and on a window.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import type { NormalTrace, PosteriorTrace } from './trace.ts';

/** Traces of Thompson sampling, discounted and on a window. */
export const posteriorTraces: readonly PosteriorTrace[] = [
  // Beta(1 + S, 1 + F); a reward of 0.25 adds 0.25 to S and 0.75 to F.
  {
    id: 'ts',
    reference: 'Section I (DTS without a discount, Beta(1, 1) prior)',
    armCount: 2,
    settings: {},
    rewards: [
      [1, 0],
      [0, 1],
      [0.25, 0],
      [1, 1],
      [0, 0],
      [1, 0.5],
    ],
    arms: [0, 1, 0, 0, 1, 1],
    posteriors: [
      // slot 0: arm 0, x = 1; S = (1, 0), F = (0, 0)
      [
        { alpha: 2, beta: 1 },
        { alpha: 1, beta: 1 },
      ],
      // slot 1: arm 1, x = 1; S = (1, 1), F = (0, 0)
      [
        { alpha: 2, beta: 1 },
        { alpha: 2, beta: 1 },
      ],
      // slot 2: arm 0, x = 0.25; S = (1.25, 1), F = (0.75, 0)
      [
        { alpha: 2.25, beta: 1.75 },
        { alpha: 2, beta: 1 },
      ],
      // slot 3: arm 0, x = 1; S = (2.25, 1), F = (0.75, 0)
      [
        { alpha: 3.25, beta: 1.75 },
        { alpha: 2, beta: 1 },
      ],
      // slot 4: arm 1, x = 0; S = (2.25, 1), F = (0.75, 1)
      [
        { alpha: 3.25, beta: 1.75 },
        { alpha: 2, beta: 2 },
      ],
      // slot 5: arm 1, x = 0.5; S = (2.25, 1.5), F = (0.75, 1.5)
      [
        { alpha: 3.25, beta: 1.75 },
        { alpha: 2.5, beta: 2.5 },
      ],
    ],
  },
  // gamma = 1 - 1/4 = 0.75. Every slot ages every arm once, the arm played before its reward is
  // added; the prior Beta(1, 1) is not aged.
  {
    id: 'dts',
    reference: 'Section VI-A (DTS of Raj and Kalyani 2017)',
    armCount: 2,
    settings: { window: 4 },
    rewards: [
      [1, 0],
      [0, 1],
      [0.5, 0],
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 1, 1, 0],
    posteriors: [
      // slot 0: arm 0, x = 1; aged S = (0, 0), F = (0, 0); S = (1, 0), F = (0, 0)
      [
        { alpha: 2, beta: 1 },
        { alpha: 1, beta: 1 },
      ],
      // slot 1: arm 1, x = 1; aged S = (0.75, 0), F = (0, 0); S = (0.75, 1), F = (0, 0)
      [
        { alpha: 1.75, beta: 1 },
        { alpha: 2, beta: 1 },
      ],
      // slot 2: arm 0, x = 0.5; aged S = (0.5625, 0.75), F = (0, 0); S = (1.0625, 0.75), F =
      //   (0.5, 0)
      [
        { alpha: 2.0625, beta: 1.5 },
        { alpha: 1.75, beta: 1 },
      ],
      // slot 3: arm 0, x = 1; aged S = (0.796875, 0.5625), F = (0.375, 0); S = (1.796875,
      //   0.5625), F = (0.375, 0)
      [
        { alpha: 2.796875, beta: 1.375 },
        { alpha: 1.5625, beta: 1 },
      ],
      // slot 4: arm 1, x = 0; aged S = (1.3476563, 0.421875), F = (0.28125, 0); S = (1.3476563,
      //   0.421875), F = (0.28125, 1)
      [
        { alpha: 2.34765625, beta: 1.28125 },
        { alpha: 1.421875, beta: 2 },
      ],
      // slot 5: arm 1, x = 0; aged S = (1.0107422, 0.31640625), F = (0.2109375, 0.75); S =
      //   (1.0107422, 0.31640625), F = (0.2109375, 1.75)
      [
        { alpha: 2.0107421875, beta: 1.2109375 },
        { alpha: 1.31640625, beta: 2.75 },
      ],
      // slot 6: arm 0, x = 0; aged S = (0.75805664, 0.23730469), F = (0.15820313, 1.3125); S =
      //   (0.75805664, 0.23730469), F = (1.1582031, 1.3125)
      [
        { alpha: 1.758056640625, beta: 2.158203125 },
        { alpha: 1.2373046875, beta: 2.3125 },
      ],
    ],
  },
  // The last 3 slots, all alike.
  {
    id: 'sw-ts',
    reference: 'not in the paper; Trovò et al. 2020',
    armCount: 2,
    settings: { window: 3 },
    rewards: [
      [1, 0],
      [0, 1],
      [0.5, 0],
      [1, 1],
      [0, 0],
      [1, 0.25],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 1, 1, 0],
    posteriors: [
      // slot 0: arm 0, x = 1; slots 0 to 0 count; S = (1, 0), F = (0, 0)
      [
        { alpha: 2, beta: 1 },
        { alpha: 1, beta: 1 },
      ],
      // slot 1: arm 1, x = 1; slots 0 to 1 count; S = (1, 1), F = (0, 0)
      [
        { alpha: 2, beta: 1 },
        { alpha: 2, beta: 1 },
      ],
      // slot 2: arm 0, x = 0.5; slots 0 to 2 count; S = (1.5, 1), F = (0.5, 0)
      [
        { alpha: 2.5, beta: 1.5 },
        { alpha: 2, beta: 1 },
      ],
      // slot 3: arm 0, x = 1; slots 1 to 3 count; S = (1.5, 1), F = (0.5, 0)
      [
        { alpha: 2.5, beta: 1.5 },
        { alpha: 2, beta: 1 },
      ],
      // slot 4: arm 1, x = 0; slots 2 to 4 count; S = (1.5, 0), F = (0.5, 1)
      [
        { alpha: 2.5, beta: 1.5 },
        { alpha: 1, beta: 2 },
      ],
      // slot 5: arm 1, x = 0.25; slots 3 to 5 count; S = (1, 0.25), F = (0, 1.75)
      [
        { alpha: 2, beta: 1 },
        { alpha: 1.25, beta: 2.75 },
      ],
      // slot 6: arm 0, x = 0; slots 4 to 6 count; S = (0, 0.25), F = (1, 1.75)
      [
        { alpha: 1, beta: 2 },
        { alpha: 1.25, beta: 2.75 },
      ],
    ],
  },
];

const UNKNOWN = undefined;

/** A trace of the Gaussian form of discounted Thompson sampling. */
export const normalTrace: NormalTrace = {
  // gamma = 1 - 1/4 = 0.75, g = 4: N(S/n, 1/(4 n)). Every slot ages n and S of every arm once, the arm played
  // before its reward is added.
  id: 'dts',
  reference: 'not in the paper; DS-TS of Qi, Wang and Zhu 2023, without a cap on the variance',
  armCount: 2,
  settings: { window: 4, gaussian: 1, g: 4 },
  rewards: [
    [1, 0],
    [0, 1],
    [0.5, 0],
    [1, 1],
    [0, 0],
    [1, 0.25],
    [0, 1],
  ],
  arms: [0, 1, 0, 0, 1, 1, 0],
  laws: [
    // slot 0: arm 0, x = 1; n = (1, 0), S = (1, 0)
    [{ mean: 1, deviation: 0.5 }, UNKNOWN],
    // slot 1: arm 1, x = 1; n = (0.75, 1), S = (0.75, 1)
    [
      { mean: 1, deviation: 0.577350269189626 },
      { mean: 1, deviation: 0.5 },
    ],
    // slot 2: arm 0, x = 0.5; n = (1.5625, 0.75), S = (1.0625, 0.75)
    [
      { mean: 0.68, deviation: 0.4 },
      { mean: 1, deviation: 0.577350269189626 },
    ],
    // slot 3: arm 0, x = 1; n = (2.171875, 0.5625), S = (1.796875, 0.5625)
    [
      { mean: 0.827338129496403, deviation: 0.339275571871988 },
      { mean: 1, deviation: 0.666666666666667 },
    ],
    // slot 4: arm 1, x = 0; n = (1.6289062, 1.421875), S = (1.3476562, 0.421875)
    [
      { mean: 0.827338129496403, deviation: 0.391761685499513 },
      { mean: 0.296703296703297, deviation: 0.419313934688767 },
    ],
    // slot 5: arm 1, x = 0.25; n = (1.2216797, 2.0664062), S = (1.0107422, 0.56640625)
    [
      { mean: 0.827338129496403, deviation: 0.452367429162651 },
      { mean: 0.274102079395085, deviation: 0.347826086956522 },
    ],
    // slot 6: arm 0, x = 0; n = (1.9162598, 1.5498047), S = (0.75805664, 0.42480469)
    [
      { mean: 0.395591795133138, deviation: 0.361195901550288 },
      { mean: 0.274102079395085, deviation: 0.401634969871044 },
    ],
  ],
};
