/**
 * CTS: Thompson sampling that weighs all guesses of when the last change was.
 *
 * Reference: Mellor & Shapiro, Thompson Sampling in Switching Environments with Bayesian Online Change
 * Detection, AISTATS 2013 (Global-CTS and Per-Arm-CTS); resampling of Fearnhead & Clifford, On-line
 * Inference for Hidden Markov Models via Particle Filters, 2003. Its rule was read.
 * Rule: a guess i is the number of rewards since the last change, with weight w_i and Beta posteriors
 * (α, β) of each arm since then. A guess is drawn by weight, then a mean for each arm; the largest is
 * played. After reward x of an arm, w_(i+1) = (1 − h) lik_i w_i and w_0 = h Σ lik_i w_i, normalised, lik_i =
 * (x α + (1−x) β)/(α + β) of that arm; its α grows by x and β by 1 − x, and guess 0 has α = β = 1. With
 * `local` = 1 each arm has guesses of its own; those of arms not played move on without the likelihood.
 * Of more than N guesses one is dropped by stratified resampling, not the lightest one.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. One between 0 and 1 has the
 * mean likelihood of the coin that it could be turned into, where the source has 0 and 1 only.
 * Parameters: `hazard` h, 10⁻⁴ as in the source's tables; Υ/T where `changes` Υ and the horizon are given
 * instead, the rate that h stands for; `particles` N; `local`.
 * Settled: guesses are resampled from the oldest to the youngest. The uniform number that resampling takes
 * is drawn with the decision and comes back with its reward, since learning never draws; with `local` each
 * arm takes the fraction of it plus a multiple of the golden ratio, which is as uniform.
 * Guarantee: none proved.
 * Cost: O(N + K) per slot with two gamma draws per arm, 2(N+1)(K+1) numbers; with `local` O(N K) per slot,
 * 4(N+1)K numbers.
 * Late rewards count on arrival. An arm that joins has nothing remembered in any guess.
 *
 * @example
 * createPolicy('cts', { armCount: 3, horizon: 5000, changes: 5 }).params.hazard; // → 0.001
 */

import { ParameterError } from '../base/errors.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import type { Drawn, Moment, Showing } from '../definitions/showing.ts';
import { ChangePointKernel } from '../portable/kernels/change-point-kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import { drawReason } from '../showing/reasons.ts';
import { CHANGES } from '../tuning/tuning.ts';

const USUAL_HAZARD = 1e-4;
/** Posteriors take 16 bytes per arm and guess: with this many, more than a gigabyte. */
const MOST_POSTERIORS = 2 ** 26;

function tune({ given, horizon }: TuningRequest): Record<string, number> {
  if (given.hazard !== undefined) return { hazard: given.hazard };
  if (given.changes === undefined || horizon === undefined) return { hazard: USUAL_HAZARD };
  return { hazard: Math.min(1, given.changes / horizon) };
}

/** In how many parts of equal weight it is shown how far guesses reach back. */
const REACHES = 20;

/** What guesses that all arms share reach back to, for shares in the middle of equal parts of the weight. */
function reaches(kernel: ChangePointKernel): number[] {
  if (kernel.local) return [];
  return Array.from({ length: REACHES }, (_, i) => kernel.reach((i + 0.5) / REACHES));
}

/** Draws as `pick` does: one guess for all arms, or one for each. */
function draw(kernel: ChangePointKernel, random: Random, armCount: number): Drawn {
  const means = new Float64Array(armCount);
  if (kernel.local) {
    for (let arm = 0; arm < armCount; arm++) {
      means[arm] = kernel.drawMean(random, arm, kernel.drawPlace(random, arm));
    }
    return { means };
  }
  const place = kernel.drawPlace(random, 0);
  for (let arm = 0; arm < armCount; arm++) means[arm] = kernel.drawMean(random, arm, place);
  return { means, first: place };
}

