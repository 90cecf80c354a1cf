/**
 * Exp3.R: Exp3 that starts afresh when its uniform exploration finds a better arm.
 *
 * Reference: Allesiardo & Féraud, EXP3 with Drift Detection for the Switching Bandit Problem, 2015; and
 * Allesiardo, Féraud & Maillard, The Non-stationary Stochastic Multi-armed Bandit Problem, 2017. Neither
 * could be read; two programs after them were. Nakhe & Reiffenhäuser's (pareshnakhe/Exp3.T) agrees with all
 * of the rule below, with C = 35 and 45 in its experiments. SMPyBandits has the same g, H, δ, ε and least
 * number of rewards, but counts all rewards, not those of exploration alone, and calls that not yet correct.
 * Rule: Exp3. Rewards of uniform exploration, and only those, are collected; once every arm has g H / K
 * of them it is a drift if the mean of some arm exceeds that of the arm with the largest weight by 2ε,
 * ε = √(K ln(1/δ) / (2 g H)). Then all weights are 1 again. Collecting begins anew either way.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters, from the horizon T: `g` = min{1, √(K ln K ln T / T)}, `window` H = ⌈C √(T ln T)⌉,
 * `delta` δ = √(ln T / (K T)), and `c` C. The number of changes is not needed.
 * Settled: the test is made after the reward that completes it was learned; each arm needs one reward at
 * least; T = 1 counts as 2, since ln 1 = 0; ties of the largest weight go to the lowest arm. With C = 1
 * the bar 2ε lies above 1 for K = 3 at any horizon, so that nothing is ever found: it warns of that, and
 * names the C from which the test can act.
 * Guarantee: its authors give one for Υ changes of the best arm, which could not be read; none in V.
 * Cost: O(K) per slot with one exponential, 3K numbers.
 * Late rewards count on arrival, with the probability of their own decision and whether it was
 * exploration; those of slots before a drift was found do not count.
 * An arm that joins has the mean weight of the others; the test waits until it was explored too.
 *
 * @example
 * createPolicy('exp3r', { armCount: 3, horizon: 5000 }).params.window; // → 207
 */
import { driftOutOfReachWarning } from '../base/warnings.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import { Exp3RKernel } from '../portable/kernels/exp3-r-kernel.ts';
import { ln } from '../portable/math/log.ts';
import { byProbability } from '../showing/by-probability.ts';
import { exp3rDelta, exp3rInterval, exp3rRate } from '../theory/tuning.ts';
import { EXPLORATION_WIDTH, requireHorizon, WINDOW } from '../tuning/tuning.ts';

/** The share of exploration, H and δ: each given, or from the horizon. */
function tune(request: TuningRequest): Record<string, number> {
  const { given, armCount } = request;
  const horizon = () => requireHorizon(request, ', or g, window and delta');
  const tuned = {
    g: given.g ?? exp3rRate(armCount, horizon()),
    window: given.window ?? exp3rInterval(horizon(), given.c ?? 1),
    delta: given.delta ?? exp3rDelta(armCount, horizon()),
  };
  const bar = thresholdOf(armCount, tuned);
  if (bar > 1 && Number.isFinite(bar)) {
    const longer = Math.ceil(tuned.window * bar * bar);
    request.warn(driftOutOfReachWarning(request.policy, bar, longer));
  }
  return tuned;
}

/** 2ε, by which a mean has to exceed that of the leading arm. */
function thresholdOf(armCount: number, { g, window, delta }: Readonly<Record<string, number>>) {
  // A single arm is never explored.
  if (g === 0) return Number.POSITIVE_INFINITY;
  return 2 * Math.sqrt((armCount * ln(1 / delta)) / (2 * g * window));
}

export const exp3R = definePolicy({
  id: 'exp3r',
  order: 330,
  name: 'Exp3.R',
  summary: 'Exp3 that starts again when its exploration finds a better arm than its favorite.',
  reference: 'Allesiardo & Féraud 2015',
  group: 'adversarial',
  standing: 'historical',
  formula:
    'Exp3; weights reset when some explored mean exceeds the leader’s by 2√(K ln(1/δ)/(2gH))',
  memory: 'until a drift',
  memoryKind: 'drift',
  estimator: 'importance weights',
  index: 'exponential weights',
  rewards: 'unit-interval',
  guarantee: 'one for Υ changes of the best arm; we had no access to its text',
  cost: 'O(K) per slot, 3K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  ticketIsPropensity: true,
  parameters: [
    EXPLORATION_WIDTH,
    {
      ...WINDOW,
      symbol: 'H',
      summary: 'slots whose exploration rewards are tested together (default: tuned)',
    },
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      summary: 'false-alarm level of the test (default: tuned)',
      above: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'c',
      symbol: 'C',
      summary: 'multiplies the tuned H',
      default: 1,
      above: 0,
    },
  ],
  tune,
  kernel: ({ armCount, startArmCount, values }) =>
    new Exp3RKernel(
      armCount,
      values.g,
      Math.max(1, Math.ceil((values.g * values.window) / startArmCount)),
      thresholdOf(startArmCount, values),
    ),
  shows: byProbability(),
});
