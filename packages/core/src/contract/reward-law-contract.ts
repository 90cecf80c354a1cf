/** What every law of rewards has to satisfy, ours and a user's own alike. */
import { environmentFromMeans } from '../environment.ts';
import { ParameterError } from '../errors.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { RewardLaw, type RewardLawDefinition } from '../rewards/law.ts';
import { SpecValues } from '../spec-values.ts';
import { type ContractCheck, demand, demandRefusal, demandSame } from './check.ts';
import { describesItself, refusesBadParameters } from './definition-checks.ts';

const DRAWS = 20_000;

function lawOf(definition: RewardLawDefinition): RewardLaw {
  return new RewardLaw(definition, new SpecValues(definition.id, definition.parameters, {}));
}

/** Means that the law allows: its ends and some between. */
function triedMeans({ meanRange = [-0.75, 1] }: RewardLawDefinition): number[] {
  const [low, high] = meanRange;
  return [0, 0.1, 0.35, 0.6, 1].map((share) => low + share * (high - low));
}

function draws(definition: RewardLawDefinition, mean: number, seed: number): Float64Array {
  const law = lawOf(definition);
  const random = randomStream(seed);
  return Float64Array.from({ length: DRAWS }, () => law.draw(mean, random));
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
  for (const mean of triedMeans(definition)) {
    const bad = draws(definition, mean, 1).find((reward) => !Number.isFinite(reward));
    demand(bad === undefined, `rewards must be finite numbers; got ${bad} for the mean ${mean}`);
  }
}

function isDeterministic(definition: RewardLawDefinition): void {
  const [mean] = triedMeans(definition).slice(2);
  demandSame(
    Array.from(draws(definition, mean, 2).subarray(0, 500)),
    Array.from(draws(definition, mean, 2).subarray(0, 500)),
    'rewards drawn a second time from the same seed',
    'draw',
  );
}

/** So that policies that choose different arms face the same luck afterwards. */
function drawsAlikeForAllMeans(definition: RewardLawDefinition): void {
  const means = triedMeans(definition);
  const law = lawOf(definition);
  const ends = means.map((_, first) => {
    const random = randomStream(3);
    for (let i = 0; i < 1000; i++)
      law.draw(means[(first + i * (first + 1)) % means.length], random);
    return saveRandom(random);
  });
  for (const end of ends) {
    demandSame(end, ends[0], 'the state of the random source after as many draws with other means');
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
      `rewards of mean ${mean} must average it within ${tolerance}; ${DRAWS} of them average ${average}`,
    );
  }
}

/** By Chebyshev's inequality, which holds for the heaviest tails too. */
function hasTheVariance(definition: RewardLawDefinition): void {
  const law = lawOf(definition);
  for (const mean of triedMeans(definition)) {
    const variance = law.variance(mean);
    if (!Number.isFinite(variance)) continue;
    const distance = 3 * Math.sqrt(variance) + 1e-9;
    const rewards = draws(definition, mean, 5);
    const beyond = rewards.filter((reward) => Math.abs(reward - mean) > distance).length / DRAWS;
    // Chebyshev allows 1/9; 5 standard errors of a share of 20 000 are below 0.012.
    demand(
      beyond <= 1 / 9 + 0.012,
      `with the variance ${variance} at most a ninth of the rewards lie beyond 3 standard deviations of the mean ${mean}; ${beyond} of them do`,
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
    ['draws as often whatever the mean', drawsAlikeForAllMeans],
    ['has the mean that it is given', hasTheMean],
    ['spreads no wider than its variance', hasTheVariance],
    ['refuses means that it can’t have', refusesImpossibleMeans],
    ['refuses bad parameters by name', refusesBadParameters],
  ];
  return checks.map(([name, check]) => ({ name, run: () => check(definition) }));
}
