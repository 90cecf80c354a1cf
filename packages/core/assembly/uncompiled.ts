/** Objects that are to be compiled, and an error for those that can't be. */
import { type Recipe, recipeOf } from '../src/compiled/recipe.ts';
import type { ClassFacts } from './class-facts.ts';

/** The recipe of an object.
 *
 * @throws Uncompiled if it has none
 */
export function required(object: object): Recipe {
  const recipe = recipeOf(object);
  if (recipe !== undefined) return recipe;
  throw new Uncompiled(object);
}

/** An object has no recipe, as it, or a part of it, is of a class that is not compiled. */
export class Uncompiled extends Error {
  readonly className: string;

  constructor(object: object) {
    const part = Object.values(object).find(
      (value) => isPart(value) && recipeOf(value) === undefined,
    );
    const { name } = (part ?? object).constructor;
    super(`${name} can't be compiled`);
    this.className = name;
  }

  /** The same, with what to change where. */
  explained(classes: readonly ClassFacts[]): Error {
    const facts = classes.find(({ name }) => name === this.className);
    const reason =
      facts?.obstacle === undefined
        ? 'it has to be a class that src/portable or a definition’s own file exports'
        : facts.obstacle;
    return new Error(`${facts?.place ?? this.className}: ${this.message}: ${reason}`);
  }
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
