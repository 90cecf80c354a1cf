/** Replications of one kernel with one law, on either side. */
import type { KernelInstance } from '../../src/compiled/kernel-instance.ts';
import { identifier } from '../../src/compiled/recipe.ts';
import type { Kernel } from '../../src/portable/kernels/kernel.ts';
import type { RewardSampler } from '../../src/portable/laws/sampler.ts';
import type { Course } from '../../src/portable/means/course.ts';
import { PlayRecord, play, Replication } from '../../src/portable/play/play.ts';
import { type KernelCase, recipe } from './cases.ts';

const SEED = 20_260_101;

export const SLOTS = 1000;
/** Where playing stops in between. */
const PAUSE = 377;

/** Regret is kept at every slot, so that two sides are seen to part where they do. */
const ENDS = Int32Array.from({ length: SLOTS }, (_, slot) => slot + 1);

/** All that a replication leaves behind. */
export interface Trail {
  readonly arms: Int32Array;
  readonly regret: Float64Array;
  readonly onBest: number;
  readonly earned: number;
  /** Where both random sources stopped. */
  readonly random: string;
}

/** A record of nothing yet. */
export function emptyRecord(armCount: number): PlayRecord {
  return new PlayRecord(
    ENDS,
    new Int32Array(SLOTS),
    new Float64Array(SLOTS),
    new Float64Array(SLOTS * armCount),
  );
}

/** What a replication that was played in JavaScript leaves behind. */
export function trailOf({
  record,
  onBest,
  earned,
  policyRandom,
  rewardRandom,
}: Replication<RewardSampler>): Trail {
  return {
    arms: record.arms.slice(),
    regret: record.regret.slice(),
    onBest,
    earned,
    random: [...policyRandom.state, ...rewardRandom.state].join(),
  };
}

/** Plays a replication from its first slot to its last. */
export function playAlone(
  kernel: Kernel,
  replication: Replication<RewardSampler>,
  seed: number,
  number: number,
): void {
  kernel.reset();
  replication.begin(seed, number);
  play(kernel, replication, kernel, replication, false, SLOTS);
}

/** Plays one replication after another. */
export class JavaScriptPlayer {
  readonly #replication: Replication<RewardSampler>;
  readonly #kernel: Kernel;

  constructor(kernelCase: KernelCase, sampler: RewardSampler, course: Course) {
    const { kernel, map } = kernelCase;
    this.#kernel = kernel;
    this.#replication = new Replication(course, emptyRecord(course.armCount), sampler, map);
  }

  play(numbers: readonly number[]): Trail[] {
    return numbers.map((number) => {
      playAlone(this.#kernel, this.#replication, SEED, number);
      return trailOf(this.#replication);
    });
  }

  armCounts(): Float64Array {
    return this.#replication.record.armCounts;
  }
}

/** The compiled kernels with a course and two records, which all kernels played in it share. */
export class Ground {
  readonly instance: KernelInstance;
  readonly armCount: number;
  readonly course: number;
  readonly armCounts: number;
  readonly records: readonly { record: number; arms: number; regret: number }[];

  constructor(instance: KernelInstance, course: Course) {
    this.instance = instance;
    this.armCount = course.armCount;
    this.course = instance.make(recipe(course));
    this.armCounts = instance.place(new Float64Array(SLOTS * course.armCount));
    const ends = instance.place(ENDS);
    this.records = [0, 1].map(() => {
      const arms = instance.place(new Int32Array(SLOTS));
      const regret = instance.place(new Float64Array(SLOTS));
      const record = instance.function('new_PlayRecord')(ends, arms, regret, this.armCounts);
      return { record, arms, regret };
    });
  }
}

/** Plays replications two by two, a last one that is left over alone. */
export class WebAssemblyPlayer {
  readonly #ground: Ground;
  readonly #type: string;
  readonly #play: string;
  readonly #law: string;
  readonly #kernels: readonly number[];
  readonly #replications: readonly number[];

  constructor(ground: Ground, { kernel, map }: KernelCase, sampler: RewardSampler) {
    const { instance } = ground;
    const made = recipe(kernel);
    this.#ground = ground;
    this.#type = identifier(made);
    this.#law = identifier(recipe(sampler));
    this.#play = `play_${this.#type}_${this.#law}`;
    const shared = [recipe(sampler), recipe(map)].map((each) => instance.make(each));
    this.#kernels = ground.records.map(() => instance.make(made));
    this.#replications = ground.records.map(({ record }) =>
      instance.function(`new_Replication_${this.#law}`)(ground.course, record, ...shared),
    );
    this.armCounts().fill(0);
  }

  play(numbers: readonly number[]): Trail[] {
    const trails: Trail[] = [];
    for (let i = 0; i < numbers.length; i += 2) {
      trails.push(...this.#playSome(numbers.slice(i, i + 2)));
    }
    return trails;
  }

  #playSome(numbers: readonly number[]): Trail[] {
    const { instance } = this.#ground;
    numbers.forEach((number, i) => {
      instance.function(`reset_${this.#type}`)(this.#kernels[i]);
      instance.function(`begin_${this.#law}`)(this.#replications[i], SEED, number);
    });
    // In two turns: where playing pauses changes nothing.
    for (const until of [PAUSE, SLOTS]) {
      instance.function(this.#play)(
        this.#kernels[0],
        this.#replications[0],
        this.#kernels[1],
        this.#replications[1],
        numbers.length > 1,
        until,
      );
    }
    return numbers.map((_, i) => this.#trail(i));
  }

  #trail(i: number): Trail {
    const { instance, records } = this.#ground;
    const replication = this.#replications[i];
    // Fields lie in the order of their class: the first two of a replication are its random sources,
    // and the only one of a source is its state.
    const sources = instance.ints(replication, 2);
    const states = [...sources].flatMap((source) => [
      ...instance.ints(instance.ints(source, 1)[0], 4),
    ]);
    return {
      arms: instance.ints(records[i].arms, SLOTS).slice(),
      regret: instance.floats(records[i].regret, SLOTS).slice(),
      onBest: instance.function(`onBest_${this.#law}`)(replication),
      earned: instance.function(`earned_${this.#law}`)(replication),
      random: states.join(),
    };
  }

  armCounts(): Float64Array {
    const { instance, armCounts, armCount } = this.#ground;
    return instance.floats(armCounts, SLOTS * armCount);
  }
}

/** Where two trails part, in words; undefined where they don't. */
export function difference(expected: Trail, got: Trail): string | undefined {
  for (const what of ['arms', 'regret'] as const) {
    const slot = expected[what].findIndex((value, at) => !Object.is(value, got[what][at]));
    if (slot >= 0) {
      return `${what} at slot ${slot}: ${expected[what][slot]} and ${got[what][slot]}`;
    }
  }
  for (const what of ['onBest', 'earned', 'random'] as const) {
    if (expected[what] !== got[what]) return `${what}: ${expected[what]} and ${got[what]}`;
  }
  return undefined;
}
