/**
 * META: plays all arms that are not evicted alike, and replays of random length look whether evictions still hold.
 *
 * Reference: Suk & Kpotufe, Tracking Most Significant Arm Switches in Bandits, COLT 2022, Algorithms 1 and 2. Both
 * were read, and so was the code of one of the authors (below).
 * Rule: in each round an arm of A_t is drawn, each with probability 1/|A_t|. δ̂_t(b, a) is |A_t| times the reward if b
 * was drawn, minus that if a was drawn, else 0.
 * (a) Arm a is evicted from A_t if, for some rounds s₁ ≤ s₂ since the active replay began and some arm b,
 *     Σ δ̂_s(b, a) over s₁ … s₂ > ln T √(C₀ (K (s₂ − s₁) ∨ K²)); it leaves the master set if that holds for
 *     rounds since the episode began.
 * (b) In round s of an episode that began in round t, a replay of length m = 2, 4, …, 2^⌈log₂ T⌉ begins with
 *     probability 1/√(m (s − t)); of several the longest does. It interrupts what is active, resets A_t to all arms, and
 *     plays m + 1 rounds, as printed. Then the one that it interrupted goes on with its own A_t.
 * (c) Evictions take effect in rounds in which no replay begins. If the master set is empty then, a new episode begins.
 * Intervals: all of them, exactly (`meta-kernel.ts` has the reasons); none is left out for speed.
 * Settled here: the paper writes log for both logarithms. For the lengths it has to be log₂, or no replay would be as
 * long as the horizon; for the threshold it is ln. Rounds s₁ = s₂ are allowed, which the paper excludes in (2) and not in
 * Algorithm 2; one round can decide only if ln T √C₀ < 1.
 * Parameters: `c0` C₀, about which the paper says only that it has to be large enough; 1 here, less than the proof
 * needs. `replays` multiplies the probabilities of (b): 1 as published, 0 for plain elimination.
 * The author's code (joesuk/SmoothBandits, for Suk 2024) runs another threshold,
 * C (e − 1) (√(4 log₂ T · s) + 4 log₂ T) for intervals of 1, 2, 4, … rounds up to now, on two arms without the factor
 * |A_t|, with C = 1 in units of the rewards' amplitude, half the replay probabilities, no nested replays, and T = 10⁶
 * and 10⁷. Its version for K arms is marked as work in progress. The paper itself runs nothing.
 * Chance: one uniform number is drawn with each decision and comes back with its reward, plus |A_t|, by which the reward
 * is weighed. The replay of the next round is read from it, since learning never draws.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * ln T is ln 2 for a horizon of one slot.
 * Guarantee: O(ln³ T Σ √(K τ)), τ the lengths of the phases between significant shifts, for C₀ large enough. That is
 * at most √(K (S+1) T) for S changes of the best arm, and √(K T) + (K V)^(1/3) T^(2/3), both times ln³ T and with
 * nothing known but T.
 * In practice: a gap Δ takes K C₀ (ln T/Δ)² rounds of uniform play to evict an arm, and replays then bring all arms
 * back: in each round s the lengths of those that begin add up to about Σ √(m/s), at least 3.4, in expectation. So play
 * is close to uniform for some ten thousand slots. `docs/studies/parameter-free.md` has figures.
 * Cost: O(K) tests per slot with a reward above 0, each of some ten places; K² stacks of 32 places or more.
 * Late rewards count on arrival, and not after a new episode has begun. Rounds are counted in rewards.
 * Among some arms, the draw is among those of A_t; if all are evicted, among all that were given. With a floor, rewards
 * are weighed as without one.
 * An arm that joins is active everywhere, and is compared by rounds since it joined.
 *
 * @example
 * const policy = createPolicy('meta', { armCount: 4, horizon: 1000 });
 * policy.inspect().map(({ probability }) => probability); // → [0.25, 0.25, 0.25, 0.25]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { MetaKernel } from '../portable/kernels/meta-kernel.ts';
import { requireHorizon } from '../tuning/tuning.ts';

type Facts = 'episode' | 'start' | 'replay' | 'left';

/** With more arms than this they are counted, not named. */
const MOST_NAMED = 4;

function isEvicted(at: Seen<string, 'evicted'>, arm: number): boolean {
  return at.armFact('evicted', arm) === 1;
}

