/**
 * Whittle: knows how channels move, and plays the one with the largest Whittle index, which also counts the value of
 * seeing a channel. Results on `channels` measure every policy against it.
 *
 * Reference: Liu & Zhao, Indexability of Restless Bandit Problems and Optimality of Whittle Index for Dynamic
 * Multichannel Access, IEEE Transactions on Information Theory, 2010, the index for the average reward. Tests compare
 * both of its forms, p11 ≥ p01 and p11 < p01, with the numerical solution of the problem with a reward for not playing.
 * Rule: ω is the probability that an arm is in its high state, T(ω) = ω p11 + (1 − ω) p01 that of the next slot, and
 * ω₀ = p01/(1 − p11 + p01) its long-run value. The arm with the largest low + (high − low) W(ω) is played.
 * States that last, p11 ≥ p01: W = ω if ω ≤ p01 or ω ≥ p11, ω/(1 − p11 + ω) if ω₀ ≤ ω < p11, and for p01 < ω < ω₀
 * W = ((ω − T(ω))(ℓ + 1) + Tˡ(p01)) / (1 − p11 + (ω − T(ω)) ℓ + Tˡ(p01)), ℓ the first number of slots with
 * Tˡ(p01) > ω.
 * States that alternate, p11 < p01: W = ω if ω ≤ p11 or ω ≥ p01, (ω + p01 − T(ω))/(1 + p01 − T(p11) + T(ω) − ω) if
 * p11 < ω < ω₀, p01/(1 + p01 − T(p11)) if ω₀ ≤ ω < T(p11), and p01/(1 + p01 − ω) if T(p11) ≤ ω < p01.
 * Rewards: beliefs follow rewards as those of `myopic` do. The index assumes that a play shows the state, as exact
 * rewards do. With noisy rewards it is a heuristic.
 * Parameters: none. It must be given the chains with their changes, which only the environment `channels` has. It uses
 * the probabilities of the present slot as if they stayed, and knows no later change. No arm can join.
 * Settled: indices that agree to 10⁻¹⁰ count as equal, and the larger expected reward decides. So it is `myopic`, bit
 * for bit, if all channels are equal.
 * Guarantee: none in general. With equal channels it is `myopic`.
 * Cost: O(K) per slot with at most a logarithm and a power per arm, 3K numbers and the table of probabilities.
 * Late rewards count at the age of their own slot, unless one of a later slot of the same arm came before: then they
 * count no more.
 *
 * @example
 * const { means } = createEnvironment('channels:p01=0.1/0.3;p11=0.9/0.6', { horizon: 4 });
 * trace(createPolicy('whittle', { armCount: 2, means }), [[1, 0], [0, 0], [1, 1], [0, 0]]); // → [0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ChannelKernel } from '../portable/kernels/channel-kernel.ts';
import { byBelief } from '../showing/by-belief.ts';
import { chainsOf } from '../tuning/tuning.ts';

export const whittle = definePolicy({
  id: 'whittle',
  order: 316,
  name: 'Whittle',
  summary: 'Knows how channels move and plays the one with the largest Whittle index.',
  reference: 'Liu & Zhao 2010',
  needs: 'chains',
  formula: 'largest low + (high − low) W(ω), W the reward for not playing that balances playing',
  memory: 'filter',
  memoryKind: 'filter',
  estimator: 'belief in the high state',
  index: 'Whittle index',
  rewards: 'finite-variance',
  guarantee: 'none in general; equals myopic for equal channels',
  cost: 'O(K) per slot, 3K numbers and the table of probabilities',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [],
  kernel: (settings) => new ChannelKernel(settings.armCount, chainsOf(settings), true),
  shows: byBelief,
});
