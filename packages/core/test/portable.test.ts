/**
 * One text, two compilers: kernels, samplers and elementary functions compute the same bits as
 * JavaScript and as WebAssembly.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, UNOPTIMIZED } from '../assembly/compile.ts';
import { KERNELS } from '../assembly/digest.ts';
import { kernelRecipes, samplerRecipes } from '../assembly/entry.ts';
import { ignoreWarning } from '../src/base/warnings.ts';
import { KernelInstance, type KernelModule } from '../src/compiled/kernel-instance.ts';
import { identifier } from '../src/compiled/recipe.ts';
import { lawCatalogue } from '../src/laws/catalogue.ts';
import { createRewardLaw } from '../src/laws/create.ts';
import { asChannels } from '../src/means/channel-means.ts';
import { WaveMeans } from '../src/means/wave-means.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { play, Replication } from '../src/portable/play/play.ts';
import { Random } from '../src/portable/random/generator.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../src/portable/random/streams.ts';
import { randomStream } from '../src/random/source.ts';
import { createEnvironment } from '../src/shell/environment.ts';
import { Policy } from '../src/shell/policy.ts';
import { resolveOptions } from '../src/shell/policy-options.ts';
import { preparePolicy } from '../src/shell/prepare-policy.ts';
import { MOST_SCANNED } from '../src/tuning/contest.ts';
import { describeRecipe, kernelCases, type LawCase, laws, recipe } from './portable/cases.ts';
import {
  contextualAnswers,
  contextualCases,
  contextualRecipes,
  contextualTexts,
} from './portable/contextual.ts';
import {
  askEverything,
  contractEntry,
  javaScriptSide,
  webAssemblySide,
} from './portable/contract.ts';
import { elementaryEntry, pureProbes, randomProbes } from './portable/elementary.ts';
import { moduleOf } from './portable/module.ts';
import {
  difference,
  emptyRecord,
  Ground,
  JavaScriptPlayer,
  playAlone,
  SLOTS,
  trailOf,
  WebAssemblyPlayer,
} from './portable/players.ts';

const SEED = 20_260_101;

/** Few arms, and so many that they are not scanned. */
const FEW = 3;
const MANY = 80;

const typeOf = (object: object) => identifier(recipe(object));
const types = kernelRecipes().map(identifier);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/**
 * The laws that a kernel is played with. Each type of kernel has a compiled loop for each law, so every
 * pair is played; what else is tried of a type differs in its numbers alone, and two laws show those.
 */
function lawsFor(armCount: number, place: number): readonly LawCase[] {
  if (armCount === FEW || place === 0) return laws;
  return laws.slice(0, 2);
}

/** The kernels as they are shipped. */
function builtKernels(): KernelModule {
  return moduleOf(new Uint8Array(readFileSync(KERNELS)));
}

test('what is played here: every kernel and every law', () => {
  const played = [FEW, MANY].flatMap((armCount) =>
    kernelCases(armCount).map(({ kernel }) => typeOf(kernel)),
  );
  expect(MANY).toBeGreaterThan(MOST_SCANNED);
  expect(sorted(played)).toEqual(sorted(types));
  expect(sorted(laws.map(({ sampler }) => typeOf(sampler)))).toEqual(
    sorted(samplerRecipes().map(identifier)),
  );
});

describe('elementary functions and samplers', () => {
  let wasm: KernelInstance;

  beforeAll(async () => {
    wasm = new KernelInstance(moduleOf(await compile(elementaryEntry())));
  });

  test.each(pureProbes)('$compute.name of $file', ({ compute, parameters }) => {
    const random = randomStream(SEED);
    for (let i = 0; i < 20_000; i++) {
      const values = parameters.map((parameter) => parameter(random));
      const expected = compute(...values);
      const got = wasm.function(compute.name)(...values);
      if (!Object.is(got, expected)) expect([values, got]).toEqual([values, expected]);
    }
  });

  test.each(randomProbes)('$compute.name of $file', ({ compute, parameters }) => {
    const random = randomStream(SEED);
    const source = new Random(0, 0, 0, 0);
    const address = wasm.function('new_Random')();
    const state = () => wasm.ints(wasm.function('state_Random')(address), 4);
    for (let i = 0; i < 4000; i++) {
      const values = parameters.map((parameter) => parameter(random));
      // Seeds of 53 bits, so that both halves count.
      seedStream(source, i * 2e12, i, i & 3);
      wasm.function('seedStream')(address, i * 2e12, i, i & 3);
      const expected = compute(source, ...values);
      const got = wasm.function(compute.name)(address, ...values);
      if (!Object.is(got, expected)) expect([i, values, got]).toEqual([i, values, expected]);
      expect(state().join()).toBe(source.state.join());
    }
  });
});