function reason(at: Moment<'guess' | 'guessWeight'>): string {
  const guess = at.fact('guess');
  if (Number.isNaN(guess)) return drawReason(at);
  return drawReason(
    at,
    guess === 0
      ? ', drawn as if all had changed just now'
      : `, drawn as if the last change was ${at.counted(guess, 'slot')} ago`,
  );
}

function aside(at: Moment<'guess' | 'guessWeight'>): string {
  const [guess, weight] = [at.fact('guess'), at.fact('guessWeight')];
  if (Number.isNaN(guess)) {
    return 'Every arm has its own guesses of its last change. For each arm, a guess is drawn by weight, then a mean from the rewards since.';
  }
  const when = guess === 0 ? 'just now' : `${at.counted(guess, 'slot')} ago`;
  const share = weight < 0.01 ? 'less than 1 %' : `${at.number(100 * weight)} %`;
  return `A guess of the last change is drawn by weight: here ${when}, which has ${share} of the weight. Then a mean is drawn for each arm from the rewards since.`;
}

/** Guesses of when the last change was, of which one is drawn before the means. */
const shows: Showing<ChangePointKernel, 'guess' | 'guessWeight'> = {
  choice: 'posterior',
  arm: (kernel, arm) => {
    const mean = kernel.mixedMoment(arm, false);
    const variance = Math.max(0, kernel.mixedMoment(arm, true) - mean * mean);
    return { count: kernel.mixedCount(arm), mean, deviation: Math.sqrt(variance) };
  },
  draw,
  memory: { reaches },
  slotFacts: {
    guess: {
      unit: 'count',
      of: (kernel, drawn) =>
        drawn?.first === undefined ? Number.NaN : kernel.guessLength(0, drawn.first),
    },
    guessWeight: {
      unit: 'probability',
      of: (kernel, drawn) =>
        drawn?.first === undefined ? Number.NaN : kernel.guessWeight(0, drawn.first),
    },
  },
  explains: {
    reason,
    aside,
    lacks: 'estimates are over all guesses; no index: it picks the largest draw',
    remembers:
      'All rewards so far, by guesses of each arm’s last change. The likelier a guess, the more it counts.',
  },
};

export const changePointThompson = definePolicy({
  id: 'cts',
  order: 260,
  name: 'CTS',
  summary: 'Thompson sampling over guesses of the time of the last change.',
  reference: 'Mellor & Shapiro 2013; Fearnhead & Clifford 2003',
  group: 'bayesian',
  formula: 'w_(i+1) = (1−h) lik_i w_i, w_0 = h Σ lik_i w_i; draw a guess, then Beta(α, β)',
  memory: 'mixture of run lengths',
  memoryKind: 'run-lengths',
  estimator: 'Beta posterior',
  index: 'posterior draw',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(N + K) per slot, 2(N+1)(K+1) numbers; with local O(N K), 4(N+1)K',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    CHANGES,
    {
      kind: 'number',
      id: 'hazard',
      symbol: 'h',
      role: { of: 'memory' },
      summary:
        'probability of a change in a slot (default: changes/horizon if given, otherwise 0.0001)',
      least: 0,
      most: 1,
    },
    {
      kind: 'integer',
      id: 'particles',
      symbol: 'N',
      summary: 'number of guesses kept',
      default: 100,
      least: 1,
      most: 2 ** 20,
    },
    {
      kind: 'integer',
      id: 'local',
      symbol: 'local',
      role: { of: 'switch' },
      summary: '1: each arm changes separately; 0: all arms change together',
      default: 0,
      least: 0,
      most: 1,
    },
  ],
  tune,
  kernel: ({ armCount, values }) => {
    if (armCount * (values.particles + 1) > MOST_POSTERIORS) {
      throw new ParameterError(
        `particles must be at most ${Math.floor(MOST_POSTERIORS / armCount) - 1} with ${armCount} arms, because each stores a posterior per arm; got ${values.particles}`,
        'too-large',
      );
    }
    return new ChangePointKernel(armCount, values.hazard, values.particles, values.local === 1);
  },
  shows,
});
