/** Everything that a contextual kernel can be asked, on both sides: late rewards, pending decisions, restored state. */

import type { KernelInstance } from '../../src/compiled/kernel-instance.ts';
import { identifier, type Recipe } from '../../src/compiled/recipe.ts';
import { contextualPolicyCatalogue } from '../../src/contextual-policies/catalogue.ts';
import type { ContextForm } from '../../src/definitions/contextual.ts';
import type { ContextualKernel } from '../../src/portable/kernels/contextual-kernel.ts';
import { ThetaPath } from '../../src/portable/means/theta-path.ts';
import { randomStream } from '../../src/random/source.ts';
import { prepareContextualPolicy } from '../../src/shell/contextual/prepare.ts';
import { recipe } from './cases.ts';
import { javaScriptSide, methodTexts, type Side, webAssemblySide } from './contract.ts';

const ARMS = 3;
const DIMENSION = 5;
const SEED = 20_261_118;
const SLOTS = 120;

/** A kernel with the settings that it was made with. */
export interface ContextualCase {
  readonly name: string;
  readonly form: ContextForm;
  readonly kernel: ContextualKernel;
}

/** Parameters that change, some in the same slot. */
function pathOf(blocks: number): ThetaPath {
  const random = randomStream(SEED);
  const starts = Int32Array.of(0, 20, 21, 70);
  const row = blocks * DIMENSION;
  const rows = Float64Array.from({ length: starts.length * row }, () => random.uniform() - 0.5);
  rows.copyWithin(row, 0, DIMENSION);
  return new ThetaPath(blocks, DIMENSION, starts, rows);
}

/** The kernels of every contextual policy, in each of its forms. */
export function contextualCases(): ContextualCase[] {
  return contextualPolicyCatalogue.list.flatMap(({ id, forms, parameters }) =>
    forms.flatMap((form) => {
      const takes = (name: string) => parameters.some((parameter) => parameter.id === name);
      const blocks = form === 'arms' ? ARMS : 1;
      const theta = pathOf(blocks);
      const facts = {
        form,
        dimension: DIMENSION,
        blocks,
        norm: 2,
        intercept: form === 'arms',
        theta,
      };
      const specs = takes('window') ? [1, 17, 400].map((window) => `${id}:window=${window}`) : [id];
      return specs.map((spec) => {
        const { kernel } = prepareContextualPolicy(spec, { ...facts, horizon: 1000, variation: 2 });
        return { name: `${spec}, ${form}`, form, kernel };
      });
    }),
  );
}

/** One recipe for each type of contextual kernel. */
export function contextualRecipes(): Recipe[] {
  const recipes = contextualCases().map(({ kernel }) => recipe(kernel));
  return [...new Map(recipes.map((each) => [identifier(each), each])).values()];
}

/** The text that exports every method of every contextual kernel. */
export function contextualTexts(): string[] {
  return contextualRecipes().flatMap((kernel) =>
    methodTexts('portable/kernels/contextual-kernel.ts', 'ContextualKernel', kernel),
  );
}

/** A pending decision. */
interface Pending {
  readonly slot: number;
  readonly due: number;
  readonly block: number;
  readonly features: Float64Array<ArrayBuffer>;
  readonly ticket: number;
}

/** Asks everything, in an order that depends on nothing but the seed. Returns all answers. */
class Questions {
  readonly answers: number[] = [];
  readonly #side: Side;
  readonly #place: (numbers: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>) => unknown;
  readonly #form: ContextForm;
  readonly #driver = randomStream(SEED);
  #pending: Pending[] = [];

  constructor(
    side: Side,
    place: (numbers: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>) => unknown,
    form: ContextForm,
  ) {
    this.#side = side;
    this.#place = place;
    this.#form = form;
  }

  askAll(): number[] {
    for (let slot = 0; slot < SLOTS; slot++) {
      if (slot % 11 === 10) this.#side.call('advance', -1);
      else this.#play(slot);
      for (const decision of this.#pending.filter(({ due }) => due === slot))
        this.#settle(decision);
      this.#ask('weight', this.#driver.below(slot + 1));
      if (slot % 40 === 39) this.#side.call('transfer', this.#side.archive);
      if (slot === 95) this.#hold();
    }
    this.#side.call('reset');
    this.#offer();
    return this.answers;
  }

  #ask(method: string, ...parameters: unknown[]): number {
    const answer = this.#side.call(method, ...parameters);
    this.answers.push(answer);
    return answer;
  }

  #vector(length: number): Float64Array<ArrayBuffer> {
    return Float64Array.from({ length }, () => 2 * this.#driver.uniform() - 1);
  }

  /** Offers some actions, and asks for the estimate and the width of each. Returns the one that is picked. */
  #offer(): Omit<Pending, 'slot' | 'due' | 'ticket'> {
    const arms = this.#form === 'arms';
    const count = arms ? ARMS : 1 + this.#driver.below(9);
    const stride = arms ? 0 : DIMENSION;
    const features = this.#vector(arms ? DIMENSION : count * DIMENSION);
    const blocks = Int32Array.from({ length: count }, (_, i) => (arms ? i : 0));
    const placed = this.#place(features);
    const pick = this.#ask('pick', this.#side.random, placed, stride, this.#place(blocks), count);
    for (let i = 0; i < count; i++) {
      this.#ask('value', blocks[i], placed, i * stride);
      this.#ask('widthOf', blocks[i], placed, i * stride);
      this.#ask('coefficient', blocks[i], i % DIMENSION);
    }
    const at = pick * stride;
    return { block: blocks[pick], features: features.slice(at, at + DIMENSION) };
  }

  #play(slot: number): void {
    const picked = this.#offer();
    this.#ask('propensity');
    this.#side.call('advance', picked.block);
    const due = slot + this.#driver.below(2) * this.#driver.below(20);
    this.#pending.push({ ...picked, slot, due, ticket: this.#ask('ticket') });
    if (due > slot) this.#side.call('hold', picked.block, this.#place(picked.features), 0);
  }

  #settle({ slot, due, block, features, ticket }: Pending): void {
    const placed = this.#place(features);
    if (due > slot) this.#side.call('release', block, placed, 0);
    // The effect of the first feature turns once, which policies with tests find.
    const effect = (slot < SLOTS / 2 ? 3 : -3) * features[0];
    this.#ask('learn', slot, block, placed, 0, ticket, effect + this.#driver.uniform());
    this.#pending = this.#pending.filter((other) => other.slot !== slot);
  }

  /** Lets all pending decisions go, and holds them again. */
  #hold(): void {
    this.#side.call('letGo');
    for (const { block, features } of this.#pending) {
      this.#side.call('hold', block, this.#place(features), 0);
    }
  }
}

/** The answers of a kernel in JavaScript and in WebAssembly. */
export function contextualAnswers(
  wasm: KernelInstance,
  { kernel, form }: ContextualCase,
): [javaScript: number[], webAssembly: number[]] {
  const compiled = webAssemblySide(wasm, kernel, []);
  const place = (numbers: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>) =>
    wasm.place(numbers);
  return [
    new Questions(javaScriptSide(kernel, []), (numbers) => numbers, form).askAll(),
    new Questions(compiled, place, form).askAll(),
  ];
}
