/**
 * Traces of Thompson sampling, discounted and on a window.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import type { PosteriorTrace } from './trace.ts';

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