function evictedArms(at: Seen<string, 'evicted'>): number[] {
  return Array.from({ length: at.armCount }, (_, arm) => arm).filter((arm) => isEvicted(at, arm));
}

function reason(at: Moment<Facts, 'evicted'>): string {
  const playing = at.armCount - evictedArms(at).length;
  if (playing === 1) return ', the only one that is not evicted.';
  return `, drawn from ${at.number(playing)} arms, each with probability ${at.number(1 / playing, 2)}.`;
}

function aside(at: Moment<Facts, 'evicted'>): string {
  const episode = `Its episode ${at.number(at.fact('episode'))} began with slot ${at.number(at.fact('start'))}.`;
  const length = at.fact('replay');
  const replay =
    length === 0
      ? ' No replay is active.'
      : ` A replay of length ${at.number(length)} plays, with ${at.counted(at.fact('left'), 'slot')} left.`;
  const evicted = evictedArms(at);
  if (evicted.length === 0) return `${episode}${replay} No arm is evicted from it.`;
  const arms =
    evicted.length > MOST_NAMED
      ? `${at.number(evicted.length)} of ${at.number(at.armCount)} arms`
      : at.listed(evicted.map((arm) => at.arm(arm)));
  return `${episode}${replay} Evicted: ${arms}.`;
}

/** Arms that are not evicted are drawn alike. */
const shows: Showing<MetaKernel, Facts, 'evicted'> = {
  choice: 'probability',
  arm: (kernel, arm) => ({
    count: kernel.samples[arm],
    mean: kernel.mean(arm),
    probability: kernel.probability(arm),
  }),
  restarts: ({ restarts }) => restarts,
  slotFacts: {
    episode: { unit: 'count', of: ({ restarts }) => restarts + 1 },
    start: { unit: 'slot', of: ({ episodeStart }) => episodeStart },
    replay: { unit: 'count', of: ({ active }) => (active === 0 ? 0 : 2 ** active) },
    left: {
      unit: 'count',
      of: (kernel) =>
        kernel.active === 0
          ? Number.NaN
          : kernel.lastOf(kernel.since, kernel.active) - kernel.count + 1,
    },
  },
  armFacts: {
    evicted: { unit: 'flag', of: (kernel, arm) => (kernel.isEvicted(arm) ? 1 : 0) },
  },
  explains: {
    reason,
    aside,
    armStanding: {
      out: 'evicted',
      isOut: isEvicted,
      words: (at, arm) => (isEvicted(at, arm) ? 'evicted' : 'active'),
    },
    lacks: 'no index: arms that are not evicted are drawn alike',
  },
};

export const meta = definePolicy({
  id: 'meta',
  order: 352,
  name: 'META',
  summary:
    'Plays arms that are not evicted alike, with replays of all arms. Plays almost uniformly below some 10,000 slots.',
  reference: 'Suk & Kpotufe 2022, Algorithms 1 and 2',
  standing: 'theoretical',
  formula:
    'evict a if Σ δ̂(b, a) > ln T √(C₀ (K (s₂−s₁) ∨ K²)); replay of length m with probability 1/√(m (s−t))',
  memory: 'episodes',
  memoryKind: 'episodes',
  estimator: 'importance weights',
  index: 'elimination',
  rewards: 'unit-interval',
  guarantee:
    'ln³ T Σ √(K τ) over phases of τ slots between significant shifts, unknown; so min{√(K (S+1) T), (K V)^(1/3) T^(2/3) + √(K T)} up to logarithms',
  cost: 'O(K) tests of some ten places per slot, about 64K² numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'c0',
      symbol: 'C₀',
      role: { of: 'memory' },
      summary: 'evidence that an eviction needs; the paper states no value, 1 here',
      default: 1,
      above: 0,
    },
    {
      kind: 'number',
      id: 'replays',
      symbol: 'replays',
      summary: 'multiplies the probabilities of replays; 1 as published, 0 for plain elimination',
      default: 1,
      least: 0,
    },
  ],
  tune: (request) => {
    requireHorizon(request);
    return {};
  },
  kernel: ({ armCount, horizon = 1, values }) =>
    new MetaKernel(armCount, horizon, values.c0, values.replays),
  shows,
});
