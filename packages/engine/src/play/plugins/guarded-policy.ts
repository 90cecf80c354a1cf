/** A plugin's policy, checked in every slot that it plays. */
import type { Archive, Kernel, PolicyDefinition, PolicySettings, Random } from '@driftline/core';
import { recipeOf } from '@driftline/core/compiled';
import { kernelMethods, missingKernelMethods } from '@driftline/core/play';
import { type Guard, shownValue } from './plugin-error.ts';

/** What a kernel has beside the methods of every kernel, such as an index that can be shown. */
function extrasOf(kernel: object): string[] {
  const names = new Set<string>();
  for (let at: object | null = kernel; at !== null && at !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    at = Object.getPrototypeOf(at);
  }
  names.delete('constructor');
  return [...names].filter((name) => !kernelMethods.includes(name));
}

/**
 * A kernel of a plugin's. For each replication it is made anew, so that nothing is carried from one to
 * the next; what it picks, and all else that it returns, is checked.
 */
export class GuardedKernel implements Kernel {
  /** Reports failures as its plugin's. */
  readonly guard: Guard;
  readonly #make: () => Kernel;
  readonly #armCount: number;
  #kernel: Kernel;
  #slot = 0;

  constructor(guard: Guard, make: () => Kernel, armCount: number, kernel: Kernel) {
    this.guard = guard;
    this.#make = make;
    this.#armCount = armCount;
    this.#kernel = kernel;
  }

  pick(random: Random): number {
    let arm: number;
    try {
      arm = this.#kernel.pick(random);
    } catch (error) {
      throw this.#threw('pick', error);
    }
    if (Number.isInteger(arm) && arm >= 0 && arm < this.#armCount) return arm;
    throw this.#returned('pick', arm, `an arm, an integer from 0 to ${this.#armCount - 1}`);
  }

  pickAmong(random: Random, arms: Int32Array<ArrayBuffer>): number {
    const eligible = [...arms];
    const arm = this.#call('pickAmong', () => this.#kernel.pickAmong(random, arms));
    if (eligible.includes(arm)) return arm;
    throw this.#returned('pickAmong', arm, `one of the arms given, ${eligible.join(', ')}`);
  }

  propensity(): number {
    const value: unknown = this.#call('propensity', () => this.#kernel.propensity());
    if (typeof value === 'number' && !(value <= 0 || value > 1)) return value;
    throw this.#returned(
      'propensity',
      value,
      'a number above 0 and at most 1, or NaN if it is not known',
    );
  }

  ticket(): number {
    let ticket: number;
    try {
      ticket = this.#kernel.ticket();
    } catch (error) {
      throw this.#threw('ticket', error);
    }
    if (Number.isFinite(ticket)) return ticket;
    throw this.#returned('ticket', ticket, 'a finite number');
  }

  acceptsTicket(ticket: number): boolean {
    return this.#truth(
      'acceptsTicket',
      this.#call('acceptsTicket', () => this.#kernel.acceptsTicket(ticket)),
    );
  }

  advance(arm: number): void {
    try {
      this.#kernel.advance(arm);
    } catch (error) {
      throw this.#threw('advance', error);
    }
    this.#slot += 1;
  }

  learn(slot: number, arm: number, ticket: number, reward: number): boolean {
    try {
      return this.#truth('learn', this.#kernel.learn(slot, arm, ticket, reward));
    } catch (error) {
      throw this.#threw('learn', error, slot);
    }
  }

  weight(slot: number): number {
    const value: unknown = this.#call('weight', () => this.#kernel.weight(slot));
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    throw this.#returned('weight', value, 'a number from 0 to 1');
  }

  welcome(arm: number): void {
    this.#call('welcome', () => this.#kernel.welcome(arm));
  }

  reset(): void {
    this.#kernel = this.#make();
    this.#slot = 0;
    this.#call('reset', () => this.#kernel.reset());
  }

  transfer(archive: Archive): void {
    this.#slot = archive.slot(this.#slot);
    this.#call('transfer', () => this.#kernel.transfer(archive));
  }

  /**
   * What a kernel has under a name of its own; functions keep the kernel as theirs. Not a method, whose
   * name a plugin may have, too.
   */
  static extra(guarded: GuardedKernel, name: string): unknown {
    const kernel = guarded.#kernel;
    const value: unknown = Reflect.get(kernel, name);
    if (typeof value !== 'function') return value;
    return (...given: unknown[]) => guarded.#call(name, () => value.apply(kernel, given));
  }

  #truth(method: string, value: unknown): boolean {
    if (typeof value === 'boolean') return value;
    throw this.#returned(method, value, 'true or false');
  }

  #call<T>(method: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw this.#threw(method, error);
    }
  }

  #threw(method: string, error: unknown, slot = this.#slot) {
    return this.guard.threw(method, error, this.#written(method), slot);
  }

  #returned(method: string, value: unknown, wanted: string) {
    return this.guard.returned(method, value, wanted, this.#written(method), this.#slot);
  }

  #written(method: string): unknown {
    return Reflect.get(this.#kernel, method);
  }
}

