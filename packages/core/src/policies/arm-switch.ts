/**
 * ArmSwitch: plays good arms alike, and explores each bad arm for random times, until no arm is good.
 *
 * Reference: Abbasi-Yadkori, György & Lazić, A New Look at Dynamic Regret for Non-Stationary Stochastic Bandits, JMLR
 * 24 (288), 2023, Algorithms 1 and 2 with inequalities (6) and (7). They were read in the published paper.
 * Rule: in each episode all arms begin good. In round n of an episode,
 * (a) each bad arm gets, for each ε = 1/2, 1/4, …, 2^−⌈log₂ T⌉, an obligation of 1/ε² with probability ε/√(K n), if it
 *     has less. An arm with an obligation plays in K times as many rounds, from this one on;
 * (b) of the arms that play, each bad one is drawn with probability 1/K, and the good ones share the rest alike. This
 *     is done in two steps: with probability (arms that play)/K the draw is among all of them, else among good ones;
 * (c) an arm a that plays is evicted if for some arm b and some interval up to now in which both played
 *     G̃(b) − G̃(a) > c C (√(n′/K) ∨ C), or, if both are good, Ĝ(b) − Ĝ(a) > c C (√(P(a)) ∨ C). n′ is the number of rounds
 *     of the interval, G̃ sums the rewards of draws among all arms that played, Ĝ all rewards, P(a) the probabilities of
 *     a, and C² = ln(2 K T² (ln n′ + 2)/δ). A good arm becomes bad, and a bad one loses its obligation;
 * (d) if no arm is good, a new episode begins.
 * Intervals: all of them, exactly (`rise-test.ts` has the reasons); none is left out for speed.
 * Settled here: δ = 1/(√K T^1.5), as in Theorem 1, and T is at least 2, as there. The sets of good and bad arms in (c)
 * are those of the round, although Algorithm 1 changes them while it goes through the pairs. log is ln but in ⌈log₂ T⌉.
 * Parameters: `factor` c, 12 as published. Corollary 2 has 13 in the first inequality. `exploration` multiplies the
 * probabilities of (a): 1 as published, 0 for plain elimination.
 * The paper has no experiments, and we found no code of its authors.
 * Chance: one uniform number is drawn with each decision and comes back with its reward, plus 1 if the draw was among
 * good arms only. The obligations of the next round are read from it, since learning never draws.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Guarantee: O(√(K (S+1) T) ln^1.5(K T ln T)) for S changes of the best arm, S unknown (Theorem 1). With 13 for 12 in
 * (6) also √(K T) + (K V)^(1/3) T^(2/3), times the same (Corollary 2).
 * In practice: C² is 36 for two arms and T = 10,000, so no interval of 432 rewards or fewer evicts an arm, and two arms
 * that differ by 1 are told apart only within 11,000 slots or more. Until then play is uniform.
 * `docs/studies/parameter-free.md` has figures.
 * Cost: O(K) tests per slot with a reward above 0, each of some ten places; 2K² stacks of 32 places or more.
 * Late rewards count on arrival, as rounds of that time, and not after a new episode has begun. Rounds are counted in
 * rewards.
 * Among some arms, (b) is done with those of them that play; if none does, any of them is drawn alike.
 * An arm that joins is good, and is compared by rounds since it joined.
 *
 * @example
 * const policy = createPolicy('arm-switch', { armCount: 4, horizon: 1000 });
 * policy.inspect().map(({ probability }) => probability); // → [0.25, 0.25, 0.25, 0.25]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { ArmSwitchKernel } from '../portable/kernels/arm-switch-kernel.ts';
import { requireHorizon } from '../tuning/tuning.ts';

type ArmFacts = 'bad' | 'owed';

/** With more arms than this they are counted, not named. */
const MOST_NAMED = 4;

function isBad(at: Seen<string, ArmFacts>, arm: number): boolean {
  return at.armFact('bad', arm) === 1;
}

function isExplored(at: Seen<string, ArmFacts>, arm: number): boolean {
  return at.armFact('owed', arm) > 0;
}

