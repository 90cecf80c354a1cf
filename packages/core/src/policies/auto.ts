/**
 * Auto: a policy without settings. It tests every arm it plays for changes and forgets faster the more changes it
 * finds. It also learns how much rewards vary, how large they are, and how the other arms behave when one arm changes.
 *
 * Reference: our own design, built from known parts: kl-UCB (Garivier & Cappé 2011); restarts after a test of all
 * splits (Besson et al. 2022; Komiyama, Fouché & Honda 2024); a threshold that depends on the position of the split
 * (Dümbgen & Spokoiny 2001; Walther 2022); Hoeffding's bound for a known variance (1963, Theorem 3). We had no access
 * to the texts of 1963 and 2001. docs/studies/auto.md proves or measures what we use of them, and has the whole rule
 * on one page.
 * Rule, for rewards x in [0, 1]. For each arm, n and s are the faded count and the faded sum of its rewards.
 *
 * 1. Pick. If an arm has n = 0, pick the lowest such arm. Otherwise pick the arm with the largest index (the lowest
 *    arm if several tie): the largest q with n kl(s/n, q) ≤ φ^¾ L, where L = 0.6 ln(1 + Σ n).
 * 2. Update the dispersion φ of the arm, the variance of its rewards relative to Bernoulli rewards with the same mean:
 *    φ = (φ̄ + Σ (x − p)²) / (1 + Σ ((x − p)² + x (1 − x))). The sums run over all rewards of the arm so far, and
 *    p = (s + ½)/(n + 1) before each reward. φ̄ is the same ratio over all arms, with ¼ in place of φ̄ and of 1.
 *    φ is at least 0.001, and exactly 1 if all rewards are 0 or 1. It changes only when the arm receives a reward.
 * 3. Fade. Add the new reward to n and s, then multiply n and s of all arms by M/(1 + M), where
 *    M = (t + 2)/(0.5 (ℓ² + A + 3 R)). Before this reward there were t rewards and A alarms. R of the alarms are
 *    missed rises: the mean rose, on an arm that did not have the most rewards since the previous alarm. The lead
 *    ℓ = (K max n / Σ n − 1)/(K − 1), computed before this reward, is 0 if all arms are remembered equally (or nothing
 *    is, or K = 1) and 1 if only one arm is. An n below 10⁻⁹ becomes 0.
 * 4. Test. Take the arm's N rewards since the last alarm of any arm. Raise an alarm if a split into the first m
 *    (mean p₁) and the remaining N − m (mean p₂), with overall mean q, satisfies
 *      m d(p₁, q) + (N − m) d(p₂, q) ≥ 6 + ln K + ln(N / min(m, N − m)).
 *    Here d is the exponent of Hoeffding's bound for variance φ q (1 − q). For φ = 1 it equals kl.
 * 5. After an alarm, erase the arm. Every other arm keeps its mean, shifted by the fraction of the step p₂ − p₁ that
 *    other arms made at earlier alarms (clipped to [0, 1]). Its n is capped at φ k/(4 u (1 − u)), u = (s + ½)/(n + 1),
 *    which in log-odds is the information of k rewards of a fair coin. k measures how useful old means have proved so
 *    far. It starts at 2 and is at most 20. `ArmMoves` learns both the fraction and k.
 *
 * Rewards: in [0, 1]; other ranges are mapped from the declared range and clipped. Without a declared range, the range
 * is [0, 2ᵏ], or [−2ᵏ, 2ᵏ] if rewards below 0 occur, and grows until at most one reward so far is outside
 * (`RewardScale`). Everything that is remembered is then rescaled. A range that is ten times too wide does little harm,
 * because φ compensates. A declared range that is too narrow hides rewards outside it.
 * Parameters: none. The constants were chosen on training environments; docs/studies/auto.md shows the effect of each.
 * Choices: only splits at the corners of the two convex hulls of the running sums are tested. If several splits
 * raise an alarm at once, the newest counts, and a fall takes precedence over a rise.
 * Start: each arm once, in order.
 * Guarantee: none proved for the policy as a whole. `ScanSplit` states what the test detects and what it can miss.
 * Cost: O(K) time per slot with a few logarithms; memory for about K (14 + ln T) numbers, T in the worst case.
 * Late rewards: count when they arrive, in order of arrival. Rewards of slots before the last alarm are ignored.
 *
 * @example
 * trace(createPolicy('auto', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { AutoKernel } from '../portable/kernels/auto-kernel.ts';

/** What `AutoKernel` is built with; experiments/auto plays it without one or the other. */
const CONSTANTS = {
  base: 6,
  share: 0.6,
  fading: 0.5,
  rise: 4,
  keep: 2,
  mostKeep: 20,
  apart: 0.02,
  leastDispersion: 0.001,
};

