/**
 * Traces of Auto.
 *
 * Slots count from 0. The numbers were worked out with 50 digits, apart from any code of this project; comments
 * give eight digits, the data fifteen.
 */
import { type DetectionTrace, UNSEEN } from './trace.ts';

/**
 * Rewards outside [0, 1], without a declared range. The first one, 6, is held and counts as the end of the range. 3 is
 * the second one outside: the range that contains 3 is narrower than the one that contains 6, so that 6 stays held and
 * counts as 4. 5 brings the range to 8, which contains 6. Then −1 is held, and counts as 0 until −2 comes. Indices are in
 * the units of rewards: the lower end plus the width times the largest q with n kl(mean, q) ≤ φ^¾ L. No split says
 * enough for an alarm.
 */
export const growingAutoTrace: DetectionTrace = {
  id: 'auto',
  reference: 'not in the paper; ours',
  armCount: 2,
  settings: {},
  rewards: [
    [6, 1],
    [5, 3],
    [5, 2],
    [7, -1],
    [1, -2],
    [6, 3],
    [-1, -1],
    [-2, -3],
    [5, 3],
    [6, 2],
    [5, 3],
  ],
  arms: [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1],
  restarts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  indices: [
    // slot 0: arm 0, reward 6, which is held
    [UNSEEN, UNSEEN],
    // slot 1: n = (1, 0), L = 0.41588831; arm 1, reward 3, the range grows to [0, 4]
    [1, UNSEEN],
    // slot 2: n = (0.85714286, 0.85714286), L = 0.5991173, φ = (0.50022391, 0.42333333); arm 0, reward 5, the
    //   range grows to [0, 8]
    [4, 3.89463240385272],
    // slot 3: n = (1.8571429, 0.85714286), L = 0.78731183, φ = (0.23895066, 0.36409236); arm 0, reward 7
    [7.08011323363013, 6.40755139347665],
    // slot 4: n = (2.818881, 0.84566431), L = 0.92399422, φ₀ = 0.26102147; arm 0, reward 1
    [7.31673555323159, 6.63090011873234],
    // slot 5: n = (3.7287871, 0.82571364), L = 1.0287651, φ₀ = 0.42738373; arm 1, reward 3
    [6.55133998375816, 6.79762502276231],
    // slot 6: n = (3.6236272, 1.7742246), L = 1.1135774, φ₁ = 0.27402646; arm 0, reward −1, which is held
    [6.63237638371511, 5.66603699670965],
    // slot 7: n = (4.5899521, 1.7613024), L = 1.1969226, φ₀ = 0.52527119; arm 0, reward −2, the range grows to [−8, 8]
    [5.83113693484744, 5.76070891099014],
    // slot 8: n = (5.5290243, 1.7421051), L = 1.2676626, φ = (0.20857595, 0.1692512); arm 1, reward 3
    [5.02608077107061, 6.53484339817647],
    // slot 9: n = (5.4550406, 2.705413), L = 1.3289374, φ₁ = 0.14104549; arm 1, reward 2
    [5.09207434932239, 5.92820310661568],
    // slot 10: n = (5.4270341, 3.6863892), L = 1.3883181, φ₁ = 0.11293586; arm 1, reward 3
    [5.14605727247102, 5.25881386404044],
  ],
};

