/**
 * The text that names what is to be compiled: each class that kernels are put together from, and the
 * loop of `play.ts` for the kernel of each policy with each reward law. It exports, with the types of a
 * kernel joined by underscores,
 *
 *     new_Window(cells, window)                        one constructor for each class
 *     new_IndexKernel_Window_MossIndices(arms, …)
 *     reset_IndexKernel_Window_MossIndices(kernel)     also restarts_… for kernels that count them
 *     new_Replication_…, begin_…, onBest_…, earned_…, plays_…   a replication with each reward law
 *     play_IndexKernel_Window_MossIndices_BernoulliRewards(kernel, first, kernel, second, paired, until)
 *
 * and `new_Floats`, `new_Ints`. `fleet-entry.ts` has the functions of fleets. Objects pass as pointers. Contextual
 * kernels are in a module of their own, which `contextual-entry.ts` describes.
 */
import { identifier, parts, type Recipe, typeText } from '../src/compiled/recipe.ts';
import type { PolicyDefinition } from '../src/definitions/policy.ts';
import { inRole } from '../src/definitions/roles.ts';
import { lawCatalogue } from '../src/laws/catalogue.ts';
import { createRewardLaw } from '../src/laws/create.ts';
import { asChannels } from '../src/means/channel-means.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { Course } from '../src/portable/means/course.ts';
import { Wave } from '../src/portable/means/wave.ts';
import { RewardMap } from '../src/portable/play/reward-map.ts';
import { resolveOptions } from '../src/shell/policy-options.ts';
import { type SharedOptions, takenOf } from '../src/shell/prepare-policy.ts';
import { type ClassFacts, fillingOf } from './class-facts.ts';
import {
  CONTEXTUAL_LAWS,
  contextRecipes,
  MEETING,
  restartingSeats,
  seatRecipes,
} from './contextual-entry.ts';
import { fleetRecipes, fleetTexts } from './fleet-entry.ts';
import { required, Uncompiled } from './uncompiled.ts';

/** Few arms and many, which are chosen among in other ways; a budget of 0 lets policies forget nothing. */
const SETTINGS: readonly SharedOptions[] = [3, 1000].flatMap((armCount) =>
  [3, 0].map((variation) => ({ armCount, horizon: 1000, variation })),
);

function distinct(recipes: readonly Recipe[]): Recipe[] {
  return [...new Map(recipes.map((recipe) => [identifier(recipe), recipe])).values()];
}

/** One recipe for each type of kernel that a policy uses. */
export function kernelRecipes(
  definitions: readonly PolicyDefinition[] = policyCatalogue.list,
): Recipe[] {
  return distinct(
    definitions.flatMap((definition) =>
      SETTINGS.flatMap((options) =>
        switchesOf(definition).map((switched) => {
          const means = asChannels(
            MeanTable.fromRows([new Array<number>(options.armCount).fill(0.5)]),
          );
          const taken = takenOf(definition, { ...options, means });
          const { settings } = resolveOptions(definition, { ...taken, ...switched });
          return required(definition.kernel(settings));
        }),
      ),
    ),
  );
}

/** No parameter, and each switch the other way round: it may lead to another kernel. */
function switchesOf(definition: PolicyDefinition): Record<string, number>[] {
  const switches = inRole(definition, 'switch');
  return [{}, ...switches.map(({ id, default: usual = 0 }) => ({ [id]: 1 - usual }))];
}

/** One recipe for each reward law's sampler. */
export function samplerRecipes(): Recipe[] {
  return lawCatalogue.list.map(({ id }) => required(createRewardLaw(id).sampler));
}

function otherRecipes(): Recipe[] {
  const none = new Float64Array(0);
  const wave = new Wave(0, 0, 1, none);
  return [new RewardMap(0, 1, false), new Course(1, none, none, wave, false, none)].map(required);
}

function factsOf(recipe: Recipe, classes: readonly ClassFacts[]): ClassFacts {
  const facts = classes.find(({ name }) => name === recipe.of.name);
  if (facts === undefined) throw new Error(`there is no portable class ${recipe.of.name}`);
  return facts;
}

function constructorText(recipe: Recipe, classes: readonly ClassFacts[]): string {
  const { parameters, generics } = factsOf(recipe, classes);
  const declared = parameters.map((parameter) => {
    const { name, type } = parameter;
    if (!generics.some((generic) => fillingOf(generic, parameters) === parameter)) {
      return `${name}: ${type}`;
    }
    const filled = recipe.ingredients[recipe.of.parameters.indexOf(name)];
    return `${name}: ${typeText(filled as Recipe)}`;
  });
  const passed = parameters.map(({ name }) => name);
  const made = typeText(recipe);
  return `export function new_${identifier(recipe)}(${declared.join(', ')}): ${made} {
  return new ${made}(${passed.join(', ')});
}`;
}

