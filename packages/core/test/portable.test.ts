/**
 * One text, two compilers: kernels, samplers and elementary functions compute the same bits as
 * JavaScript and as WebAssembly.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, compileKernels } from '../assembly/compile.ts';
import { identifier, KERNELS, kernelsEntry, SAMPLERS } from '../assembly/entry.ts';
import { forbiddenImports } from '../assembly/imports.ts';
import { KernelInstance, type Recipe, typeOf } from '../assembly/instance.ts';
import { createEnvironment } from '../src/environment.ts';
import type { Kernel } from '../src/kernel.ts';
import { Course, PlayRecord, play } from '../src/play.ts';
import { Policy } from '../src/policy.ts';
import { type PolicyOptions, resolveOptions } from '../src/policy-options.ts';
import { Random } from '../src/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../src/random/streams.ts';
import { policyDefinitions } from '../src/registry.ts';
import { RewardMap } from '../src/reward-map.ts';
import type { RewardSampler } from '../src/rewards/law.ts';
import {
  construct,
  describeRecipe,
  type KernelCase,
  kernelCases,
  samplers,
  typeOfObject,
} from './portable/cases.ts';
import { elementaryEntry, pureProbes, randomProbes } from './portable/elementary.ts';

const SEED = 20_260_101;
// Compiling takes about 5 seconds on an idle machine.
const COMPILE_TIMEOUT = 120_000;

const sorted = (names: readonly string[]) => [...names].sort();

describe('portable files', () => {
  test('import only portable files', () => {
    expect(forbiddenImports(kernelsEntry())).toEqual([]);
    expect(forbiddenImports(elementaryEntry())).toEqual([]);
  });

  test.each([
    ["import { ParameterError } from '../errors.ts';", 'imports ../errors.ts'],
    ["import {\n  a,\n  b,\n} from '../nearest.ts';", 'imports ../nearest.ts'],
    ["import 'node:fs';", 'imports node:fs'],
    ["export { suggestion } from '../nearest.ts';", 'imports ../nearest.ts'],
    ["import type { Random } from '../random/generator.ts';", "has 'type'"],
    ["import { f64, type Ints } from '../portable.ts';", "has 'type'"],
  ])('%j is found', (line, reason) => {
    const read = (path: string) => (path === 'kernels/new.ts' ? line : '');
    const found = forbiddenImports("import { New } from './kernels/new.ts';", read);
    expect(found).toEqual([expect.stringContaining(`kernels/new.ts ${reason}`)]);
  });
});

describe('what is compiled', () => {
  const budgets: PolicyOptions[] = [3, 0].map((variation) => ({
    armCount: 3,
    horizon: 1000,
    variation,
  }));

  test.each(policyDefinitions)('has the kernel of $id', (definition) => {
    for (const { variation, ...rest } of budgets) {
      const tuned = definition.parameters.some(({ id }) => id === 'variation');
      const { settings } = resolveOptions(definition, tuned ? { ...rest, variation } : rest);
      const type = identifier(typeOfObject(definition.kernel(settings)));
      expect(KERNELS.map(identifier)).toContain(type);
    }
  });

  test('is played here: every kernel and every law', () => {
    const played = new Set(kernelCases(2).map(({ kernel }) => identifier(typeOf(kernel))));
    expect(sorted([...played])).toEqual(sorted(KERNELS.map(identifier)));
    expect(sorted(samplers.map(([name]) => name))).toEqual(sorted(SAMPLERS));
  });
});

describe('elementary functions and samplers', () => {
  const ARGUMENTS = 4000;
  let wasm: KernelInstance;

  beforeAll(async () => {
    wasm = new KernelInstance((await compile(elementaryEntry())).bytes);
  }, COMPILE_TIMEOUT);

  test.each(pureProbes)('$compute.name of $file', ({ compute, parameters }) => {
    const random = randomStream(SEED);
    for (let i = 0; i < ARGUMENTS; i++) {
      const values = parameters.map((parameter) => parameter(random));
      const expected = compute(...values);
      const got = wasm.call(compute.name, ...values);
      if (!Object.is(got, expected)) expect([values, got]).toEqual([values, expected]);
    }
  });

  test.each(randomProbes)('$compute.name of $file', ({ compute, parameters }) => {
    const random = randomStream(SEED);
    const source = new Random(0, 0, 0, 0);
    const address = wasm.call('new_Random');
    const state = () => wasm.ints(wasm.call('state_Random', address), 4);
    for (let i = 0; i < ARGUMENTS; i++) {
      const values = parameters.map((parameter) => parameter(random));
      // Seeds of 53 bits, so that both halves count.
      seedStream(source, i * 2e12, i, i & 3);
      wasm.call('seedStream', address, i * 2e12, i, i & 3);
      const expected = compute(source, ...values);
      const got = wasm.call(compute.name, address, ...values);
      if (!Object.is(got, expected)) expect([i, values, got]).toEqual([i, values, expected]);
      expect(state().join()).toBe(source.state.join());
    }
  });
});

const SLOTS = 1000;

/** Plays replications of one kernel on one side. */
interface Player {
  /** Plays a replication from the start. */
  play(replication: number): void;
  /** The arms and the regret of that replication, and where it left both random sources. */
  readonly arms: Int32Array;
  readonly regret: Float64Array;
  state(): string;
}