const classes = new Map<string, typeof GuardedKernel>();

/** The class that has these properties, too: on its prototype, for on each object they would make it slow. */
function classWith(extras: readonly string[]): typeof GuardedKernel {
  const key = extras.join(' ');
  const known = classes.get(key);
  if (known !== undefined) return known;
  const Extended = class extends GuardedKernel {};
  for (const name of extras) {
    Object.defineProperty(Extended.prototype, name, {
      get(this: GuardedKernel) {
        return GuardedKernel.extra(this, name);
      },
    });
  }
  classes.set(key, Extended);
  return Extended;
}

/** Tuned values are numbers: a window that is NaN would be noticed by nobody. */
function checkTuned(
  guard: Guard,
  tuned: unknown,
  written: unknown,
): asserts tuned is Record<string, number> {
  if (typeof tuned !== 'object' || tuned === null) {
    throw guard.returned('tune', tuned, 'an object of finite numbers', written);
  }
  const wrong = Object.entries(tuned).find(([, value]) => !Number.isFinite(value));
  if (wrong === undefined) return;
  const accepted = `an object of finite numbers; it holds ${wrong[0]} = ${shownValue(wrong[1])}`;
  throw guard.returned('tune', tuned, accepted, written);
}

/**
 * The same functions, in the objects that they stand in, with whatever they throw reported as the plugin's.
 *
 * @param name - of the part, as a reader of the plugin knows it
 */
function guardedPart<T extends object>(part: T, name: string, guard: Guard): T {
  const wrap = ([key, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === 'function') {
      const called = (...given: unknown[]) => Reflect.apply(value, part, given);
      return [key, (...given: unknown[]) => guard.call(name, value, () => called(...given))];
    }
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [key, isPart ? guardedPart(value, name, guard) : value];
  };
  return Object.fromEntries(Object.entries(part).map(wrap)) as T;
}

/** The same policy, with whatever goes wrong in its code reported as its own. */
export function guardedPolicy(definition: PolicyDefinition, guard: Guard): PolicyDefinition {
  const make = (settings: PolicySettings): Kernel => {
    const kernel = guard.call('kernel', definition.kernel, () => definition.kernel(settings));
    const missing = missingKernelMethods(kernel);
    if (missing.length === 0) return kernel;
    throw guard.returned(
      'kernel',
      kernel,
      `an object with the methods ${kernelMethods.join(', ')}; missing: ${missing.join(', ')}`,
      definition.kernel,
    );
  };
  const { tune, shows } = definition;
  return {
    ...definition,
    ...(tune === undefined
      ? {}
      : {
          tune: (request) => {
            const tuned = guard.call('tune', tune, () => tune.call(definition, request));
            checkTuned(guard, tuned, tune);
            return tuned;
          },
        }),
    ...(shows === undefined ? {} : { shows: guardedPart(shows, 'shows', guard) }),
    kernel: (settings) => {
      const kernel = make(settings);
      // One of our own classes is played as ours, compiled where it can be.
      if (recipeOf(kernel) !== undefined) return kernel;
      const Guarded = classWith(extrasOf(kernel));
      return new Guarded(guard, () => make(settings), settings.armCount, kernel);
    },
  };
}
