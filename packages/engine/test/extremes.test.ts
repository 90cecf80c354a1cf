/** Whatever is accepted can be played: finite numbers, the same compiled and not, no trap and no endless loop. */
import {
  createEnvironment,
  createRewardLaw,
  environmentCatalogue,
  lawCatalogue,
  ParameterError,
  Random,
} from '@driftline/core';
import { preparePolicy } from '@driftline/core/play';
import { LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE, type SpecParameter } from '@driftline/core/spec';
import { loadKernels } from '@driftline/engine/node';
import { ChunkPlayer, type Comparison, NO_PLUGINS } from '@driftline/engine/play';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { definitionsAnywhere } from './policies-anywhere.ts';

const HORIZON = 60;
/** Far more than any policy draws in so few slots: whoever needs more does not end. */
const MOST_DRAWS = 1_000_000;

/** Both ends of what a parameter accepts, numbers next to them, and the largest and smallest that there are. */
function extremesOf(parameter: SpecParameter): number[] {
  if (parameter.kind !== 'number' && parameter.kind !== 'integer') return [];
  const { least, above, most, below } = parameter;
  const ends = [least, above, most, below].filter((end) => end !== undefined);
  const beside = ends.flatMap((end) => [end, end * (1 + 2 ** -52), end * (1 - 2 ** -53)]);
  const sizes = [SMALLEST_MAGNITUDE, 1, 2 ** 31, Number.MAX_SAFE_INTEGER, LARGEST_MAGNITUDE];
  // Of no use but for the few parameters that may have any size.
  sizes.push(5e-324, Number.MAX_VALUE);
  return [...new Set([0, ...beside, ...sizes, ...sizes.map((size) => -size)])];
}

/** The specs with one extreme parameter that are accepted; any other error than a refusal is thrown. */
function acceptedOf(
  { id, parameters }: { readonly id: string; readonly parameters: readonly SpecParameter[] },
  make: (spec: string) => unknown,
): string[] {
  const specs = parameters.flatMap((parameter) =>
    extremesOf(parameter).map((value) => `${id}:${parameter.id}=${value}`),
  );
  return specs.filter((spec) => {
    try {
      make(spec);
      return true;
    } catch (error) {
      if (error instanceof ParameterError) return false;
      throw new Error(`${spec}: ${error}`);
    }
  });
}

function comparisonOf(policies: readonly string[], spec: string, rewards?: string): Comparison {
  return {
    name: 'extremes',
    environment: {
      kind: 'named',
      spec,
      horizon: HORIZON,
      ...(rewards === undefined ? {} : { rewards }),
    },
    policies,
    replications: 2,
    seed: 1,
    checkpoints: { count: 1, spacing: 'linear' },
  };
}

function expectPlayable(comparison: Comparison): void {
  const chunk = { from: 0, to: 2 };
  const plain = new ChunkPlayer(comparison).play(chunk);
  const compiled = new ChunkPlayer(comparison, NO_PLUGINS, loadKernels()).play(chunk);
  const { environment, policies } = comparison;
  policies.forEach((policy, i) => {
    const { regret, onBest } = plain.policies[i];
    const where = `${policy} on ${JSON.stringify(environment)}`;
    expect([...regret, ...onBest].every(Number.isFinite), where).toBe(true);
    expect(compiled.policies[i], where).toEqual(plain.policies[i]);
  });
}

let draws = 0;
beforeEach(() => {
  draws = 0;
  const next = Random.prototype.next;
  vi.spyOn(Random.prototype, 'next').mockImplementation(function (this: Random) {
    draws += 1;
    if (draws > MOST_DRAWS) throw new Error(`more than ${MOST_DRAWS} draws`);
    return next.call(this);
  });
});
afterEach(() => vi.restoreAllMocks());

const given = { armCount: 3, horizon: HORIZON, variation: 3 };

test.each(definitionsAnywhere)('parameters of $id', (definition) => {
  const { means } = createEnvironment('paper-2', { horizon: HORIZON });
  const specs = acceptedOf(definition, (spec) => preparePolicy(spec, { ...given, means }));
  const budgets = specs.length === 0 ? [definition.id] : specs;
  expectPlayable({ ...comparisonOf(budgets, 'paper-2'), variation: 3 });
});

test.each(definitionsAnywhere)('the largest and the smallest rewards for $id', ({ id }) => {
  for (const size of [SMALLEST_MAGNITUDE, LARGEST_MAGNITUDE]) {
    expectPlayable(
      comparisonOf([id], `sinusoid:center=0;amplitude=${size}`, `gaussian:sd=${size}`),
    );
  }
});

describe.each(['gaussian', 'bernoulli'])('%s rewards', (law) => {
  // Presets have the parameters of what they are made from.
  test.each(environmentCatalogue.list.filter(({ id }) => !id.startsWith('paper')))(
    'parameters of $id',
    (definition) => {
      const make = (spec: string) => createEnvironment(spec, { horizon: HORIZON, rewards: law });
      for (const spec of acceptedOf(definition, make)) {
        expectPlayable(comparisonOf(['ucb1', 'exp3'], spec, law));
      }
    },
  );
});

test.each(lawCatalogue.list)('parameters of $id rewards', (definition) => {
  for (const law of acceptedOf(definition, createRewardLaw)) {
    expectPlayable(comparisonOf(['ucb1', 'sw-rmoss', 'exp3', 'ts', 'm-ucb'], 'paper-2', law));
  }
});

test.each([
  ['m-ucb:change=1e155', () => preparePolicy('m-ucb:change=1e155', given)],
  [
    'an amplitude of 1e300',
    () => createEnvironment('sinusoid:amplitude=1e300', { rewards: 'gaussian' }),
  ],
  ['means of 1e308', () => createEnvironment('stationary:means=1e308/0', { rewards: 'gaussian' })],
  ['a deviation of 1e155', () => createRewardLaw('gaussian:sd=1e155')],
])('%s: refused with the limit', (_, make) => {
  expect(make).toThrow(ParameterError);
  expect(make).toThrow('1e+100 in size');
});