describe('kernels', () => {
  let compiled: KernelModule;

  beforeAll(() => {
    compiled = builtKernels();
  });

  describe.each([2, FEW, 7, MANY])('of %i arms', (armCount) => {
    const environment = { armCount, horizon: SLOTS };
    const course = createEnvironment('sinusoid:period=400', environment).means.course();
    const cases = kernelCases(armCount);

    test.each(sorted(cases.map(({ kernel }) => typeOf(kernel))))('%s', (type) => {
      const ground = new Ground(new KernelInstance(compiled), course);
      const ofType = cases.filter(({ kernel }) => typeOf(kernel) === type);
      ofType.forEach((kernelCase, place) => {
        for (const { sampler, replications } of lawsFor(armCount, place)) {
          // Two by two there, one by one here: with three, a pair and one alone.
          const most = armCount === FEW ? replications : 3;
          const numbers = [...Array(Math.min(most, replications)).keys()];
          const javaScript = new JavaScriptPlayer(kernelCase, sampler, course);
          const webAssembly = new WebAssemblyPlayer(ground, kernelCase, sampler);
          const expected = javaScript.play(numbers);
          const got = webAssembly.play(numbers);
          const where = `${describeRecipe(recipe(kernelCase.kernel))}, ${typeOf(sampler)}`;
          numbers.forEach((number) => {
            const apart = difference(expected[number], got[number]);
            if (apart !== undefined) throw new Error(`${where}, replication ${number}: ${apart}`);
          });
          const counts = javaScript.armCounts();
          const same = webAssembly.armCounts().every((count, i) => count === counts[i]);
          expect(same, `${where}, arm counts`).toBe(true);
        }
      });
    });

    test('means that are computed on demand', () => {
      const shape = { center: 0.5, amplitude: 0.3, period: 400 };
      const wave = new WaveMeans(armCount, SLOTS, shape);
      const [table, onDemand] = [wave.table().course(), wave.course()];
      expect([table.tabled, onDemand.tabled]).toEqual([true, false]);
      const ground = new Ground(new KernelInstance(compiled), onDemand);
      const [{ sampler }] = laws;
      for (const kernelCase of cases.slice(0, 6)) {
        const [tabled] = new JavaScriptPlayer(kernelCase, sampler, table).play([5]);
        const [computed] = new JavaScriptPlayer(kernelCase, sampler, onDemand).play([5]);
        const [there] = new WebAssemblyPlayer(ground, kernelCase, sampler).play([5]);
        expect(difference(tabled, computed)).toBeUndefined();
        expect(difference(tabled, there)).toBeUndefined();
      }
    });
  });

  describe.each([FEW, 100])('every policy of %i arms', (armCount) => {
    test.each(policyCatalogue.list)('has a loop with every law: $id', (definition) => {
      const instance = new KernelInstance(compiled);
      const takes = (name: string) => definition.parameters.some(({ id }) => id === name);
      const place = definition.needs === 'chains' ? 'channels' : 'sinusoid';
      const { means } = createEnvironment(place, { armCount, horizon: 10 });
      const specs = [
        definition.id,
        ...definition.parameters
          .filter(({ kind, least, most }) => kind === 'integer' && least === 0 && most === 1)
          .map(({ id, default: usual = 0 }) => `${definition.id}:${id}=${1 - usual}`),
        ...(takes('window') ? [`${definition.id}:window=1`] : []),
        ...(takes('discount') ? [`${definition.id}:discount=0.5`] : []),
      ];
      const given = [3, 0].flatMap((variation) => specs.map((spec) => ({ variation, spec })));
      for (const { variation, spec } of given) {
        const { kernel } = preparePolicy(spec, { armCount, horizon: 1000, variation, means });
        const missing = lawCatalogue.list
          .map(({ id }) => `play_${typeOf(kernel)}_${typeOf(createRewardLaw(id).sampler)}`)
          .filter((name) => !instance.has(name));
        expect(missing).toEqual([]);
      }
    });
  });
});

