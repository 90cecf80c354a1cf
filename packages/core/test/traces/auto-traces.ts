/**
 * A trace of Auto.
 *
 * Slots count from 0. The numbers were worked out with 50 digits, apart from any code of this project; comments
 * give eight digits, the data fifteen.
 */
import { type DetectionTrace, UNSEEN } from './trace.ts';

/**
 * Rewards are 0 or 1, so that φ = 1. n and the sums are multiplied by M/(1 + M) after each reward, M = 2 (t + 2)
 * before the alarm and t + 2 after it, t being the slot. The index is the largest q with n kl(mean, q) ≤ L,
 * L = ½ ln(1 + Σ n): 1 for a mean of 1, 1 − e^(−L/n) for a mean of 0. The best split of arm 0's rewards is after
 * its ones: what it says is compared with 6 + ln 2 + ln(N/min). The alarm erases arm 0. Arm 1 has less than the
 * two rewards that it may keep, and there was no alarm before that could tell of a common step.
 */
export const autoTraces: readonly DetectionTrace[] = [
  {
    id: 'auto',
    reference: 'not in the paper; ours',
    armCount: 2,
    settings: {},
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0, reward 1, M = 4
      [UNSEEN, UNSEEN],
      // slot 1: n = (0.8, 0), mean = (1, –); arm 1, reward 0, M = 6
      [1, UNSEEN],
      // slot 2: n = (0.68571429, 0.85714286), mean = (1, 0), L = 0.46664415; arm 0, reward 1, M = 8
      [1, 0.41982075484106],
      // slot 3: n = (1.4984127, 0.76190476), mean = (1, 0), L = 0.59091229; arm 0, reward 1, M = 10
      [1, 0.539559838777375],
      // slot 4: n = (2.2712843, 0.69264069), mean = (1, 0), L = 0.68861734; arm 0, reward 1, M = 12
      [1, 0.629977435330369],
      // slot 5: n = (3.019647, 0.63936064), mean = (1, 0), L = 0.76940124; arm 0, reward 1, M = 14
      [1, 0.699825595345645],
      // slot 6: n = (3.7516706, 0.5967366), mean = (1, 0), L = 0.83839939; arm 0, reward 1, M = 16
      [1, 0.754626559969373],
      // slot 7: n = (4.4721605, 0.56163444), mean = (1, 0), L = 0.89868808; arm 0, reward 0, M =
      //   18; 6 ln(7/6) + 1 ln(7/1) = 2.8708142 < 8.6390573
      [1, 0.798129711427085],
      // slot 8: n = (5.1841521, 0.53207474), mean = (0.81725682, 0), L = 0.95226325; arm 0, reward
      //   0, M = 20; 6 ln(8/6) + 2 ln(8/2) = 4.4986812 < 8.0794415
      [0.968735736856007, 0.832992590833735],
      // slot 9: n = (5.8896686, 0.50673784), mean = (0.68510341, 0), L = 1.0004971; arm 0, reward
      //   0, M = 22; 6 ln(9/6) + 3 ln(9/3) = 5.7286275 < 7.7917595
      [0.898124006760625, 0.861153744556051],
      // slot 10: n = (6.5901178, 0.48470576), mean = (0.58566417, 0), L = 1.0443755; arm 1, reward
      //   0, M = 24
      [0.82622039715123, 0.884057249659259],
      // slot 11: n = (6.3265131, 1.4253175), mean = (0.58566417, 0), L = 1.0846314; arm 0, reward
      //   0, M = 26; 6 ln(10/6) + 4 ln(10/4) = 6.7301167 < 7.6094379
      [0.833708820463189, 0.53278946902491],
      // slot 12: n = (7.0551608, 1.372528), mean = (0.50572653, 0), L = 1.1218255; arm 0, reward 0,
      //   M = 28; 6 ln(11/6) + 5 ln(11/5) = 7.5791016 ≥ 7.4816045: alarm
      [0.765570055831209, 0.558396349451232],
      // slot 13: n = (0, 1.3251994), mean = (–, 0); arm 0, reward 0, M = 15
      [UNSEEN, 0.272665914837459],
      // slot 14: n = (0.9375, 1.2423745), mean = (0, 0), L = 0.57842086; arm 0, reward 0, M = 16
      [0.460429730088911, 0.372227163273193],
      // slot 15: n = (1.8235294, 1.1692936), mean = (0, 0), L = 0.69224925; arm 1, reward 1, M = 17
      [0.315879056470607, 0.446793238377691],
      // slot 16: n = (1.7222222, 2.0487773), mean = (0, 0.46097955), L = 0.78127791; arm 1, reward
      //   1, M = 18
      [0.364691925330392, 0.841152724586231],
      // slot 17: n = (1.6315789, 2.8883154), mean = (0, 0.63777844), L = 0.85417936; arm 1, reward
      //   1, M = 19
      [0.407573984687119, 0.91523902211313],
    ],
  },
];
