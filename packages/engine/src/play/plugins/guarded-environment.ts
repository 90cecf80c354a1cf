/** A plugin's environment, whose means are checked, copied, and made twice to see that they are the same. */
import type { EnvironmentDefinition, EnvironmentSettings, Means } from '@driftline/core';
import { MeanTable, Random, RestedMeans } from '@driftline/core/play';
import { type Guard, shownValue } from './plugin-error.ts';

/** Means of arms and slots that no table holds are computed, and can't be copied. */
const LARGEST_COPY = 2 ** 27;

function isMeans(value: unknown): value is Means {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mean' in value &&
    typeof value.mean === 'function' &&
    'course' in value &&
    typeof value.course === 'function'
  );
}

/** A table of our own: what the plugin does to its one afterwards changes nothing. */
function copyOf(means: Means): MeanTable | RestedMeans {
  if (means instanceof RestedMeans) {
    const { shapes, levels, against } = means;
    const copied = (table: MeanTable) => new MeanTable(table.values.slice(), table.armCount);
    return new RestedMeans(
      copied(shapes),
      against,
      levels === undefined ? undefined : copied(levels),
    );
  }
  const { armCount, horizon } = means;
  const values = new Float64Array(armCount * horizon);
  for (let slot = 0; slot < horizon; slot++) {
    for (let arm = 0; arm < armCount; arm++) {
      values[slot * armCount + arm] = means.mean(slot, arm);
    }
  }
  return new MeanTable(values, armCount);
}

/** All tables of some means; nothing for means that are computed. */
function tablesOf(means: Means): readonly MeanTable[] {
  if (means instanceof MeanTable) return [means];
  return means instanceof RestedMeans ? [means.shapes, means.levels ?? []].flat() : [];
}

/** Where two tables first differ. */
function differenceOf(first: MeanTable, second: MeanTable): string | undefined {
  const place = first.values.findIndex((mean, i) => !Object.is(mean, second.values[i]));
  if (place < 0) return undefined;
  const [slot, arm] = [Math.floor(place / first.armCount), place % first.armCount];
  return `${first.values[place]}, then ${second.values[place]} at slot ${slot + 1}, arm ${arm} (slots from 1, arms from 0)`;
}

function isFiniteFromZero(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isWholeFromZero(value: unknown): value is number {
  return isFiniteFromZero(value) && Number.isInteger(value);
}

/** What an environment states of its drift, checked; nothing where it states nothing of the kind. */
function statedBy<Name extends 'statedVariation' | 'statedChanges'>(
  definition: EnvironmentDefinition,
  guard: Guard,
  name: Name,
  accepts: (value: unknown) => value is number,
  accepted: string,
): Pick<EnvironmentDefinition, Name> | Record<string, never> {
  const states = definition[name];
  if (states === undefined) return {};
  const stated = (settings: EnvironmentSettings): number | undefined => {
    const value: unknown = guard.call(name, states, () => states.call(definition, settings));
    if (value === undefined || accepts(value)) return value;
    throw guard.returned(name, value, `${accepted}, or nothing`, states);
  };
  return { [name]: stated } as Pick<EnvironmentDefinition, Name>;
}

/** The same environment, with whatever goes wrong in its code reported as its own. */
export function guardedEnvironment(
  definition: EnvironmentDefinition,
  guard: Guard,
): EnvironmentDefinition {
  const make = (settings: EnvironmentSettings, random: Random): Means => {
    const { armCount, horizon } = settings;
    const means: unknown = guard.call('means', definition.means, () =>
      definition.means(settings, random),
    );
    if (!isMeans(means)) {
      throw guard.returned('means', means, 'a MeanTable', definition.means);
    }
    if (means.armCount !== armCount || means.horizon !== horizon) {
      throw guard.returned(
        'means',
        means,
        `a table of ${horizon} slots and ${armCount} arms, as asked for; this one has ${shownValue(means.horizon)} slots and ${shownValue(means.armCount)} arms`,
        definition.means,
      );
    }
    if (armCount * horizon > LARGEST_COPY) return means;
    return guard.call('means', definition.means, () => copyOf(means));
  };
  const { armCountOf } = definition;
  return {
    ...definition,
    means: (settings, random) => {
      const again = new Random(0, 0, 0, 0);
      again.state.set(random.state);
      const means = make(settings, random);
      const tables = tablesOf(means);
      if (tables.length === 0) return means;
      const second = tablesOf(make(settings, again));
      const difference = tables
        .map((table, i) => (second[i] === undefined ? undefined : differenceOf(table, second[i])))
        .find((each) => each !== undefined);
      if (difference === undefined) return means;
      throw guard.failed(
        'means',
        `made twice from the same random source differ: ${difference}; means must depend only on that random source`,
        definition.means,
      );
    },
    ...(armCountOf === undefined
      ? {}
      : {
          armCountOf: (values) =>
            guard.call('armCountOf', armCountOf, () => armCountOf.call(definition, values)),
        }),
    ...statedBy(definition, guard, 'statedVariation', isFiniteFromZero, 'a finite number >= 0'),
    ...statedBy(definition, guard, 'statedChanges', isWholeFromZero, 'an integer >= 0'),
  };
}
