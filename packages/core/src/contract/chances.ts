/** Checks of what a policy says of its own chances, and that it favours no arm. */
import type { PolicyDefinition } from '../definitions/policy.ts';
import { randomStream } from '../random/source.ts';
import { demand } from './check.ts';
import { ARMS, play, rewardsFor, usual } from './fixtures.ts';
import type { Subject } from './subject.ts';

/** Picks from one state. */
const PICKS = 3000;
/** In standard errors: a right policy fails with a probability below 1e-6 a test. */
const TOLERANCE = 5;

/** How often an arm was picked, and the probabilities that were stated for it. */
interface Stated {
  picks: number;
  /** The sum of 1/p: on average as many as all picks, if p is the probability of the arm. */
  inverses: number;
  least: number;
}

/** Undefined where a policy does not state them. */
function statedIn(
  subject: Subject,
  slots: number,
  among: readonly number[],
): Map<number, Stated> | undefined {
  const policy = subject.make();
  play(policy, randomStream(32), rewardsFor(slots, ARMS, 33));
  const random = randomStream(34 + slots);
  const stated = new Map<number, Stated>();
  for (let i = 0; i < PICKS; i++) {
    const { arm, propensity } = policy.select(random, among);
    if (propensity === undefined) return undefined;
    const one = stated.get(arm) ?? { picks: 0, inverses: 0, least: 1 };
    one.picks += 1;
    one.inverses += 1 / propensity;
    one.least = Math.min(one.least, propensity);
    stated.set(arm, one);
  }
  return stated;
}

/** Each arm comes as often as it is said to: a state is asked thousands of times, with other luck. */
export function statesTruePropensities(subject: Subject): void {
  if (!subject.definition.randomised) return;
  for (const [slots, among] of [
    [0, [0, 1, 2]],
    [40, [0, 1, 2]],
    [200, [0, 1, 2]],
    [200, [0, 2]],
  ] as const) {
    const stated = statedIn(subject, slots, among);
    if (stated === undefined) return;
    const where = `after ${slots} slots, among the arms ${among.join(', ')}`;
    let sum = 0;
    for (const [arm, { picks, inverses, least }] of stated) {
      const probability = picks / inverses;
      sum += probability;
      const error = Math.sqrt((1 / least - 1) / PICKS);
      demand(
        Math.abs(inverses / PICKS - 1) <= TOLERANCE * error + 1e-9,
        `the propensity must be the probability of the arm; ${where}, arm ${arm} reports ${probability} but was picked ${picks} times in ${PICKS}`,
      );
    }
    demand(
      sum <= 1 + 1e-6,
      `propensities of all arms must add up to 1; ${where}, they add up to ${sum}`,
    );
  }
}

const RUNS = 30;
const RUN_SLOTS = 200;

/** How often each arm is played on rewards of which none is better than another. */
function playsOf(definition: PolicyDefinition, run: number, shift: number): number[] {
  const luck = randomStream(35, run);
  const rewards = Array.from({ length: RUN_SLOTS }, () => {
    const row = Array.from({ length: ARMS }, () => luck.uniform());
    return row.map((_, arm) => row[(arm + shift) % ARMS]);
  });
  const plays = new Array<number>(ARMS).fill(0);
  for (const arm of play(usual(definition), randomStream(36, run), rewards)) plays[arm] += 1;
  return plays;
}

/**
 * Rewards of the arms are exchanged: an arm is to be played as often as the one that had its rewards
 * before. Where luck decides a tie or a turn they differ, to neither side on average.
 */
export function favoursNoArm(definition: PolicyDefinition): void {
  // An oracle goes by what it knows of each arm.
  if (definition.needs !== undefined) return;
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const [before, after] = [0, 1].map((shift) => playsOf(definition, run, shift));
    return before.map((plays, arm) => plays - after[(arm + ARMS - 1) % ARMS]);
  });
  for (let arm = 0; arm < ARMS; arm++) {
    const differences = runs.map((run) => run[arm]);
    const mean = differences.reduce((sum, one) => sum + one, 0) / RUNS;
    const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (RUNS - 1);
    // Arms of which nothing is known are played in order, the lowest first: after each restart, too.
    const tolerance = TOLERANCE * Math.sqrt(variance / RUNS) + RUN_SLOTS / 8;
    demand(
      Math.abs(mean) <= tolerance,
      `arms must be treated equally; in ${RUN_SLOTS} slots arm ${arm} is played ${mean.toFixed(1)} times more often than another arm with the same rewards, and chance explains at most ${tolerance.toFixed(1)}`,
    );
  }
}
