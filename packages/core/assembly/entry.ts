/**
 * The text that names what is to be compiled: each class that kernels are put together from, and the
 * loop of `play.ts` for each kernel with each reward law. It exports, with the types of a kernel
 * joined by underscores,
 *
 *     new_Window(cells, window)                        one constructor for each class
 *     new_IndexKernel_Window_MossRule(arms, …)
 *     reset_IndexKernel_Window_MossRule(kernel)
 *     play_IndexKernel_Window_MossRule_BernoulliRewards(kernel, sampler, map, course, …)
 *
 * and `new_Floats`, `new_Ints`, `seedStream`, and `state_Random`, the address of a source's state.
 * Objects pass as pointers. Nothing is freed: make what an experiment needs once, reset between
 * replications, and take a new instance for the next experiment.
 */
import { readFileSync } from 'node:fs';

/** Where each class is, below `src`. Its constructor's parameters are read from there. */
const FILES: Readonly<Record<string, string>> = {
  Random: 'random/generator.ts',
  RewardMap: 'reward-map.ts',
  Course: 'play.ts',
  PlayRecord: 'play.ts',
  AllTime: 'memory/all-time.ts',
  Discounted: 'memory/discounted.ts',
  Resetting: 'memory/resetting.ts',
  Window: 'memory/window.ts',
  SaturatedMean: 'estimators/saturated-mean.ts',
  DiscountedUcbRule: 'indices/discounted-ucb.ts',
  MossRule: 'indices/moss.ts',
  SlidingWindowUcbRule: 'indices/sliding-window-ucb.ts',
  Ucb1Rule: 'indices/ucb1.ts',
  Exp3Kernel: 'kernels/exp3-kernel.ts',
  Exp3SKernel: 'kernels/exp3-s-kernel.ts',
  IndexKernel: 'kernels/index-kernel.ts',
  KlIndexKernel: 'kernels/kl-index-kernel.ts',
  ThompsonKernel: 'kernels/thompson-kernel.ts',
  UniformKernel: 'kernels/uniform-kernel.ts',
  BernoulliRewards: 'rewards/bernoulli.ts',
  BetaRewards: 'rewards/beta.ts',
  GaussianRewards: 'rewards/gaussian.ts',
  ParetoRewards: 'rewards/pareto.ts',
  StudentRewards: 'rewards/student-t.ts',
  UniformRewards: 'rewards/uniform.ts',
};

/** A class by name, or a generic class and what it is filled with. */
export type ClassType = string | readonly [string, ...ClassType[]];

/** Every kernel that a policy of the registry uses. */
export const KERNELS: readonly ClassType[] = [
  ['IndexKernel', 'AllTime', 'Ucb1Rule'],
  ['IndexKernel', 'AllTime', 'MossRule'],
  ['IndexKernel', 'AllTime', 'SlidingWindowUcbRule'],
  ['IndexKernel', 'Resetting', 'MossRule'],
  ['IndexKernel', 'Window', 'MossRule'],
  ['IndexKernel', 'Window', 'SlidingWindowUcbRule'],
  ['IndexKernel', 'Discounted', 'DiscountedUcbRule'],
  ['IndexKernel', ['SaturatedMean', 'AllTime'], 'MossRule'],
  ['IndexKernel', ['SaturatedMean', 'Resetting'], 'MossRule'],
  ['IndexKernel', ['SaturatedMean', 'Window'], 'MossRule'],
  ['KlIndexKernel', 'AllTime'],
  'Exp3Kernel',
  'Exp3SKernel',
  ['ThompsonKernel', 'AllTime'],
  ['ThompsonKernel', 'Discounted'],
  'UniformKernel',
];

/** The hot part of every reward law. */
export const SAMPLERS: readonly string[] = [
  'BernoulliRewards',
  'BetaRewards',
  'GaussianRewards',
  'ParetoRewards',
  'StudentRewards',
  'UniformRewards',
];

const OTHERS = ['Random', 'RewardMap', 'Course', 'PlayRecord'];

/** `IndexKernel_Window_MossRule` */
export function identifier(type: ClassType): string {
  return typeof type === 'string' ? type : type.map(identifier).join('_');
}

/** `IndexKernel<Window, MossRule>` */
export function typeText(type: ClassType): string {
  if (typeof type === 'string') return type;
  const [name, ...parameters] = type;
  return `${name}<${parameters.map(typeText).join(', ')}>`;
}

/** A type and all that it is filled with. */
function parts(type: ClassType): ClassType[] {
  return typeof type === 'string' ? [type] : [type, ...type.slice(1).flatMap(parts)];
}

/** A class's type parameters and the parameters of its constructor, as its source has them. */
function signature(name: string): { generics: string[]; parameters: string[] } {
  const text = readFileSync(new URL(`../src/${FILES[name]}`, import.meta.url), 'utf8');
  const [, generics = '', body] =
    text.match(new RegExp(`^export class ${name}(?:<([^>]*)>)? .*?\\{\\n(.*?)^\\}`, 'ms')) ?? [];
  if (body === undefined) throw new Error(`there is no class ${name} in ${FILES[name]}`);
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

function constructorText(type: ClassType): string {
  const [name, ...filling] = typeof type === 'string' ? [type] : type;
  const { generics, parameters } = signature(name as string);
  const declared = parameters.map((parameter) => {
    const [variable, variableType] = parameter.split(': ');
    const generic = generics.indexOf(variableType);
    return `${variable}: ${generic < 0 ? variableType : typeText(filling[generic])}`;
  });
  const passed = parameters.map((parameter) => parameter.split(': ')[0]);
  const made = typeText(type);
  return `export function new_${identifier(type)}(${declared.join(', ')}): ${made} {
  return new ${made}(${passed.join(', ')});
}`;
}

function resetText(kernel: ClassType): string {
  return `export function reset_${identifier(kernel)}(kernel: ${typeText(kernel)}): void {
  kernel.reset();
}`;
}

function playText(kernel: ClassType, sampler: string): string {
  return `export function play_${identifier(kernel)}_${sampler}(
  kernel: ${typeText(kernel)}, sampler: ${sampler}, map: RewardMap, course: Course,
  from: i32, to: i32, policyRandom: Random, rewardRandom: Random, record: PlayRecord,
): f64 {
  return play<${typeText(kernel)}, ${sampler}>(
    kernel, sampler, map, course, from, to, policyRandom, rewardRandom, record,
  );
}`;
}

/** The part that makes objects: imports, and a constructor for each class. */
export function constructorsText(): string {
  const types = new Map<string, ClassType>();
  for (const type of [...OTHERS, ...SAMPLERS, ...KERNELS].flatMap(parts)) {
    types.set(identifier(type), type);
  }
  return [
    ...Object.entries(FILES).map(([name, file]) => `import { ${name} } from './${file}';`),
    "import { Floats, Ints } from './portable.ts';",
    "import { seedStream } from './random/streams.ts';",
    'export function new_Floats(length: i32): Floats { return new Floats(length); }',
    'export function new_Ints(length: i32): Ints { return new Ints(length); }',
    'export function state_Random(random: Random): Ints { return random.state; }',
    'export { seedStream };',
    ...[...types.values()].map(constructorText),
  ].join('\n');
}

/** The AssemblyScript text with everything above, as if it stood in `src`. */
export function kernelsEntry(): string {
  return [
    constructorsText(),
    "import { play } from './play.ts';",
    ...KERNELS.map(resetText),
    ...KERNELS.flatMap((kernel) => SAMPLERS.map((sampler) => playText(kernel, sampler))),
  ].join('\n');
}
