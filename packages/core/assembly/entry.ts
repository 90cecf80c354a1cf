/**
 * The text that names what is to be compiled: each class that kernels are put together from, and the
 * loop of `play.ts` for the kernel of each policy with each reward law. It exports, with the types of a
 * kernel joined by underscores,
 *
 *     new_Window(cells, window)                        one constructor for each class
 *     new_IndexKernel_Window_MossIndices(arms, …)
 *     new_Replication_…, begin_…, onBest_…             a replication of each kernel
 *     play_IndexKernel_Window_MossIndices_BernoulliRewards(first, second, paired, sampler, map, until)
 *
 * and `new_Floats`, `new_Ints`. Objects pass as pointers.
 */
import { type PortableClass, portableClasses } from '../src/compiled/classes.ts';
import { identifier, parts, type Recipe, recipeOf, typeText } from '../src/compiled/recipe.ts';
import type { PolicyDefinition } from '../src/definitions/policy.ts';
import { createRewardLaw } from '../src/laws/create.ts';
import { rewardLawDefinitions } from '../src/laws/list.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { Course } from '../src/portable/means/course.ts';
import { Wave } from '../src/portable/means/wave.ts';
import { RewardMap } from '../src/portable/play/reward-map.ts';
import { type PolicyOptions, resolveOptions } from '../src/shell/policy-options.ts';
import { policyDefinitions } from '../src/shell/registry.ts';

/** The text of a file by its path below `src`. */
export type ReadSource = (path: string) => string;

/** Few arms and many, which are chosen among in other ways; a budget of 0 lets policies forget nothing. */
const SETTINGS: readonly PolicyOptions[] = [3, 1000].flatMap((armCount) =>
  [3, 0].map((variation) => ({ armCount, horizon: 1000, variation })),
);

function required(object: object): Recipe {
  const recipe = recipeOf(object);
  if (recipe !== undefined) return recipe;
  throw new Error(
    `${object.constructor.name} can't be compiled: list it and its parts in compiled/classes.ts, and keep what their constructors are given in fields of the same names`,
  );
}

function distinct(recipes: readonly Recipe[]): Recipe[] {
  return [...new Map(recipes.map((recipe) => [identifier(recipe), recipe])).values()];
}

/** One recipe for each type of kernel that a policy of the registry uses. */
export function kernelRecipes(): Recipe[] {
  return distinct(
    policyDefinitions.flatMap((definition) =>
      SETTINGS.flatMap((options) =>
        switchesOf(definition).map((switched) => {
          const told = toldOf(definition, options);
          const { settings } = resolveOptions(definition, { ...told, ...switched });
          return required(definition.kernel(settings));
        }),
      ),
    ),
  );
}

/** What a policy takes of a setting; an oracle gets means as well. */
function toldOf(definition: PolicyDefinition, { variation, ...options }: PolicyOptions) {
  const tuned = definition.parameters.some(({ id }) => id === 'variation');
  const means = MeanTable.fromRows([new Array<number>(options.armCount).fill(0.5)]);
  return {
    ...options,
    ...(tuned ? { variation } : {}),
    ...(definition.needs === 'means' ? { means } : {}),
  };
}

/** No parameter, and each that is 0 or 1 the other way round: it may lead to another kernel. */
function switchesOf({ parameters }: PolicyDefinition): Record<string, number>[] {
  const switches = parameters.filter(
    ({ kind, least, most }) => kind === 'integer' && least === 0 && most === 1,
  );
  return [{}, ...switches.map(({ id, default: usual = 0 }) => ({ [id]: 1 - usual }))];
}

/** One recipe for each reward law's sampler. */
export function samplerRecipes(): Recipe[] {
  return rewardLawDefinitions.map(({ id }) => required(createRewardLaw(id).sampler));
}

