import { describe, expect, test } from 'vitest';
import { kernelCases, laws, recipe } from '../../test/portable/cases.ts';
import { Dispersion } from '../portable/estimators/dispersion.ts';
import { TotalLevel } from '../portable/indices/kl-level.ts';
import { AutoKernel } from '../portable/kernels/auto-kernel.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { UniformKernel } from '../portable/kernels/uniform-kernel.ts';
import { Course } from '../portable/means/course.ts';
import { Wave } from '../portable/means/wave.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { RewardMap } from '../portable/play/reward-map.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from '../shell/create-policy.ts';
import { preparePolicy } from '../shell/prepare-policy.ts';
import {
  type Ingredient,
  identifier,
  isRecipe,
  type Recipe,
  recipeOf,
  typeText,
} from './recipe.ts';

/** Follows a recipe in JavaScript. */
function made({ of, ingredients }: Recipe): object {
  const given = ingredients.map((ingredient: Ingredient) =>
    isRecipe(ingredient) ? made(ingredient) : ingredient,
  );
  return Reflect.construct(of.make, given);
}

describe('a recipe', () => {
  test.each([3, 80])('makes the same kernels of %i arms again', (armCount) => {
    for (const { kernel, map } of kernelCases(armCount)) {
      expect(made(recipe(kernel))).toEqual(kernel);
      expect(made(recipe(map))).toEqual(map);
    }
  });

  test('makes the same reward laws and courses again', () => {
    const [some, others] = [new Float64Array([0.1, 0.2]), new Float64Array([0.3, 0.4])];
    const course = new Course(2, some, others, new Wave(0.5, 0.3, 100, some), true, some);
    for (const object of [...laws.map(({ sampler }) => sampler), course]) {
      // Another file of tests may have played with these, and they keep tables.
      const fresh = made(recipe(object));
      expect(fresh.constructor).toBe(object.constructor);
      expect(made(recipe(fresh))).toEqual(fresh);
    }
  });

  test('is the same before and after playing', () => {
    const { kernel } = preparePolicy('sw-rmoss', { armCount: 3, horizon: 500, variation: 3 });
    const before = structuredClone(recipe(kernel).ingredients.map(String));
    const random = randomStream(1);
    for (let slot = 0; slot < 300; slot++) {
      const arm = kernel.pick(random);
      kernel.advance(arm);
      kernel.learn(slot, arm, kernel.ticket(), 40 * random.uniform() - 20);
    }
    expect(recipe(kernel).ingredients.map(String)).toEqual(before);
    kernel.reset();
    const fresh = preparePolicy('sw-rmoss', { armCount: 3, horizon: 500, variation: 3 }).kernel;
    expect(recipe(kernel)).toEqual(recipe(fresh));
  });

  test('names its type', () => {
    const given = { armCount: 3, horizon: 500, variation: 3 };
    const few = recipe(preparePolicy('sw-moss', given).kernel);
    expect(identifier(few)).toBe('IndexKernel_Window_MossIndices_Scan');
    expect(typeText(few)).toBe('IndexKernel<Window, MossIndices<Scan>>');
    const many = recipe(preparePolicy('sw-ucb', { ...given, armCount: 64 }).kernel);
    expect(typeText(many)).toBe('IndexKernel<Window, RisingIndices<KineticTournament, UcbRule>>');
  });
});

describe('there is no recipe', () => {
  class OwnKernel extends UniformKernel {}
  class OwnMemory extends AllTime {}
  class OwnDispersion extends Dispersion {}
  const auto = new AutoKernel(3, 100, 6, 0.6, 0.5, 4, 2, 20, 0.02, 0.001, true);

  test.each<[string, object]>([
    ['of a class that is not listed', new Date(0)],
    ['of a class that extends a listed one', new OwnKernel(3)],
    ['where a part is of such a class', new KlIndexKernel(3, new OwnMemory(3), new TotalLevel())],
    [
      'where a part that the class makes itself was replaced by one of such a class',
      Object.assign(auto, { dispersion: new OwnDispersion(3, 0.001) }),
    ],
    [
      'of an object with a method of its own',
      Object.assign(new UniformKernel(3), { pick: () => 0 }),
    ],
    [
      'where a part has one',
      new KlIndexKernel(3, Object.assign(new AllTime(3), { mean: () => 1 }), new TotalLevel()),
    ],
    ['of a plain object with the same fields', { ...new RewardMap(0, 1, true) }],
    ['of an object without a prototype', Object.assign(Object.create(null), { armCount: 3 })],
    ['of a policy', createPolicy('ucb1', { armCount: 3 })],
    ['where a field is missing', Object.create(UniformKernel.prototype)],
    [
      'where a part is null',
      Object.assign(Object.create(IndexKernel.prototype), {
        armCount: 3,
        estimator: null,
        indices: null,
      }),
    ],
  ])('%s', (_, object) => {
    expect(recipeOf(object)).toBeUndefined();
  });
});
