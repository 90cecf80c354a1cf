/**
 * Auto: a policy with nothing to set. It watches the arms it plays for changes, forgets the faster the more
 * changes it finds, and learns how much its rewards vary and what the other arms do when one of them changes.
 *
 * Reference: ours. It is put together from known parts: kl-UCB (Garivier & Cappé 2011), restarts after a test of
 * all splits (Besson et al. 2022; Komiyama, Fouché & Honda 2024), a threshold that depends on the place of the
 * split (Dümbgen & Spokoiny 2001; Walther 2022), and Hoeffding's bound for a known variance (1963, Theorem 3). The
 * texts of 1963 and 2001 could not be had: what is used of them is proved or measured in docs/studies/auto.md, which
 * has the whole rule on one page.
 * Rule, for rewards x in [0, 1]; n and s of an arm are the count and sum of its rewards, which fade:
 * - Pick an arm without a reward; else the largest q with n kl(s/n, q) ≤ φ^¾ L, L = 0.6 ln(1 + Σ n).
 * - φ, how much the arm varies: (φ̄ + Σ (x − p)²) / (1 + Σ ((x − p)² + x (1 − x))) over all its rewards so far,
 *   p = (s + ½)/(n + 1) before each; φ̄ is the same over all arms, with ¼ for φ̄ and 1. It is at least 0.001, and
 *   exactly 1 for rewards that are 0 or 1. It stays as it is until the arm's next reward.
 * - After each reward, which counts first, all n and s are multiplied by M/(1 + M), M = (t + 2)/(0.5 (ℓ² + A + 3 R)).
 *   t rewards and A alarms came before, R of these of arms that rose and were not the one with most rewards since the
 *   alarm before (the lowest of equals). ℓ says how far one arm is ahead, (K max n / Σ n − 1)/(K − 1) before the
 *   reward: 0 where all are remembered alike, or nothing is, or K = 1. An n below 10⁻⁹ is 0.
 * - Then an alarm, if some split of the arm's N rewards since the last alarm of any arm into m and N − m with
 *   means p₁, p₂ and common mean q has m d(p₁, q) + (N − m) d(p₂, q) ≥ 6 + ln K + ln(N / min(m, N − m)); d is the
 *   exponent of Hoeffding's bound for the variance φ q (1 − q), which for φ = 1 is kl.
 * - An alarm erases its arm. Another arm keeps its mean s/n, moved along by the share of the step p₂ − p₁ that
 *   others made at earlier alarms, within [0, 1], with n at most φ k/(4 u (1 − u)), u = (s + ½)/(n + 1): what k rewards
 *   of a fair coin say in log-odds. k is what old means have been worth so far: 2 before anything is known, up to 20.
 *   How both are learnt is said in `ArmMoves`.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. A range that is far too wide does
 * little harm, as φ makes up for it; one that is too narrow hides what is outside.
 * Parameters: none. The constants inside were chosen on training environments; docs/studies/auto.md says what
 * each is worth.
 * Settled: the splits that are tested are the corners of the two hulls of the arm's running sums. Of several that
 * raise the alarm at once, the newest counts, and a fall before a rise. Ties go to the lowest arm.
 * Start: each arm once, in order.
 * Guarantee: none proved for the whole. What the test finds, and what it may miss, is in its own file.
 * Cost: O(K) per slot with a few logarithms, 12 K + about K ln T numbers, T at worst.
 * Late rewards count on arrival, in the order in which they come; those of slots before the last alarm do not.
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
    : 'Rewards do not fade while all arms are remembered alike';
  if (alarms === 0) return `${memory}, as there was no alarm yet.`;
  const found = `${at.counted(alarms, 'alarm')} so far, the last one ${at.counted(at.slot - since, 'slot')} ago`;
  return `${memory}: ${found}. The next one leaves other arms' means at the worth of ${at.counted(Math.max(1, Math.round(at.fact('keep'))), 'reward')}.`;
}

const shows: Showing<AutoKernel, Facts, 'dispersion'> = {
  choice: 'index',
  arm: (kernel, arm) => ({
    count: kernel.count(arm),
    mean: kernel.mean(arm),
    index: kernel.index(arm),
  }),
  indexed: (kernel) => kernel,
  mayReach: (kernel, arm, extra, top) => kernel.mayReach(arm, extra, top),
  // What an alarm leaves of an arm is worth few rewards: with rewards late, one such arm would take every slot.
  unknown: ({ scan }, arm) => scan.count(arm) === 0,
  countsSince: ({ since }) => since,
  restarts: ({ alarms }) => alarms,
  slotFacts: {
    alarms: { unit: 'count', of: ({ alarms }) => alarms },
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
    'Nothing to set: watches for changes, forgets the faster the more it finds, and learns how much rewards vary.',
  reference: 'ours; docs/studies/auto.md',
  formula:
    'largest q with n kl(s/n, q) ≤ φ^¾ 0.6 ln(1 + Σ n), n and s fading by the rate of alarms',
  memory: 'fading until an alarm',
  memoryKind: 'fading-alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(K) per slot with logarithms, about K (12 + ln T) numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: true,
  parameters: [],
  kernel: ({ armCount, horizon = USUAL_HORIZON }) =>
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
    ),
  shows,
});
