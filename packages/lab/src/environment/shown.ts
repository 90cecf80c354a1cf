/** The environment that is shown: the chosen one, or where that can't be had the last that could. */
import { type Environment, Replay } from '@driftline/core';
import { computed } from '@preact/signals';
import { drawnMean } from '../setting/drawn-means-of.ts';
import {
  armName,
  builtEnvironment,
  givenVariation,
  setting,
  trueVariation,
} from '../state/store.ts';
import type { DrawableMeans } from './digest.ts';
import type { EnvironmentFacts } from './words.ts';

let lastGood: Environment | undefined;

/** The environment to draw; undefined where there has never been one. */
export const shownEnvironment = computed(() => {
  const made = builtEnvironment.value;
  if ('value' in made) lastGood = made.value;
  return lastGood;
});

/** Means as they are drawn: averages of recorded rewards, and rested means as the benchmark meets them. */
export const shownMeans = computed<DrawableMeans | undefined>(() => {
  const means = shownEnvironment.value?.means;
  if (means === undefined) return undefined;
  const { armCount, horizon } = means;
  return {
    armCount,
    horizon,
    value: drawnMean(means),
    bestArm: (slot) => means.bestArm(slot),
  };
});

/** Found once per environment: it takes a look at every slot. */
export const switches = computed(() => shownEnvironment.value?.means.bestArmSwitches() ?? 0);

let lastFacts: EnvironmentFacts | undefined;

/** What the sentence is made of. */
export const environmentFacts = computed<EnvironmentFacts | undefined>(() => {
  const made = builtEnvironment.value;
  if ('value' in made) lastFacts = factsOf(made.value);
  return lastFacts;
});

function factsOf({ means, fresh, statedVariation }: Environment): EnvironmentFacts {
  const { variation } = setting.value;
  const recorded =
    means instanceof Replay
      ? { smoothing: means.smoothing, against: means.against, start: means.start }
      : undefined;
  return {
    armCount: means.armCount,
    horizon: means.horizon,
    switches: switches.value,
    firstBest: armName(means.bestArm(0)),
    trueVariation: trueVariation.value ?? 0,
    given: givenVariation.value ?? 0,
    fresh,
    givenAnew: fresh && variation === undefined && statedVariation === undefined,
    ...(recorded === undefined ? {} : { recorded }),
    ...(means.benchmark === undefined ? {} : { benchmark: means.benchmark }),
  };
}