type Facts = 'alarms' | 'memory' | 'since' | 'keep';

function aside(at: Moment<Facts, 'dispersion'>): string {
  const [alarms, since] = [at.fact('alarms'), at.fact('since')];
  const memory = Number.isFinite(at.fact('memory'))
    ? `Rewards fade over ${at.counted(Math.round(at.fact('memory')), 'reward')}`
    : 'Rewards do not fade while all arms are remembered equally';
  if (alarms === 0) return `${memory}, because there was no alarm yet.`;
  const found = `${at.counted(alarms, 'alarm')} so far, the last one ${at.counted(at.slot - since, 'slot')} ago`;
  return `${memory}: ${found}. The next alarm reduces the data on other arms to ${at.counted(Math.max(1, Math.round(at.fact('keep'))), 'reward')}.`;
}

const shows: Showing<AutoKernel, Facts, 'dispersion'> = {
  choice: 'index',
  arm: (kernel, arm) => ({
    count: kernel.count(arm),
    mean: kernel.scale.rewardOf(kernel.mean(arm)),
    index: kernel.scale.rewardOf(kernel.index(arm)),
  }),
  indexed: (kernel) => kernel,
  mayReach: (kernel, arm, extra, top) => kernel.mayReach(arm, extra, top),
  // What an alarm leaves of an arm is worth few rewards: with rewards late, one such arm would take every slot.
  unknown: ({ scan }, arm) => scan.count(arm) === 0,
  countsSince: ({ since }) => since,
  restarts: ({ restarts }) => restarts,
  slotFacts: {
    alarms: { unit: 'count', of: ({ restarts }) => restarts },
    memory: { unit: 'count', of: (kernel) => kernel.memory() },
    since: { unit: 'slot', of: ({ since }) => since },
    keep: { unit: 'count', of: ({ moves }) => moves.keep() },
  },
  armFacts: {
    dispersion: { unit: 'count', of: ({ dispersion }, arm) => dispersion.of(arm) },
  },
  explains: { aside },
};

export const auto = definePolicy({
  id: 'auto',
  order: 5,
  name: 'Auto',
  summary:
    'Needs no settings: watches for changes, forgets faster the more changes it finds, and learns how much rewards vary.',
  reference: 'our design; docs/studies/auto.md',
  formula:
    'largest q with n kl(s/n, q) ≤ φ^¾ 0.6 ln(1 + Σ n), n and s fading by the rate of alarms',
  memory: 'fading until an alarm',
  memoryKind: 'fading-alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  learnsRange: true,
  guarantee: 'none proved',
  cost: 'O(K) per slot with logarithms, about K (14 + ln T) numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: true,
  parameters: [],
  kernel: ({ armCount, horizon = USUAL_HORIZON, learnsRange = false }) =>
    new AutoKernel(
      armCount,
      horizon,
      CONSTANTS.base,
      CONSTANTS.share,
      CONSTANTS.fading,
      CONSTANTS.rise,
      CONSTANTS.keep,
      CONSTANTS.mostKeep,
      CONSTANTS.apart,
      CONSTANTS.leastDispersion,
      learnsRange,
    ),
  shows,
});