function resetText(kernel: Recipe): string {
  return `export function reset_${identifier(kernel)}(kernel: ${typeText(kernel)}): void {
  kernel.reset();
}`;
}

/** For kernels whose policy shows restarts: they count these in a field of this name. */
function restartsText(kernel: Recipe, counter = 'kernel'): string {
  return `export function restarts_${identifier(kernel)}(kernel: ${typeText(kernel)}): f64 {
  return ${counter}.restarts;
}`;
}

function replicationText(sampler: Recipe): string {
  const law = sampler.of.name;
  return `export function new_Replication_${law}(
  course: Course, record: PlayRecord, sampler: ${law}, map: RewardMap,
): Replication<${law}> {
  return new Replication<${law}>(course, record, sampler, map);
}
export function begin_${law}(replication: Replication<${law}>, seed: f64, number: i32): void {
  replication.begin(seed, number);
}
export function onBest_${law}(replication: Replication<${law}>): i32 {
  return replication.onBest;
}
export function earned_${law}(replication: Replication<${law}>): f64 {
  return replication.earned;
}
export function plays_${law}(replication: Replication<${law}>): Ints {
  return replication.plays;
}`;
}

function playText(kernel: Recipe, sampler: Recipe): string {
  const [type, law] = [typeText(kernel), sampler.of.name];
  return `export function play_${identifier(kernel)}_${law}(
  firstKernel: ${type}, first: Replication<${law}>, secondKernel: ${type}, second: Replication<${law}>,
  paired: bool, until: i32,
): void {
  play<${type}, Replication<${law}>>(firstKernel, first, secondKernel, second, paired, until);
}`;
}

/** The part that makes objects: imports, and a constructor for each class. */
export function constructorsText(
  classes: readonly ClassFacts[],
  kernels: readonly Recipe[],
  others: readonly Recipe[] = [...samplerRecipes(), ...fleetRecipes()],
): string {
  const recipes = distinct(
    [...otherRecipes(), ...contextRecipes(), ...others, ...kernels].flatMap(parts),
  );
  const used = new Map(recipes.map((recipe) => [recipe.of.name, factsOf(recipe, classes).file]));
  return [
    ...[...used].map(([name, file]) => `import { ${name} } from './${file}';`),
    "import { PlayRecord, Replication, play } from './portable/play/play.ts';",
    "import { Fleet } from './portable/fleet/fleet.ts';",
    "import { Field } from './portable/means/field.ts';",
    "import { FleetReplication } from './portable/fleet/fleet-replication.ts';",
    "import { Floats, Ints, List } from './portable/base/language.ts';",
    'export function new_Floats(length: i32): Floats { return new Floats(length); }',
    'export function new_Ints(length: i32): Ints { return new Ints(length); }',
    `export function new_PlayRecord(
  ends: Ints, arms: Ints, regret: Floats, armCounts: Floats,
): PlayRecord {
  return new PlayRecord(ends, arms, regret, armCounts);
}`,
    ...recipes.map((recipe) => constructorText(recipe, classes)),
    MEETING,
  ].join('\n');
}

/** The AssemblyScript text with everything above for some kernels, as if it stood in `src`. */
export function kernelsEntry(
  classes: readonly ClassFacts[],
  wanted: readonly Recipe[] | undefined = undefined,
): string {
  const { kernels, samplers } = explaining(classes, () => ({
    kernels: wanted ?? kernelRecipes(),
    samplers: samplerRecipes(),
  }));
  const showing = policyCatalogue.list.filter(({ shows }) => shows?.restarts !== undefined);
  const restarting = new Set(kernelRecipes(showing).map(identifier));
  return [
    constructorsText(classes, kernels),
    ...samplers.map(replicationText),
    ...kernels.map(resetText),
    ...kernels
      .filter((kernel) => restarting.has(identifier(kernel)))
      .map((kernel) => restartsText(kernel)),
    ...kernels.flatMap((kernel) => samplers.map((sampler) => playText(kernel, sampler))),
    ...(wanted === undefined ? fleetTexts() : []),
  ].join('\n');
}

/** The text of the module with contextual kernels, which pages without contexts do not load. */
export function contextualKernelsEntry(classes: readonly ClassFacts[]): string {
  const { seats, laws } = explaining(classes, () => ({
    seats: seatRecipes(),
    laws: CONTEXTUAL_LAWS.map((id) => required(createRewardLaw(id).sampler)),
  }));
  return [
    constructorsText(classes, seats, laws),
    ...laws.map(replicationText),
    ...seats.map(resetText),
    ...restartingSeats().map((seat) => restartsText(seat, 'kernel.kernel')),
    ...seats.flatMap((seat) => laws.map((law) => playText(seat, law))),
  ].join('\n');
}

function explaining<T>(classes: readonly ClassFacts[], make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof Uncompiled ? error.explained(classes) : error;
  }
}
