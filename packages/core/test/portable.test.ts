/**
 * One text, two compilers: kernels, samplers and elementary functions compute the same bits as
 * JavaScript and as WebAssembly.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, compileKernels } from '../assembly/compile.ts';
import { identifier, KERNELS, kernelsEntry, SAMPLERS } from '../assembly/entry.ts';
import { forbiddenImports } from '../assembly/imports.ts';
import { KernelInstance, typeOf } from '../assembly/instance.ts';
import { createEnvironment } from '../src/environment.ts';
import { Course, PlayRecord, play } from '../src/play.ts';
import { Policy } from '../src/policy.ts';
import { type PolicyOptions, resolveOptions } from '../src/policy-options.ts';
import { Random } from '../src/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../src/random/streams.ts';
import { policyDefinitions } from '../src/registry.ts';
import { describeRecipe, kernelCases, laws, typeOfObject } from './portable/cases.ts';
import {
  askEverything,
  contractEntry,
  javaScriptSide,
  webAssemblySide,
} from './portable/contract.ts';
import { elementaryEntry, pureProbes, randomProbes } from './portable/elementary.ts';
import { difference, JavaScriptPlayer, SLOTS, WebAssemblyPlayer } from './portable/players.ts';

const SEED = 20_260_101;
// Compiling takes about 5 seconds on an idle machine.
const COMPILE_TIMEOUT = 120_000;

const sorted = (names: readonly string[]) => [...names].sort();

describe('portable files', () => {
  test('import only portable files', () => {
    expect(forbiddenImports(kernelsEntry())).toEqual([]);
    expect(forbiddenImports(contractEntry())).toEqual([]);
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
    expect(sorted(laws.map(({ sampler }) => sampler[0]))).toEqual(sorted(SAMPLERS));
  });
});

describe('elementary functions and samplers', () => {
  let wasm: KernelInstance;

  beforeAll(async () => {
    wasm = new KernelInstance(await compile(elementaryEntry()));
  }, COMPILE_TIMEOUT);

  test.each(pureProbes)('$compute.name of $file', ({ compute, parameters }) => {
    const random = randomStream(SEED);
    for (let i = 0; i < 20_000; i++) {
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
    for (let i = 0; i < 4000; i++) {
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

describe('kernels', () => {
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
        for (const { sampler, replications } of laws) {
          const javaScript = new JavaScriptPlayer(kernelCase, sampler, armCount, means);
          const webAssembly = new WebAssemblyPlayer(wasm, kernelCase, sampler, armCount, means);
          for (let replication = 0; replication < replications; replication++) {
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

describe('all that kernels can be asked', () => {
  let bytes: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    bytes = await compile(contractEntry());
  }, COMPILE_TIMEOUT);

  test.each(KERNELS.map(identifier))('%s', (type) => {
    const armCount = 3;
    const wasm = new KernelInstance(bytes);
    for (const { kernel } of kernelCases(armCount)) {
      if (identifier(typeOf(kernel)) !== type) continue;
      const expected = askEverything(javaScriptSide(kernel, [0, 2]), type, armCount);
      const got = askEverything(webAssemblySide(wasm, kernel, [0, 2]), type, armCount);
      expect(got, describeRecipe(kernel)).toEqual(expected);
    }
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
