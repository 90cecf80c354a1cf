/**
 * Lin-Auto: a contextual policy without settings. It runs ridge regressions with several memories and ridges side by
 * side, weighs them by how well each predicts the next reward, and starts again when a test finds a change.
 *
 * Reference: our own design, built from known parts: weights by predictive density with fixed share (Herbster & Warmuth
 * 1998; as dynamic model averaging, Raftery, Kárný & Ettler 2010); a Bayes factor for a change of regression parameters;
 * segments of exponentially growing length (ADWIN, Bifet & Gavaldà 2007). We had no access to these texts.
 * docs/studies/lin-auto.md has the rule on one page, and what was measured of it.
 * Rule, for B blocks of parameters (one per arm in the form `arms`, else one), d columns and n rewards so far. ⟨x, y⟩ is
 * Σ xᵢyᵢ and ‖x‖²_M is xᵀMx. Experts e = (g, ρ) combine each memory with each ridge. Each expert has one weight w for all
 * blocks, at first 1/E.
 *
 * - Memories: g = 30, 120, 480, 1920 and ∞ rewards, with γ = 1 − 1/g.
 * - Ridges: ρ = 2, 32 and ∞ if column 0 is an intercept, so E = 15. Λ is ρ on the diagonal, but 1 for column 0. With ∞
 *   only column 0 counts. Without an intercept ρ = 1 for all columns, so E = 5.
 * - Sums of each block and memory: A = Σ xxᵀ, b = Σ r x and the count c, all fading. Ridges do not fade.
 * - Prior mean of the intercept: m̄ = (½ + Σ r)/(1 + n) over all rewards of all blocks; 0 without an intercept.
 * - Estimate of an expert: θ = V⁻¹(b + m̄Λe₀), V = A + Λ, where e₀ is the unit vector of column 0.
 * - Noise: σ² = S₂/(1 + n) with S₂ = ¼ at first (1 without an intercept), and κ = S₄/((1 + n) σ⁴) with S₄ = 0 at first.
 *
 * 1. Pick. For an action x of block k and each expert, m_e = ⟨x, θ⟩ and s_e = ‖x‖² by (V + P)⁻¹, where P = Σ xxᵀ over the
 *    pending decisions of the block. With weights of experts with w ≥ e⁻¹², divided by their sum: m = Σ w m_e,
 *    v = Σ w (σ² s_e + (m_e − m)²) and N = Σ w min(n, g). Pick the largest m + √(0.3 ln(1 + N) v), the first among
 *    equals.
 * 2. Weigh. When the reward r of x comes, with m_e, and s_e by V⁻¹, of all experts before it:
 *    w ← w exp(−½ ln(σ²(1 + s_e)) − (r − m_e)²/(2σ²(1 + s_e))), divided by the sum; then w ← (1 − h) w + h/E with
 *    h = 1/(n + 2).
 * 3. Measure noise. With the weights before step 2, q = (r − Σ w m_e)²/(1 + Σ w s_e): S₂ grows by q and S₄ by q².
 * 4. Learn. All sums fade: A, b and c of all blocks are multiplied by γ. Then those of the block take xxᵀ, r x and 1.
 * 5. Segment. The reward becomes a segment of level 0. While a level has more than three segments, its two oldest merge
 *    into one of the next level. Segments keep Σ xxᵀ, Σ r x, Σ r² and the number of rewards of each block, unfaded.
 * 6. Test, if the segments have at least four rewards, and at least 65/64 of those at the last test. For each boundary
 *    of segments, with m rewards before it and l after it, min(m, l) ≥ 4κ, and each block k that has rewards on both
 *    sides: F_k = ℓ(before) + ℓ(after) − ℓ(all), where
 *      ℓ = −½ ln(det(A + Λ)/det Λ) − (Σ(r − m̄x₀)² − ‖b − m̄Ae₀‖² by (A + Λ)⁻¹)/(2σ²)
 *    with σ² and κ after step 3, m̄ before the reward, and the ridge with the largest sum of weights. F_k = 0 for other
 *    blocks. F = F_0 if B = 1, otherwise F = Σ_k ln(½ + ½ exp F_k). Raise an alarm if F ≥ 6 + ln((m + l)/min(m, l)). If
 *    several boundaries do, the one that exceeds its threshold by most counts, the newest among equals.
 * 7. After an alarm, forget the segments before the boundary; the last test then counts as one of no rewards. In blocks
 *    with F_k > 0, the sums of all memories become those after the boundary. In blocks with −1 < F_k ≤ 0, they are
 *    scaled down so that c is at most the larger of 10 and the block's number of rewards after the boundary. Other
 *    blocks keep their sums. w ← ½w + ½/E.
 *
 * Rewards: a mean that is linear in the features. Rewards should be of the order of 1, with 0.5 as a typical mean if
 * there is an intercept: start values then matter little. Rewards are neither clipped nor scaled.
 * Parameters: none. The constants were chosen on training environments.
 * Form `arms`: arms share weights, noise, m̄ and alarms, and have sums of their own. An arm that joins has empty sums.
 * Fails: it answers steady turning with alarms, when a tuned window loses less. If arms with many columns are played at
 * random and features have no effect, σ² comes out too small, and the test raises false alarms. With heavy tails, rare
 * rewards and means that are not linear in the features it also raises some. The study has numbers.
 * Guarantee: none proved for the policy as a whole.
 * Cost: O(K d³) per slot for each expert that matters, and O(d²) per action. Memory for about
 * K d² (7 + 1.5 log₂(T/K)) numbers.
 * Late rewards count when they arrive, in order of arrival. Empty slots change nothing. Pending decisions narrow widths,
 * unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('lin-auto').parameters; // → []
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { LinAutoKernel } from '../portable/kernels/lin-auto-kernel.ts';

/** Constants of `LinAutoKernel`. */
const CONSTANTS = {
  memories: [30, 120, 480, 1920, Number.POSITIVE_INFINITY],
  ridges: [2, 32, Number.POSITIVE_INFINITY],
  ridgesWithoutIntercept: [1],
  base: 6,
  level: 0.3,
};

export const linAuto = defineContextualPolicy({
  kind: 'contextual',
  id: 'lin-auto',
  order: 5,
  name: 'Lin-Auto',
  summary:
    'Needs no settings: ridge regressions with several memories and ridges, weighed by their predictions and restarted by a test for changes.',
  reference: 'our design; docs/studies/lin-auto.md',
  forms: ['arms', 'actions'],
  formula: 'm + √(0.3 ln(1 + N) v), m and v the mean and variance of weighed ridge predictions',
  memory: 'several discounts, until an alarm',
  memoryKind: 'fading-alarm',
  estimator: 'mixture of ridge regressions',
  index: 'linear UCB of a mixture',
  rewards: 'sub-gaussian',
  guarantee: 'none proved',
  cost: 'O(K d³) per slot for each of up to 10 experts, about K d² (7 + 1.5 log₂(T/K)) numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: true,
  parameters: [],
  kernel: ({ blocks, dimension, intercept }) =>
    new LinAutoKernel(
      blocks,
      dimension,
      intercept,
      Float64Array.from(CONSTANTS.memories),
      Float64Array.from(intercept ? CONSTANTS.ridges : CONSTANTS.ridgesWithoutIntercept),
      CONSTANTS.base,
      CONSTANTS.level,
    ),
  shows: { restarts: ({ restarts }) => restarts },
});