function badArms(at: Seen<string, ArmFacts>): number[] {
  return Array.from({ length: at.armCount }, (_, arm) => arm).filter((arm) => isBad(at, arm));
}

function reason(at: Moment<string, ArmFacts>): string {
  const bad = badArms(at);
  const explored = bad.filter((arm) => isExplored(at, arm)).length;
  if (bad.length === at.armCount - 1 && explored === 0) return ', the only good one.';
  if (isBad(at, at.picked)) {
    return `, a bad arm that is explored, with probability ${at.number(1 / at.armCount, 2)}.`;
  }
  const goods = at.armCount - bad.length;
  const share = (at.armCount - explored) / (at.armCount * goods);
  return `, drawn from ${at.counted(goods, 'good arm')}, each with probability ${at.number(share, 2)}.`;
}

function words(at: Seen<string, ArmFacts> & Pick<Moment, 'number'>, arm: number): string {
  if (!isBad(at, arm)) return 'good';
  return isExplored(at, arm) ? `explored, ${at.number(at.armFact('owed', arm))} left` : 'bad';
}

function aside(at: Moment<'episode' | 'start', ArmFacts>): string {
  const episode = `Its episode ${at.number(at.fact('episode'))} began with slot ${at.number(at.fact('start'))}.`;
  const bad = badArms(at);
  if (bad.length === 0) return `${episode} All arms are good.`;
  const explored = bad.filter((arm) => isExplored(at, arm));
  const arms =
    bad.length > MOST_NAMED
      ? `${at.number(bad.length)} of ${at.number(at.armCount)} arms`
      : at.listed(bad.map((arm) => at.arm(arm)));
  const count = explored.length === 0 ? 'none' : at.number(explored.length);
  return `${episode} Bad: ${arms}. Explored now: ${count}.`;
}

/** Good arms are drawn alike, and bad ones while they are explored. */
const shows: Showing<ArmSwitchKernel, 'episode' | 'start', ArmFacts> = {
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
  },
  armFacts: {
    bad: { unit: 'flag', of: (kernel, arm) => kernel.standing[arm] },
    owed: {
      unit: 'count',
      of: (kernel, arm) =>
        kernel.standing[arm] === 0 ? 0 : Math.max(0, kernel.until[arm] - kernel.count),
    },
  },
  explains: {
    reason,
    aside,
    armStanding: { out: 'bad', isOut: isBad, words },
    lacks: 'no index: good arms are drawn alike',
  },
};

export const armSwitch = definePolicy({
  id: 'arm-switch',
  order: 354,
  name: 'ArmSwitch',
  summary:
    'Plays good arms alike, with random exploration of bad ones. Plays uniformly below some 10,000 slots.',
  reference: 'Abbasi-Yadkori, György & Lazić 2023, Algorithms 1 and 2',
  standing: 'theoretical',
  formula:
    'evict a if G̃(b) − G̃(a) > 12 C (√(n/K) ∨ C), C² = ln(2 K T² (ln n + 2)/δ); explore for K/ε² slots with probability ε/√(K n)',
  memory: 'episodes',
  memoryKind: 'episodes',
  estimator: 'sums of rewards',
  index: 'elimination',
  rewards: 'unit-interval',
  guarantee: 'O(√(K (S+1) T) ln^1.5(K T ln T)) for S changes of the best arm, unknown',
  cost: 'O(K) tests of some ten places per slot, about 192K² numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'factor',
      symbol: 'c',
      role: { of: 'memory' },
      summary: 'evidence that an eviction needs: 12 as published',
      default: 12,
      above: 0,
    },
    {
      kind: 'number',
      id: 'exploration',
      symbol: 'exploration',
      summary:
        'multiplies the probabilities of exploration; 1 as published, 0 for plain elimination',
      default: 1,
      least: 0,
    },
  ],
  tune: (request) => {
    requireHorizon(request);
    return {};
  },
  kernel: ({ armCount, horizon = 1, values }) =>
    new ArmSwitchKernel(armCount, horizon, values.factor, values.exploration),
  shows,
});
