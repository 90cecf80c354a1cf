import { describe, expect, test } from 'vitest';
import { ParameterError } from '../../base/errors.ts';
import { ignoreWarning } from '../../base/warnings.ts';
import { Floats, Ints } from '../../portable/base/language.ts';
import { ThetaPath } from '../../portable/means/theta-path.ts';
import { prepareContextualPolicy } from './prepare.ts';

const SHAPE = { form: 'actions', dimension: 2, blocks: 1, norm: 1, intercept: false } as const;
const ABRUPT = { ...SHAPE, horizon: 6000, variation: 4 + Math.SQRT2 };
const SLOW = { ...SHAPE, horizon: 6000, variation: Math.PI / 2 };
const TURN = { ...SHAPE, horizon: 6000, variation: 2 * Math.PI };

type Facts = Parameters<typeof prepareContextualPolicy>[1];

function refusal(spec: string, facts: Facts): string {
  try {
    prepareContextualPolicy(spec, facts);
  } catch (error) {
    if (error instanceof ParameterError) return `${error.message} [${error.code}]`;
    throw error;
  }
  return 'accepted';
}

describe('the memory', () => {
  // From the published experiments: Russac, Vernade & Cappé 2019, and Wang, Zhao & Zhou 2023 for the corrected epoch.
  test.each<[string, Facts, string, number]>([
    ['sw-linucb', ABRUPT, 'window', 170],
    ['restart-linucb', ABRUPT, 'window', 169],
    ['d-linucb', ABRUPT, 'discount', 0.994117],
    ['sw-linucb', SLOW, 'window', 388],
    ['restart-linucb', SLOW, 'window', 387],
    ['weight-linucb', SLOW, 'discount', 0.997422],
    ['restart-linucb:tuning=corrected', TURN, 'window', 34],
    ['d-linucb:tuning=corrected', ABRUPT, 'discount', 1 - Math.sqrt((4 + Math.SQRT2) / 12_000)],
    ['d-linucb:changes=3', ABRUPT, 'discount', 1 - (3 / 12_000) ** (2 / 3)],
    ['d-linucb:window=200', ABRUPT, 'discount', 0.995],
    ['bob-linucb', ABRUPT, 'block', 122],
  ])('of %s follows from what is known', (spec, facts, name, value) => {
    expect(prepareContextualPolicy(spec, facts).params[name]).toBeCloseTo(value, 6);
  });

  test('is tuned to the columns of all arms', () => {
    const arms = { ...ABRUPT, form: 'arms', dimension: 1, blocks: 2 } as const;
    const { params } = prepareContextualPolicy('d-linucb', arms);
    expect(params).toEqual(prepareContextualPolicy('d-linucb', ABRUPT).params);
  });

  test('keeps everything if nothing changes', () => {
    const still = { ...ABRUPT, variation: 0 };
    expect(prepareContextualPolicy('d-linucb', still).params.discount).toBe(1);
    expect(prepareContextualPolicy('restart-linucb', still).params.window).toBe(6000);
  });

  test('warns of a window that is longer than the horizon', () => {
    const facts = { ...ABRUPT, onWarning: ignoreWarning };
    const { warnings } = prepareContextualPolicy('sw-linucb:window=7000', facts);
    expect(warnings.map(({ code }) => code)).toEqual(['horizon-shorter-than-window']);
  });
});

test('the noise of the environment is taken unless the spec states one', () => {
  const facts = { ...ABRUPT, noise: 0.5 };
  expect(prepareContextualPolicy('linucb', facts).params.noise).toBe(0.5);
  expect(prepareContextualPolicy('linucb:noise=2', facts).params.noise).toBe(2);
  expect(prepareContextualPolicy('linucb', ABRUPT).params.noise).toBe(1);
});

test('logistic policies see rewards mapped to [0, 1]', () => {
  const facts = { ...ABRUPT, rewardRange: [-1, 3] } as const;
  const { rewardMap } = prepareContextualPolicy('d-logistic', facts);
  expect([rewardMap.center, rewardMap.scale, rewardMap.clips]).toEqual([-1, 4, true]);
});

describe('what does not fit is refused', () => {
  const theta = new ThetaPath(1, 3, new Ints(1), new Floats(3));
  const arms = { ...ABRUPT, form: 'arms', blocks: 3 } as const;

  test.each<[string, Facts, string]>([
    ['dlinucb', arms, 'dlinucb plays only the form actions; got'],
    ['d-linucb', SHAPE, 'd-linucb needs a variation budget'],
    ['bob-linucb', SHAPE, 'bob-linucb needs a horizon'],
    ['d-linucb:window=9;discount=0.5', ABRUPT, 'accepts a window or a discount'],
    ['linucb:ridge=0', ABRUPT, 'ridge must be a number > 0; got 0'],
    ['linucb:widht=1', ABRUPT, "linucb has no parameter 'widht'"],
    ['linucb:horizon=9', ABRUPT, "linucb has no parameter 'horizon'"],
    ['d-linucb:tuning=2', ABRUPT, 'tuning must be one of published, corrected; got 2'],
    ['sw-linucb:window=40000000', ABRUPT, 'window times features must be at most'],
    ['lin-oracle', ABRUPT, "lin-oracle needs the environment's hidden parameters"],
    [
      'lin-oracle',
      { ...ABRUPT, theta },
      'theta must have 1 blocks of 2 parameters; got 1 blocks of 3',
    ],
    ['linear', ABRUPT, "there is no contextual policy 'linear'"],
  ])('%s', (spec, facts, message) => {
    expect(refusal(spec, facts)).toContain(message);
  });
});
