/** A replication of one kernel with one law, on either side. */
import { identifier } from '../../assembly/entry.ts';
import { type KernelInstance, type Recipe, typeOf } from '../../assembly/instance.ts';
import type { Kernel } from '../../src/kernel.ts';
import { Course, PlayRecord, play } from '../../src/play.ts';
import { Random } from '../../src/random/generator.ts';
import { ROLE_POLICY, ROLE_REWARDS, seedStream } from '../../src/random/streams.ts';
import type { RewardMap } from '../../src/reward-map.ts';
import type { RewardSampler } from '../../src/rewards/law.ts';
import { construct, type KernelCase } from './cases.ts';

const SEED = 20_260_101;

export const SLOTS = 1000;

/** Plays replications of one kernel on one side. */
export interface Player {
  /** Plays a replication from the start. */
  play(replication: number): void;
  /** The arms and the regret of that replication, and where it left both random sources. */
  readonly arms: Int32Array;
  readonly regret: Float64Array;
  state(): string;
}

/** In two blocks, so that going on after a block is held to playing all at once. */
export class JavaScriptPlayer implements Player {
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

export class WebAssemblyPlayer implements Player {
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
export function difference(javaScript: Player, webAssembly: Player): string | undefined {
  for (const what of ['arms', 'regret'] as const) {
    const expected = javaScript[what];
    const got = webAssembly[what];
    const slot = expected.findIndex((value, at) => !Object.is(value, got[at]));
    if (slot >= 0) return `${what} at slot ${slot}: ${expected[slot]} and ${got[slot]}`;
  }
  if (javaScript.state() === webAssembly.state()) return undefined;
  return `random states: ${javaScript.state()} and ${webAssembly.state()}`;
}