function otherRecipes(): Recipe[] {
  const none = new Float64Array(0);
  const wave = new Wave(0, 0, 1, none);
  return [new RewardMap(0, 1, false), new Course(1, none, none, wave)].map(required);
}

/** A class's type parameters and its constructor's parameters, `name: type`, as its source has them. */
export function signature(
  { name, file }: PortableClass,
  read: ReadSource,
): { generics: string[]; parameters: string[] } {
  const text = read(file);
  const [, generics = '', body] =
    text.match(new RegExp(`^export class ${name}(?:<([^>]*)>)?\\s.*?\\{\\n(.*?)^\\}`, 'ms')) ?? [];
  if (body === undefined) throw new Error(`there is no class ${name} in ${file}`);
  const [, parameters = ''] = body.match(/^ {2}constructor\(([^)]*)\)/m) ?? [];
  const list = (written: string) =>
    written
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return {
    generics: list(generics).map((generic) => generic.split(' ')[0]),
    parameters: list(parameters),
  };
}

function constructorText(recipe: Recipe, read: ReadSource): string {
  const { generics, parameters } = signature(recipe.of, read);
  const declared = parameters.map((parameter) => {
    const [variable, type] = parameter.split(': ');
    if (!generics.includes(type)) return parameter;
    const filled = recipe.ingredients[recipe.of.parameters.indexOf(variable)];
    return `${variable}: ${typeText(filled as Recipe)}`;
  });
  const passed = parameters.map((parameter) => parameter.split(': ')[0]);
  const made = typeText(recipe);
  return `export function new_${identifier(recipe)}(${declared.join(', ')}): ${made} {
  return new ${made}(${passed.join(', ')});
}`;
}

function replicationText(kernel: Recipe): string {
  const [id, type] = [identifier(kernel), typeText(kernel)];
  return `export function new_Replication_${id}(
  kernel: ${type}, course: Course, record: PlayRecord,
): Replication<${type}> {
  return new Replication<${type}>(kernel, course, record);
}
export function begin_${id}(replication: Replication<${type}>, seed: f64, number: i32): void {
  replication.begin(seed, number);
}
export function onBest_${id}(replication: Replication<${type}>): i32 {
  return replication.onBest;
}`;
}

function playText(kernel: Recipe, sampler: Recipe): string {
  const [type, law] = [typeText(kernel), sampler.of.name];
  return `export function play_${identifier(kernel)}_${law}(
  first: Replication<${type}>, second: Replication<${type}>, paired: bool, sampler: ${law}, map: RewardMap,
  until: i32,
): void {
  play<${type}, ${law}>(first, second, paired, sampler, map, until);
}`;
}

/** The part that makes objects: imports, and a constructor for each class. */
export function constructorsText(read: ReadSource): string {
  const recipes = [...otherRecipes(), ...samplerRecipes(), ...kernelRecipes()].flatMap(parts);
  return [
    ...portableClasses.map(({ name, file }) => `import { ${name} } from './${file}';`),
    "import { PlayRecord, Replication, play } from './portable/play/play.ts';",
    "import { Floats, Ints } from './portable/base/language.ts';",
    'export function new_Floats(length: i32): Floats { return new Floats(length); }',
    'export function new_Ints(length: i32): Ints { return new Ints(length); }',
    `export function new_PlayRecord(
  ends: Ints, arms: Ints, regret: Floats, armCounts: Floats,
): PlayRecord {
  return new PlayRecord(ends, arms, regret, armCounts);
}`,
    ...distinct(recipes).map((recipe) => constructorText(recipe, read)),
  ].join('\n');
}

/** The AssemblyScript text with everything above, as if it stood in `src`. */
export function kernelsEntry(read: ReadSource): string {
  const [kernels, samplers] = [kernelRecipes(), samplerRecipes()];
  return [
    constructorsText(read),
    ...kernels.map(replicationText),
    ...kernels.flatMap((kernel) => samplers.map((sampler) => playText(kernel, sampler))),
  ].join('\n');
}