/** In two blocks, so that going on after a block is held to playing all at once. */
class JavaScriptPlayer implements Player {
  readonly arms = new Int32Array(SLOTS);
  readonly regret = new Float64Array(SLOTS);
  readonly #record = new PlayRecord(this.arms, this.regret);
  readonly #policyRandom = new Random(0, 0, 0, 0);
  readonly #rewardRandom = new Random(0, 0, 0, 0);
  readonly #course: Course;
  readonly #kernel: Kernel;
  readonly #sampler: RewardSampler;
  readonly #map: RewardMap;

  constructor({ kernel, map }: KernelCase, sampler: Recipe, armCount: number, means: Float64Array) {
    this.#course = new Course(armCount, new Float64Array(means), SLOTS);
    this.#kernel = construct<Kernel>(kernel);
    this.#sampler = construct<RewardSampler>(sampler);
    this.#map = construct<RewardMap>(map);
  }

  play(replication: number): void {
    seedStream(this.#policyRandom, SEED, replication, ROLE_POLICY);
    seedStream(this.#rewardRandom, SEED, replication, ROLE_REWARDS);
    this.#kernel.reset();
    this.#playBlock(0, 377);
    this.#playBlock(377, SLOTS);
  }

  #playBlock(from: number, to: number): void {
    play(
      this.#kernel,
      this.#sampler,
      this.#map,
      this.#course,
      from,
      to,
      this.#policyRandom,
      this.#rewardRandom,
      this.#record,
    );
  }

  state(): string {
    return [...this.#policyRandom.state, ...this.#rewardRandom.state].join();
  }
}

class WebAssemblyPlayer implements Player {
  readonly #wasm: KernelInstance;
  readonly #kernelType: string;
  readonly #objects: readonly number[];
  readonly #policyRandom: number;
  readonly #rewardRandom: number;
  readonly #arms: number;
  readonly #regret: number;
  readonly #record: number;
  readonly #play: string;

  constructor(
    wasm: KernelInstance,
    { kernel, map }: KernelCase,
    sampler: Recipe,
    armCount: number,
    means: Float64Array,
  ) {
    this.#wasm = wasm;
    this.#kernelType = identifier(typeOf(kernel));
    this.#play = `play_${this.#kernelType}_${sampler[0]}`;
    const course: Recipe = ['Course', armCount, new Float64Array(means), SLOTS];
    this.#objects = [kernel, sampler, map, course].map((recipe) => wasm.make(recipe));
    this.#policyRandom = wasm.make(['Random', 0, 0, 0, 0]);
    this.#rewardRandom = wasm.make(['Random', 0, 0, 0, 0]);
    this.#arms = wasm.place(new Int32Array(SLOTS));
    this.#regret = wasm.place(new Float64Array(SLOTS));
    this.#record = wasm.call('new_PlayRecord', this.#arms, this.#regret);
  }

  play(replication: number): void {
    const wasm = this.#wasm;
    const sources = [this.#policyRandom, this.#rewardRandom];
    wasm.call('seedStream', sources[0], SEED, replication, ROLE_POLICY);
    wasm.call('seedStream', sources[1], SEED, replication, ROLE_REWARDS);
    wasm.call(`reset_${this.#kernelType}`, this.#objects[0]);
    wasm.call(this.#play, ...this.#objects, 0, SLOTS, ...sources, this.#record);
  }

  get arms(): Int32Array {
    return this.#wasm.ints(this.#arms, SLOTS);
  }

  get regret(): Float64Array {
    return this.#wasm.floats(this.#regret, SLOTS);
  }

  state(): string {
    return [this.#policyRandom, this.#rewardRandom]
      .flatMap((random) => [...this.#wasm.ints(this.#wasm.call('state_Random', random), 4)])
      .join();
  }
}

/** Where the two sides part, in words; undefined where they don't. */
function difference(javaScript: Player, webAssembly: Player): string | undefined {
  for (const what of ['arms', 'regret'] as const) {
    const expected = javaScript[what];
    const got = webAssembly[what];
    const slot = expected.findIndex((value, at) => !Object.is(value, got[at]));
    if (slot >= 0) return `${what} at slot ${slot}: ${expected[slot]} and ${got[slot]}`;
  }
  if (javaScript.state() === webAssembly.state()) return undefined;
  return `random states: ${javaScript.state()} and ${webAssembly.state()}`;
}

describe('kernels', () => {
  const REPLICATIONS = 20;
  let bytes: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    bytes = await compileKernels();
  }, COMPILE_TIMEOUT);

  describe.each([2, 3, 7])('of %i arms', (armCount) => {
    const { values: means } = createEnvironment('sinusoid:period=400', {
      armCount,
      horizon: SLOTS,
    }).means;
    const cases = kernelCases(armCount);

    test.each(KERNELS.map(identifier))('%s', (type) => {
      const wasm = new KernelInstance(bytes);
      for (const kernelCase of cases.filter(({ kernel }) => identifier(typeOf(kernel)) === type)) {
        for (const sampler of samplers) {
          const javaScript = new JavaScriptPlayer(kernelCase, sampler, armCount, means);
          const webAssembly = new WebAssemblyPlayer(wasm, kernelCase, sampler, armCount, means);
          for (let replication = 0; replication < REPLICATIONS; replication++) {
            javaScript.play(replication);
            webAssembly.play(replication);
            const where = `${describeRecipe(kernelCase.kernel)}, ${sampler[0]}, replication ${replication}`;
            expect(difference(javaScript, webAssembly), where).toBeUndefined();
          }
        }
      }
    });
  });
});

describe('the loop', () => {
  // Rewards beyond the unit interval too, so that the map of rewards counts.
  const environment = createEnvironment('sinusoid:period=400', {
    armCount: 3,
    horizon: SLOTS,
    rewards: 'pareto',
  });
  const { means, law } = environment;

  test.each(policyDefinitions)('plays $id as its policy does', (definition) => {
    const known = definition.parameters.some(({ id }) => id === 'variation');
    const options = { armCount: 3, horizon: SLOTS, ...(known ? { variation: 3 } : {}) };
    const policy = new Policy(definition, options);
    const policyRandom = randomStream(SEED, 0, ROLE_POLICY);
    const rewardRandom = randomStream(SEED, 0, ROLE_REWARDS);
    const arms: number[] = [];
    let regret = 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const selection = policy.select(policyRandom);
      policy.update(selection, environment.reward(slot, selection.arm, rewardRandom));
      arms.push(selection.arm);
      const row = [0, 1, 2].map((arm) => means.mean(slot, arm));
      regret += Math.max(...row) - row[selection.arm];
    }

    const { settings, rewardMap } = resolveOptions(definition, options);
    const record = new PlayRecord(new Int32Array(SLOTS), new Float64Array(SLOTS));
    const total = play(
      definition.kernel(settings),
      law.sampler,
      rewardMap,
      new Course(3, new Float64Array(means.values), SLOTS),
      0,
      SLOTS,
      randomStream(SEED, 0, ROLE_POLICY),
      randomStream(SEED, 0, ROLE_REWARDS),
      record,
    );
    expect([...record.arms]).toEqual(arms);
    expect([total, record.regret[SLOTS - 1]]).toEqual([regret, regret]);
  });
});
