/** What every law of rewards has to satisfy, ours and a user's own alike. */

import { ParameterError } from '../base/errors.ts';
import { RewardLaw, type RewardLawDefinition } from '../definitions/law.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { environmentFromMeans } from '../shell/environment.ts';
import { SpecValues } from '../spec/spec-values.ts';
import { type ContractCheck, demand, demandRefusal, demandSame } from './check.ts';
import { describesItself, refusesBadParameters } from './definition-checks.ts';
import { elsewhere } from './surroundings.ts';

const DRAWS = 50_000;
/** Draws that are compared one by one. */
const SINGLE_DRAWS = 200;

function lawOf(definition: RewardLawDefinition): RewardLaw {
  return new RewardLaw(definition, new SpecValues(definition.id, definition.parameters, {}));
}

function meansAt(
  { meanRange: [low, high] = [-0.75, 1] }: RewardLawDefinition,
  shares: readonly number[],
): number[] {
  return shares.map((share) => low + share * (high - low));
}

/** Means that the law allows: its ends and some between. */
function triedMeans(definition: RewardLawDefinition): number[] {
  return meansAt(definition, [0, 0.1, 0.35, 0.6, 1]);
}

/** Many means: what goes wrong may go wrong at some of them alone, such as 0, a half, or near an end. */
function manyMeans(definition: RewardLawDefinition): number[] {
  const even = Array.from({ length: 41 }, (_, i) => i / 40);
  const means = meansAt(definition, [...even, 1e-12, 1e-4, 1 - 1e-4, 1 - 1e-12]);
  const { meanRange: [low, high] = [-0.75, 1] } = definition;
  return [...means, ...[0, 0.5].filter((mean) => mean >= low && mean <= high)];
}

function draws(
  definition: RewardLawDefinition,
  mean: number,
  seed: number,
  length = DRAWS,
): Float64Array {
  const law = lawOf(definition);
  const random = randomStream(seed);
  return Float64Array.from({ length }, () => law.draw(mean, random));
}

function hasRanges({ rewardRange, meanRange = rewardRange }: RewardLawDefinition): void {
  for (const [name, range] of Object.entries({ rewardRange, meanRange })) {
    demand(
      range.length === 2 && range.every(Number.isFinite) && range[0] < range[1],
      `${name} must be two finite numbers, the lower first; got ${range.join(', ')}`,
    );
  }
}

function drawsFiniteNumbers(definition: RewardLawDefinition): void {
  const law = lawOf(definition);
  for (const mean of manyMeans(definition)) {
    const random = randomStream(1);
    for (let i = 0; i < 500; i++) {
      const reward: unknown = law.draw(mean, random);
      demand(
        typeof reward === 'number' && Number.isFinite(reward),
        `rewards must be finite numbers; got ${String(reward)} for the mean ${mean}`,
      );
    }
  }
}

function isDeterministic(definition: RewardLawDefinition): void {
  const [mean] = triedMeans(definition).slice(2);
  const drawn = () => Array.from(draws(definition, mean, 2, 500));
  demandSame(
    elsewhere(1, drawn),
    elsewhere(2, drawn),
    'rewards drawn a second time from the same seed, at another time',
    'draw',
  );
}

/** A reward is made of its mean and of what is drawn for it: not of rewards before, nor of a spare draw. */
function remembersNothing(definition: RewardLawDefinition): void {
  const law = lawOf(definition);
  const means = triedMeans(definition);
  const random = randomStream(6);
  for (let i = 0; i < SINGLE_DRAWS; i++) {
    const mean = means[i % means.length];
    const before = saveRandom(random);
    const reward = law.draw(mean, random);
    const other = randomStream(7 + i);
    law.draw(means[(i + 1) % means.length], other);
    random.state.set(before);
    const again = law.draw(mean, random);
    demand(
      Object.is(reward, again),
      `a reward must depend on its mean and on the random source alone; for the mean ${mean} it was ${reward}, but ${again} from the same random state after another draw`,
    );
  }
}

