/** What every environment has to satisfy, ours and a user's own alike. */

import { ParameterError } from '../base/errors.ts';
import { Catalogue } from '../definitions/catalogue.ts';
import { type EnvironmentDefinition, freshParameter } from '../definitions/environment.ts';
import type { RewardLawDefinition } from '../definitions/law.ts';
import { lawCatalogue } from '../laws/catalogue.ts';
import { createRewardLaw } from '../laws/create.ts';
import { MeanTable } from '../means/mean-table.ts';
import {
  createEnvironment,
  type Environment,
  type EnvironmentOptions,
} from '../shell/environment.ts';
import { type ContractCheck, demand, demandSame } from './check.ts';
import { describesItself, refusesBadParameters } from './definition-checks.ts';
import { elsewhere } from './surroundings.ts';

/** Makes environments of one definition, and its reward law from a catalogue. */
class Maker {
  readonly definition: EnvironmentDefinition;
  readonly #laws: Catalogue<RewardLawDefinition>;

  constructor(definition: EnvironmentDefinition, laws: Catalogue<RewardLawDefinition>) {
    this.definition = definition;
    this.#laws = laws;
  }

  make(options: EnvironmentOptions = {}, params: Readonly<Record<string, number>> = {}) {
    const { id, law } = this.definition;
    const definitions = new Catalogue('environment', [this.definition]);
    const rewards = createRewardLaw(law, this.#laws);
    return createEnvironment({ id, params }, { rewards, ...options, definitions });
  }

  /** Whether the means can be drawn anew for each replication. */
  get canBeFresh(): boolean {
    return this.definition.parameters.some(({ id }) => id === freshParameter.id);
  }
}

function meansOf(environment: Environment): Float64Array {
  return environment.means.table().values.slice();
}

function areSame(first: Float64Array, second: Float64Array): boolean {
  return first.length === second.length && first.every((mean, i) => Object.is(mean, second[i]));
}

/** Fails the check unless both have the same means. Only tables that differ are written out. */
function demandSameMeans(actual: Float64Array, expected: Float64Array, what: string): void {
  if (!areSame(actual, expected)) demandSame(Array.from(actual), Array.from(expected), what);
}

function hasItsOwnShape(maker: Maker): void {
  const { means } = maker.make();
  demand(
    means.table() instanceof MeanTable,
    'means must be a MeanTable, or table() must return one',
  );
  const { armCount, horizon } = maker.definition;
  demandSame([means.armCount, means.horizon], [armCount, horizon], 'arms and slots by default');
}

/** What an environment can't have, such as more arms than its parameters describe, it may refuse. */
function madeUnlessRefused(maker: Maker, options: EnvironmentOptions): Environment | undefined {
  try {
    return maker.make(options);
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

function hasTheShapeAskedFor(maker: Maker): void {
  const { armCount, horizon } = maker.definition;
  const { means } = maker.make({ armCount, horizon: horizon + 7 });
  demandSame([means.armCount, means.horizon], [armCount, horizon + 7], 'arms and slots');
  for (const [arms, slots] of [
    [armCount + 2, horizon],
    [1, horizon],
    [armCount, 1],
    [armCount, 2],
  ]) {
    const made = madeUnlessRefused(maker, { armCount: arms, horizon: slots });
    if (made === undefined) continue;
    demandSame([made.means.armCount, made.means.horizon], [arms, slots], 'arms and slots');
  }
}

function isDeterministic(maker: Maker): void {
  const made = (seed: number) => meansOf(maker.make({ seed }));
  const first = elsewhere(1, () => made(7));
  demandSameMeans(
    elsewhere(2, () => made(7)),
    first,
    'means made a second time from the same seed, at another time',
  );
  made(8);
  madeUnlessRefused(maker, { seed: 9, horizon: 2 });
  demandSameMeans(made(7), first, 'means made from the same seed after others were made');
}

/** Everything that an environment says of its means must be about the same means. */
function givesTheSameMeans(maker: Maker): void {
  const { means } = maker.make();
  const { values, armCount } = means.table();
  const table = new MeanTable(values.slice(), armCount);
  const step = Math.max(1, Math.floor(means.horizon / 200));
  for (let slot = 0; slot < means.horizon; slot += step) {
    for (let arm = 0; arm < means.armCount; arm++) {
      demandSame(
        means.mean(slot, arm),
        table.mean(slot, arm),
        `mean(${slot}, ${arm}) and the table`,
      );
    }
    // Rested arms have a benchmark instead, which need not be the best arm of each slot.
    const best = means.moves === 'plays' ? means.bestArm(slot) : table.bestArm(slot);
    demandSame(means.bestArm(slot), best, `bestArm(${slot}) and the table's`);
    demandSame(means.bestMean(slot), table.mean(slot, best), `bestMean(${slot}) and the table's`);
  }
  const { best, tabled, means: played } = means.course();
  demandSame(best[0], means.bestMean(0), 'the best mean of slot 0 during play');
  if (tabled) demandSameMeans(played, meansOf(maker.make()), 'the means during play');
  const [least, largest] = means.range();
  const [low, high] = table.range();
  demand(
    least <= low && largest >= high,
    `range must contain all means; it is ${least} to ${largest}, but means go from ${low} to ${high}`,
  );
}

/** Rested arms: the definition states it, and the benchmark earns the means of its own plays. */
function statesHowMeansMove(maker: Maker): void {
  const { means } = maker.make();
  demandSame(means.moves, maker.definition.moves, 'moves of the means and of the definition');
  if (means.meanAfter === undefined) return;
  demand(means.course().byPlays, 'the course of rested arms must be by plays');
  demand(
    means.benchmark !== undefined && means.benchmark !== '',
    'rested arms must name the benchmark of their regret',
  );
  const plays = new Array<number>(means.armCount).fill(0);
  for (let slot = 0; slot < means.horizon; slot++) {
    const arm = means.bestArm(slot);
    const earned = means.meanAfter(slot, plays[arm], arm);
    demandSame(means.bestMean(slot), earned, `bestMean(${slot}) and the benchmark's own play`);
    plays[arm] += 1;
  }
}

function sharesMeansAmongReplications(maker: Maker): void {
  const shared = maker.canBeFresh ? { [freshParameter.id]: 0 } : {};
  const first = meansOf(maker.make({ seed: 7, replication: 0 }, shared));
  demandSameMeans(
    meansOf(maker.make({ seed: 7, replication: 5 }, shared)),
    first,
    'means of another replication without fresh=1',
  );
}

function drawsFreshMeans(maker: Maker): void {
  // Some are random only by another parameter: then there is nothing that could differ.
  const [one, two] = [1, 2].map((seed) => meansOf(maker.make({ seed })));
  if (areSame(one, two)) return;
  demand(
    maker.canBeFresh,
    `means depend on the seed, but cannot be redrawn for each replication; add freshParameter of @driftline/core to the parameters`,
  );
  const fresh = (replication: number) =>
    maker.make({ seed: 7, replication }, { [freshParameter.id]: 1 });
  demand(fresh(0).fresh, 'an environment with fresh=1 must have fresh set to true');
  demand(
    !areSame(meansOf(fresh(0)), meansOf(fresh(1))),
    'means with fresh=1 must differ between replications',
  );
  demandSameMeans(meansOf(fresh(1)), meansOf(fresh(1)), 'means of one replication, made twice');
}

function keepsItsMeansApart(maker: Maker): void {
  const before = meansOf(maker.make());
  maker.make().means.table().values.fill(0.5);
  demandSameMeans(meansOf(maker.make()), before, 'means after another copy changed');
}

function statesAVariation(maker: Maker): void {
  const { statedVariation } = maker.make();
  if (statedVariation === undefined) return;
  demand(
    Number.isFinite(statedVariation) && statedVariation >= 0,
    `the stated variation must be a number >= 0; got ${statedVariation}`,
  );
}

function statesAsManyChangesAsThereCanBe(maker: Maker): void {
  const { statedChanges, means } = maker.make();
  if (statedChanges === undefined) return;
  demand(
    Number.isInteger(statedChanges) && statedChanges >= 0 && statedChanges < means.horizon,
    `the stated number of changes must be an integer from 0 to ${means.horizon - 1}; got ${statedChanges}`,
  );
}

/**
 * Every check of the contract for one environment.
 *
 * @param laws - where its reward law is looked up; ours by default
 */
export function environmentContract(
  definition: EnvironmentDefinition,
  laws: Catalogue<RewardLawDefinition> = lawCatalogue,
): ContractCheck[] {
  const maker = new Maker(definition, laws);
  const checks: [string, () => void][] = [
    ['describes itself', () => describesItself(definition)],
    ['has arms, slots and means within the range of its reward law', () => hasItsOwnShape(maker)],
    ['has the requested number of arms and slots', () => hasTheShapeAskedFor(maker)],
    ['is deterministic', () => isDeterministic(maker)],
    ['shares its means among replications', () => sharesMeansAmongReplications(maker)],
    ['gives the same means in every form', () => givesTheSameMeans(maker)],
    ['states how its means move', () => statesHowMeansMove(maker)],
    ['redraws means for each replication with fresh=1', () => drawsFreshMeans(maker)],
    ['shares no means with other copies', () => keepsItsMeansApart(maker)],
    ['states a valid variation, or none', () => statesAVariation(maker)],
    ['states a possible number of changes, or none', () => statesAsManyChangesAsThereCanBe(maker)],
    ['rejects bad parameters by name', () => refusesBadParameters(definition)],
  ];
  return checks.map(([name, run]) => ({ name, run }));
}
