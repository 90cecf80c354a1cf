// Written by the build, of all portable classes there are: `npm run build`.
import { portableClasses } from './classes.ts';
import type { PortableClass } from './portable-class.ts';

/** An array, which is copied where an object is made from a recipe in WebAssembly. */
export type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/**
 * How an object is made: its class, and what its constructor is given, which may be recipes too. One
 * recipe makes the same object in JavaScript and in WebAssembly.
 */
export interface Recipe {
  readonly of: PortableClass;
  readonly ingredients: readonly Ingredient[];
}

/** What a constructor is given. */
export type Ingredient = number | boolean | Numbers | Recipe;

const byConstructor = new Map<unknown, PortableClass>(
  portableClasses.map((portable) => [portable.make, portable]),
);

/** The object that each recipe was made of. */
const origins = new WeakMap<Recipe, object>();

/** The array that an ingredient is, or the object that it was made of. */
export function originOf(ingredient: Recipe | Numbers): object {
  return (isRecipe(ingredient) ? origins.get(ingredient) : undefined) ?? ingredient;
}

/** Whether an ingredient is a recipe, rather than numbers. */
export function isRecipe(ingredient: Ingredient): ingredient is Recipe {
  return typeof ingredient === 'object' && 'ingredients' in ingredient;
}

/** The recipe of an object; undefined where it, or a part of it, is of a class that is not compiled. */
export function recipeOf(object: object): Recipe | undefined {
  const portable = byConstructor.get(object.constructor);
  if (portable === undefined) return undefined;
  const fields = new Map<string, unknown>(Object.entries(object));
  if ([...fields.values()].some(isChanged)) return undefined;
  const ingredients: Ingredient[] = [];
  for (const parameter of portable.parameters) {
    const ingredient = ingredientOf(fields.get(parameter));
    if (ingredient === undefined) return undefined;
    ingredients.push(ingredient);
  }
  const recipe = { of: portable, ingredients };
  origins.set(recipe, object);
  return recipe;
}

/**
 * Whether a field is not what the class would have made: a method in place of its class's, or an object of a class
 * that someone else derived from one of ours. Only the object itself knows what these do.
 */
function isChanged(field: unknown): boolean {
  if (typeof field === 'function') return true;
  if (typeof field !== 'object' || field === null || byConstructor.has(field.constructor))
    return false;
  return byConstructor.has(Object.getPrototypeOf(field.constructor));
}

function ingredientOf(value: unknown): Ingredient | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Float64Array || value instanceof Int32Array) return value as Numbers;
  return typeof value === 'object' && value !== null ? recipeOf(value) : undefined;
}

/** What fills the type parameters of a recipe's class. */
function filling({ of, ingredients }: Recipe): Recipe[] {
  return of.generic
    .map((parameter) => ingredients[of.parameters.indexOf(parameter)])
    .filter(isRecipe);
}

/** The type as part of a name: `IndexKernel_Window_MossIndices`. */
export function identifier(recipe: Recipe): string {
  return [recipe.of.name, ...filling(recipe).map(identifier)].join('_');
}

/** The type as it is written: `IndexKernel<Window, MossIndices>`. */
export function typeText(recipe: Recipe): string {
  const parts = filling(recipe).map(typeText);
  return parts.length === 0 ? recipe.of.name : `${recipe.of.name}<${parts.join(', ')}>`;
}

/** A recipe and all recipes among its ingredients. */
export function parts(recipe: Recipe): Recipe[] {
  return [recipe, ...recipe.ingredients.filter(isRecipe).flatMap(parts)];
}