/** So that policies that choose different arms have the same draws afterwards. */
function drawsAlikeForAllMeans(definition: RewardLawDefinition): void {
  const [first, ...others] = manyMeans(definition);
  const law = lawOf(definition);
  const random = randomStream(3);
  for (let i = 0; i < SINGLE_DRAWS; i++) {
    const before = saveRandom(random);
    law.draw(first, random);
    const after = saveRandom(random);
    for (const mean of others) {
      random.state.set(before);
      law.draw(mean, random);
      demandSame(
        saveRandom(random),
        after,
        `the state of the random source after a draw with the mean ${mean} rather than ${first}`,
      );
    }
  }
}

/**
 * Within 5 standard errors: a right law fails with a probability below 1e-6 a mean. Where there is no
 * variance, there is no such limit, and nothing is checked.
 */
function hasTheMean(definition: RewardLawDefinition): void {
  const law = lawOf(definition);
  for (const mean of triedMeans(definition)) {
    const variance = law.variance(mean);
    demand(variance >= 0, `the variance must be >= 0, or +∞; got ${variance} for the mean ${mean}`);
    if (!Number.isFinite(variance)) continue;
    const average = draws(definition, mean, 4).reduce((sum, reward) => sum + reward, 0) / DRAWS;
    // Rounding of the sum comes on top where the variance is 0.
    const tolerance = 5 * Math.sqrt(variance / DRAWS) + 1e-9;
    demand(
      Math.abs(average - mean) <= tolerance,
      `rewards with mean ${mean} must average to it within ${tolerance}; ${DRAWS} rewards average ${average}`,
    );
  }
}

/** A law could state any spread to let its mean pass: this much of it is never seen. */
const OVERSTATED = 20;

/** By Chebyshev's inequality, which holds for the heaviest tails too. */
function hasTheVariance(definition: RewardLawDefinition): void {
  const law = lawOf(definition);
  for (const mean of triedMeans(definition)) {
    const variance = law.variance(mean);
    if (!Number.isFinite(variance)) continue;
    const distance = 3 * Math.sqrt(variance) + 1e-9;
    const rewards = draws(definition, mean, 5);
    const beyond = rewards.filter((reward) => Math.abs(reward - mean) > distance).length / DRAWS;
    // Chebyshev allows 1/9; 5 standard errors of a share of 50 000 are below 0.008.
    demand(
      beyond <= 1 / 9 + 0.008,
      `with variance ${variance}, at most 1/9 of the rewards may lie more than 3 standard deviations from the mean ${mean}; ${beyond} of them do`,
    );
    const seen = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / DRAWS;
    // Of the heaviest tails that have a variance, most of it is seen in this many draws.
    demand(
      variance <= OVERSTATED * seen + 1e-12,
      `the stated variance must match the rewards; it is ${variance} for the mean ${mean}, but ${DRAWS} rewards have ${seen}`,
    );
  }
}

function refusesImpossibleMeans(definition: RewardLawDefinition): void {
  const { meanRange } = definition;
  if (meanRange === undefined) return;
  for (const mean of [meanRange[0] - 0.5, meanRange[1] + 0.5]) {
    demandRefusal(
      () => environmentFromMeans([[mean]], lawOf(definition)),
      ParameterError,
      'means',
      `a mean of ${mean}`,
    );
  }
}

/** Every check of the contract for one law of rewards. */
export function rewardLawContract(definition: RewardLawDefinition): ContractCheck[] {
  const checks: [string, (definition: RewardLawDefinition) => void][] = [
    ['describes itself', describesItself],
    ['has a range of rewards and of means', hasRanges],
    ['draws finite numbers', drawsFiniteNumbers],
    ['is deterministic', isDeterministic],
    ['draws each reward independently', remembersNothing],
    ['draws equally often for every mean', drawsAlikeForAllMeans],
    ['has the given mean', hasTheMean],
    ['has the stated variance', hasTheVariance],
    ['rejects means outside its range', refusesImpossibleMeans],
    ['rejects bad parameters by name', refusesBadParameters],
  ];
  return checks.map(([name, check]) => ({ name, run: () => check(definition) }));
}
