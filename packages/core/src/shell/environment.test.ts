import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../base/error-codes.ts';
import { ParameterError } from '../base/errors.ts';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { environmentCatalogue } from '../environments/catalogue.ts';
import { MeanTable } from '../means/mean-table.ts';
import { ROLE_REWARDS } from '../portable/random/streams.ts';
import { randomStream } from '../random/source.ts';
import { createEnvironment, environmentFromMeans, variationWarning } from './environment.ts';

describe('createEnvironment', () => {
  test('a spec as text and as an object', () => {
    const text = createEnvironment('sinusoid:amplitude=0.2;period=500', { horizon: 100 });
    const object = createEnvironment(
      { id: 'sinusoid', params: { amplitude: 0.2, period: 500 } },
      { horizon: 100 },
    );
    expect(object.means.table().values).toEqual(text.means.table().values);
    expect([text.name, object.name]).toEqual(['sinusoid:amplitude=0.2;period=500', 'sinusoid']);
  });

  test('another reward law', () => {
    expect(createEnvironment('paper-2').law.id).toBe('bernoulli');
    const { law } = createEnvironment('paper-2', { rewards: 'gaussian:sd=0.1' });
    expect([law.id, law.params]).toEqual(['gaussian', { sd: 0.1 }]);
  });

  test.each<[string, object, string, ErrorCode | undefined]>([
    [
      'sinusiod',
      {},
      "there is no environment 'sinusiod'; did you mean 'sinusoid'?",
      'unknown-environment',
    ],
    [
      'sinusoid:perid=3',
      {},
      "sinusoid has no parameter 'perid'; did you mean 'period'? Accepted: center, amplitude, period",
      'unknown-parameter',
    ],
    ['sinusoid:period=-3', {}, 'period must be a number > 0; got -3', undefined],
    ['sinusoid', { horizon: 0 }, 'horizon must be an integer >= 1; got 0', undefined],
    ['sinusoid', { armCount: 2.5 }, 'arms must be an integer >= 1; got 2.5', undefined],
    [
      'stationary:means=0.1/0.2',
      { armCount: 3 },
      "arms must be 2, the number that stationary's parameters describe; got 3",
      'parameters-conflict',
    ],
    [
      'sinusoid',
      { rewards: 'gausian' },
      "there is no reward law 'gausian'; did you mean 'gaussian'? Accepted: bernoulli, gaussian, pareto, student-t, beta, uniform, exact",
      'unknown-reward-law',
    ],
    [
      'stationary:means=0.1/1.2',
      {},
      'means must lie in [0, 1] for bernoulli rewards; got 1.2 at slot 1, arm 1 (slots from 1, arms from 0); change the means, or choose rewards that allow any mean, such as gaussian',
      'means-out-of-range',
    ],
  ])('%s %j is refused', (spec, options, message, code) => {
    expect(() => createEnvironment(spec, options)).toThrow(new ParameterError(message, code));
  });

  test("a caller's own environment needs nothing but its definition", () => {
    const constant: EnvironmentDefinition = {
      id: 'constant',
      name: 'Constant',
      summary: 'One value.',
      parameters: [{ kind: 'number', id: 'value', summary: 'the value', default: 0.25 }],
      armCount: 2,
      horizon: 3,
      law: 'bernoulli',
      means: ({ armCount, horizon, values }) =>
        new MeanTable(new Float64Array(armCount * horizon).fill(values.number('value')), armCount),
    };
    const environment = createEnvironment('constant:value=1', {
      definitions: environmentCatalogue.with([constant]),
    });
    expect(environment.reward(2, 1, randomStream(1))).toBe(1);
  });
});

describe('environmentFromMeans', () => {
  test('rows are slots', () => {
    const environment = environmentFromMeans([
      [0, 1],
      [1, 0],
    ]);
    const random = randomStream(3, 0, ROLE_REWARDS);
    expect(environment.reward(0, 1, random)).toBe(1);
    expect(environment.reward(1, 1, random)).toBe(0);
    expect(environment.means.totalVariation()).toBe(1);
    expect(environment.statedVariation).toBeUndefined();
  });

  test('refuses means that the law does not allow', () => {
    expect(() => environmentFromMeans([[-0.5]])).toThrow('means must lie in [0, 1] for bernoulli');
    expect(environmentFromMeans([[-0.5]], 'pareto').law.id).toBe('pareto');
  });
});

describe('variationWarning', () => {
  test('only above the budget, beyond rounding', () => {
    expect(variationWarning(3, 3)).toBeUndefined();
    expect(variationWarning(3 * (1 + 5e-10), 3)).toBeUndefined();
    expect(variationWarning(0, 0)).toBeUndefined();
    expect(variationWarning(3 * (1 + 2e-9), 3)?.code).toBe('variation-above-budget');
  });

  test('says what to do, and doing it silences it', () => {
    const variation = createEnvironment('paper-2').means.totalVariation();
    expect(variationWarning(variation, 3)).toEqual({
      code: 'variation-above-budget',
      message:
        'the means vary by 4.499055879 in total, more than the stated variation 3, so guarantees for that budget do not apply; state a variation of at least 4.499055879, or leave it out to use the true one',
    });
    expect(variationWarning(variation, 4.499055879)).toBeUndefined();
  });
});