/**
 * Rewards are 0 or 1, so that φ = 1. After each reward n and the sums are multiplied by (t + 2)/(t + 2 + r), t being
 * the slot and r = 0.5 (ℓ² + A), A = 0 before the alarm and 1 after it; ℓ is how far one arm was ahead before the
 * reward, (2 max n − Σ n)/Σ n. The index is the largest q with n kl(mean, q) ≤ L, L = 0.6 ln(1 + Σ n): 1 for a mean of
 * 1, 1 − e^(−L/n) for a mean of 0. The best split of arm 0's rewards is after its ones: what it says is compared with
 * 6 + ln 2 + ln(N/min). The alarm erases arm 0. Arm 1 has less than the two rewards that it may keep at the least, and
 * there was no alarm before that could tell of a common step.
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
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
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
    arms: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0), mean = (–, –); arm 0, reward 1, ℓ = 0, r = 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0), mean = (1, –); arm 1, reward 0, ℓ = 1, r = 0.5
      [1, UNSEEN],
      // slot 2: n = (0.85714286, 0.85714286), mean = (1, 0), L = 0.5991173; arm 0, reward 1, ℓ = 0, r
      //   = 0
      [1, 0.502903039854776],
      // slot 3: n = (1.8571429, 0.85714286), mean = (1, 0), L = 0.78731183; arm 0, reward 1, ℓ =
      //   0.36842105, r = 0.067867036
      [1, 0.600894893622067],
      // slot 4: n = (2.818881, 0.84566431), mean = (1, 0), L = 0.92399422; arm 0, reward 1, ℓ =
      //   0.53846154, r = 0.14497041
      [1, 0.664665017828039],
      // slot 5: n = (3.7287871, 0.82571364), mean = (1, 0), L = 1.0287651; arm 0, reward 1, ℓ =
      //   0.63740762, r = 0.20314423
      [1, 0.712321084434771],
      // slot 6: n = (4.5954251, 0.80242673), mean = (1, 0), L = 1.1135774; arm 0, reward 1, ℓ =
      //   0.70268664, r = 0.24688426
      [1, 0.75036665455086],
      // slot 7: n = (5.4279167, 0.77840474), mean = (1, 0), L = 1.1849752; arm 0, reward 1, ℓ =
      //   0.74915745, r = 0.28061844
      [1, 0.781793271265098],
      // slot 8: n = (6.2335555, 0.75486809), mean = (1, 0), L = 1.2467961; arm 0, reward 0, ℓ =
      //   0.78396613, r = 0.30730145; 7 ln(8/7) + 1 ln(8/1) = 3.0141613 < 8.7725887
      [1, 0.808271332121112],
      // slot 9: n = (7.0178946, 0.73236248), mean = (0.8617554, 0), L = 1.3014498; arm 0, reward 0, ℓ
      //   = 0.8110095, r = 0.3288682; 7 ln(9/7) + 2 ln(9/2) = 4.7673558 < 8.1972246
      [0.984210609593377, 0.830864813039782],
      // slot 10: n = (7.7851413, 0.71110257), mean = (0.75427638, 0), L = 1.3505378; arm 0, reward 0,
      //   ℓ = 0.83260778, r = 0.34661786; 7 ln(10/7) + 3 ln(10/3) = 6.108643 < 7.89712
      [0.937848620704622, 0.850314162785675],
      // slot 11: n = (8.5385081, 0.69113914), mean = (0.66841819, 0), L = 1.3951741; arm 0, reward 0,
      //   ℓ = 0.85023498, r = 0.36144976; 7 ln(11/7) + 4 ln(11/4) = 7.2102995 < 7.7047481
      [0.884943206865876, 0.867166488300632],
      // slot 12: n = (9.2804753, 0.67244266), mean = (0.59834243, 0), L = 1.4361635; arm 1, reward 0,
      //   ℓ = 0.86487527, r = 0.37400462
      [0.833134938672236, 0.881843028647203],
      // slot 13: n = (9.0390019, 1.6289265), mean = (0.59834243, 0), L = 1.4741063; arm 0, reward 0,
      //   ℓ = 0.6946124, r = 0.24124319; 7 ln(12/7) + 5 ln(12/5) = 8.1503192 ≥ 7.5686159: alarm
      [0.837960867246365, 0.595440196866379],
      // slot 14: n = (0, 1.6031434), mean = (–, 0); arm 0, reward 0, ℓ = 1, r = 1
      [UNSEEN, 0.300973363281607],
      // slot 15: n = (0.94117647, 1.5088408), mean = (0, 0), L = 0.74302754; arm 0, reward 0, ℓ =
      //   0.23169809, r = 0.526842
      [0.545913133795347, 0.38887225356712],
      // slot 16: n = (1.8828264, 1.4634863), mean = (0, 0), L = 0.8815967; arm 1, reward 0, ℓ =
      //   0.12531406, r = 0.50785181
      [0.373890801527876, 0.452501138629856],
      // slot 17: n = (1.831162, 2.3958887), mean = (0, 0), L = 0.99230832; arm 0, reward 0, ℓ =
      //   0.1335983, r = 0.50892425
      [0.418358442469424, 0.339112258573107],
      // slot 18: n = (2.7573062, 2.3333878), mean = (0, 0), L = 1.0840572; arm 1, reward 1, ℓ =
      //   0.083273196, r = 0.50346721; 1 ln(2/1) + 1 ln(2/1) = 1.3862944 < 7.3862944
      [0.325077956402552, 0.371604229131048],
      // slot 19: n = (2.6895999, 3.2515357), mean = (0, 0.2999951), L = 1.1624792; arm 1, reward 1, ℓ
      //   = 0.094583908, r = 0.50447306; 1 ln(3/1) + 2 ln(3/2) = 1.9095425 < 7.7917595
      [0.350928695475652, 0.709554413015982],
      // slot 20: n = (2.6265046, 4.151799), mean = (0, 0.46464264), L = 1.230803; arm 1, reward 1, ℓ
      //   = 0.22502598, r = 0.52531835; 1 ln(4/1) + 3 ln(4/3) = 2.2493406 < 8.0794415
      [0.37412757139874, 0.810044852950608],
      // slot 21: n = (2.5652513, 5.0316527), mean = (0, 0.56855922), L = 1.2908413; arm 1, reward 1,
      //   ℓ = 0.32465876, r = 0.55270165; 1 ln(5/1) + 4 ln(5/4) = 2.5020121 < 8.3025851
      [0.395408746685686, 0.862550189189897],
    ],
  },
];