describe('all that kernels can be asked', () => {
  let compiled: KernelModule;

  beforeAll(async () => {
    compiled = moduleOf(
      await compile(contractEntry(contextualRecipes(), contextualTexts()), UNOPTIMIZED),
    );
  });

  describe.each([FEW, MANY])('with %i arms', (armCount) => {
    const cases = kernelCases(armCount);
    const some = [0, 2, armCount - 1].slice(0, armCount > FEW ? 3 : 2);

    test.each(sorted(cases.map(({ kernel }) => typeOf(kernel))))('%s', (type) => {
      const wasm = new KernelInstance(compiled);
      for (const { kernel } of cases) {
        if (typeOf(kernel) !== type) continue;
        const expected = askEverything(javaScriptSide(kernel, some), type, armCount);
        const got = askEverything(webAssemblySide(wasm, kernel, some), type, armCount);
        const apart = expected.findIndex((answer, i) => !Object.is(answer, got[i]));
        expect([got.length, apart], describeRecipe(recipe(kernel))).toEqual([expected.length, -1]);
      }
    });
  });

  test.each(contextualCases())('$name', (each) => {
    const [expected, got] = contextualAnswers(new KernelInstance(compiled), each);
    const apart = expected.findIndex((answer, i) => !Object.is(answer, got[i]));
    expect([got.length, apart]).toEqual([expected.length, -1]);
  });
});

describe('the loop', () => {
  // Rewards beyond the unit interval too, so that the map of rewards counts.
  const environment = createEnvironment('sinusoid:period=400', {
    armCount: 3,
    horizon: SLOTS,
    rewards: 'pareto',
  });
  const { law } = environment;
  const means = asChannels(environment.means.table());
  const course = means.course();
  const optionsOf = (definition: (typeof policyCatalogue.list)[number]) => {
    const known = definition.parameters.some(({ id }) => id === 'variation');
    return {
      armCount: 3,
      horizon: SLOTS,
      onWarning: ignoreWarning,
      ...(known ? { variation: 3 } : {}),
      ...(definition.needs !== undefined ? { means } : {}),
    };
  };

  test.each(policyCatalogue.list)('plays $id as its policy does', (definition) => {
    const options = optionsOf(definition);
    const policy = new Policy(definition, options);
    const policyRandom = randomStream(SEED, 4, ROLE_POLICY);
    const rewardRandom = randomStream(SEED, 4, ROLE_REWARDS);
    const arms: number[] = [];
    const regrets: number[] = [];
    const counts = [0, 0, 0];
    let regret = 0;
    let earned = 0;
    let onBest = 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const selection = policy.select(policyRandom);
      const reward = environment.reward(slot, selection.arm, rewardRandom);
      policy.update(selection, reward);
      earned += reward;
      arms.push(selection.arm);
      counts[selection.arm] += 1;
      const row = [0, 1, 2].map((arm) => means.mean(slot, arm));
      const missed = Math.max(...row) - row[selection.arm];
      regret += missed;
      onBest += missed === 0 ? 1 : 0;
      regrets.push(regret);
    }

    const { settings, rewardMap } = resolveOptions(definition, options);
    const record = emptyRecord(3);
    const replication = new Replication(course, record, law.sampler, rewardMap);
    playAlone(definition.kernel(settings), replication, SEED, 4);
    expect([...record.arms]).toEqual(arms);
    expect([...record.regret]).toEqual(regrets);
    expect([replication.onBest, replication.earned]).toEqual([onBest, earned]);
    const played = [0, 1, 2].map((arm) =>
      record.armCounts.reduce((sum, count, i) => sum + (i % 3 === arm ? count : 0), 0),
    );
    expect(played).toEqual(counts);
  });

  test.each(policyCatalogue.list)('plays two replications of $id side by side', (definition) => {
    const { settings, rewardMap } = resolveOptions(definition, optionsOf(definition));
    const make = () => new Replication(course, emptyRecord(3), law.sampler, rewardMap);
    const kernel = () => definition.kernel(settings);
    const alone = [4, 5].map((number) => {
      const replication = make();
      playAlone(kernel(), replication, SEED, number);
      return trailOf(replication);
    });
    const [first, second] = [make(), make()];
    first.begin(SEED, 4);
    second.begin(SEED, 5);
    play(kernel(), first, kernel(), second, true, SLOTS);
    expect(difference(alone[0], trailOf(first))).toBeUndefined();
    expect(difference(alone[1], trailOf(second))).toBeUndefined();
  });
});
