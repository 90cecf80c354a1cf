/** Contextual policies under test. Contexts follow from the slot, so that checks need not know of them. */
import type { ContextualPolicyDefinition } from '../definitions/contextual.ts';
import type { ContextualKernel } from '../portable/kernels/contextual-kernel.ts';
import { ThetaPath } from '../portable/means/theta-path.ts';
import type { Random } from '../portable/random/generator.ts';
import { type ContextualOptions, resolveForm } from '../shell/contextual/contextual-options.ts';
import { ContextualPolicy } from '../shell/contextual/contextual-policy.ts';
import type { ContextualSelection } from '../shell/contextual/contextual-selection.ts';
import type { ContextualSnapshot } from '../shell/contextual/contextual-snapshot.ts';
import type { Encoder } from '../shell/contextual/encoder.ts';
import { factsTaken } from '../shell/prepare-policy.ts';
import type { Selection, SelectOptions } from '../shell/selection.ts';
import { ARMS, SLOTS } from './fixtures.ts';
import type { Subject, TriedKernel, TriedPolicy, TriedSnapshot } from './subject.ts';

/** The features of the context in the form `arms`. */
const FEATURES = [
  { kind: 'cycle', name: 'hour', period: 24 },
  { kind: 'number', name: 'load', min: 0, max: 1 },
  { kind: 'category', name: 'country', values: ['DE', 'FR'] },
] as const;

/** Columns of the vectors in the form `actions`. */
const DIMENSION = 4;

/** The context of a slot. Some values are not known. */
function contextAt(slot: number): object {
  const load = ((slot * 37) % 101) / 101;
  return {
    hour: slot % 24,
    country: slot % 3 === 0 ? 'FR' : 'DE',
    ...(slot % 5 === 0 ? {} : { load }),
  };
}

/** The features of an action in a slot: of norm 1, and different for each action. */
export function actionAt(slot: number, action: number): number[] {
  const angle = 0.7 * action + 0.05 * slot + 0.3;
  const half = Math.SQRT1_2;
  return [
    half * Math.cos(angle),
    half * Math.sin(angle),
    half * Math.cos(2 * angle),
    half * Math.sin(2 * angle),
  ];
}

/** Hidden parameters that change once, for oracles. */
function thetaOf(blocks: number, dimension: number): ThetaPath {
  const rows = Float64Array.from(
    { length: 2 * blocks * dimension },
    (_, i) => (((i * 29) % 17) - 8) / (16 * dimension),
  );
  return new ThetaPath(blocks, dimension, Int32Array.of(0, SLOTS / 2), rows);
}

/** Options with which any contextual policy can be made in one of its forms. */
export function usualContextual(
  definition: ContextualPolicyDefinition,
  form: 'arms' | 'actions',
  armCount: number = ARMS,
  horizon: number = SLOTS,
): ContextualOptions {
  const isArms = form === 'arms';
  const dimension = isArms ? 7 : DIMENSION;
  const blocks = isArms ? armCount : 1;
  return {
    form,
    horizon,
    ...(isArms ? { armCount, features: FEATURES } : { features: { dimension } }),
    ...(definition.needs === undefined ? {} : { theta: thetaOf(blocks, dimension) }),
    ...factsTaken(definition, { variation: 4, changes: 2 }),
  };
}

/** A policy that is asked with the context, or the actions, of its slot. */
class TriedContextual implements TriedPolicy {
  readonly policy: ContextualPolicy;
  readonly #actions: number | undefined;

  /** @param actions - how many a slot offers; undefined in the form `arms` */
  constructor(policy: ContextualPolicy, actions: number | undefined) {
    this.policy = policy;
    this.#actions = actions;
  }

  get params(): Readonly<Record<string, number>> {
    return this.policy.params;
  }

  get armCount(): number {
    return this.#actions ?? this.policy.armCount;
  }

  get slot(): number {
    return this.policy.slot;
  }

  get pendingCount(): number {
    return this.policy.pendingCount;
  }

  get restarts(): number | undefined {
    return this.policy.restarts;
  }

  get #asked(): object {
    const { slot } = this;
    if (this.#actions === undefined) return contextAt(slot);
    return { actions: Array.from({ length: this.#actions }, (_, k) => actionAt(slot, k)) };
  }

  /** In the form `actions` all may be taken. */
  select(random: Random, options?: SelectOptions | readonly number[]): ContextualSelection {
    const asked = this.#actions === undefined ? options : withoutAmong(options);
    return this.policy.select(random, this.#asked, asked);
  }

  begin(selection: Selection): void {
    this.policy.begin(selection as ContextualSelection);
  }

  update(selection: Selection, reward: number): boolean {
    return this.policy.update(selection as ContextualSelection, reward);
  }

  expire(selection: Selection): void {
    this.policy.expire(selection as ContextualSelection);
  }

  expireOlderThan(slots: number): number {
    return this.policy.expireOlderThan(slots);
  }

  skip(slots: number): void {
    this.policy.skip(slots);
  }

  /** In the form `actions` nothing joins. */
  addArm(): number {
    return this.#actions === undefined ? this.policy.addArm() : 0;
  }

  inspect(): readonly { readonly count?: undefined }[] {
    return this.policy.inspect(this.#asked).map((view) => ({ ...view, count: undefined }));
  }

  snapshot(): ContextualSnapshot {
    return this.policy.snapshot();
  }

  restore(snapshot: TriedSnapshot): void {
    this.policy.restore(snapshot as ContextualSnapshot);
  }
}

function withoutAmong(options: SelectOptions | readonly number[] | undefined): SelectOptions {
  return options === undefined || 'length' in options ? {} : { floor: options.floor };
}

/** A bare kernel that counts its slots, and sees what each of them offers. */
class TriedContextualKernel implements TriedKernel {
  readonly #kernel: ContextualKernel;
  readonly #encoder: Encoder;
  readonly #isArms: boolean;
  readonly #count: number;
  readonly #features: Float64Array<ArrayBuffer>;
  readonly #blocks: Int32Array<ArrayBuffer>;
  #slot = 0;

  constructor(kernel: ContextualKernel, encoder: Encoder, isArms: boolean, count: number) {
    this.#kernel = kernel;
    this.#encoder = encoder;
    this.#isArms = isArms;
    this.#count = count;
    this.#features = new Float64Array(encoder.dimension * count);
    this.#blocks = Int32Array.from({ length: count }, (_, arm) => (isArms ? arm : 0));
  }

  pick(random: Random): number {
    const { dimension } = this.#encoder;
    const stride = this.#isArms ? 0 : dimension;
    for (let arm = 0; arm < (this.#isArms ? 1 : this.#count); arm++) {
      this.#fill(this.#slot, arm, arm * dimension);
    }
    return this.#kernel.pick(random, this.#features, stride, this.#blocks, this.#count);
  }

  ticket(): number {
    return this.#kernel.ticket();
  }

  advance(arm: number): void {
    this.#kernel.advance(this.#blocks[arm]);
    this.#slot += 1;
  }

  learn(slot: number, arm: number, ticket: number, reward: number): boolean {
    this.#fill(slot, arm, 0);
    return this.#kernel.learn(slot, this.#blocks[arm], this.#features, 0, ticket, reward);
  }

  weight(slot: number): number {
    return this.#kernel.weight(slot);
  }

  reset(): void {
    this.#kernel.reset();
    this.#slot = 0;
  }

  #fill(slot: number, arm: number, at: number): void {
    const asked = this.#isArms ? contextAt(slot) : actionAt(slot, arm);
    this.#encoder.fill(this.#encoder.codes(asked), this.#features, at);
  }
}

/** A contextual policy in one of its forms. */
export function contextual(
  definition: ContextualPolicyDefinition,
  form: 'arms' | 'actions',
): Subject {
  const isArms = form === 'arms';
  return {
    definition,
    otherWidths: { pendingInWidth: false },
    make: (options = {}, armCount = ARMS) => {
      const all = { ...usualContextual(definition, form, armCount), ...options };
      return new TriedContextual(
        new ContextualPolicy(definition, all),
        isArms ? undefined : armCount,
      );
    },
    kernel: (armCount = ARMS, horizon = SLOTS) => {
      const options = usualContextual(definition, form, armCount, horizon);
      const { encoder, settings, rewardMap } = resolveForm(definition, options, () => {});
      const bare = definition.kernel(settings);
      return { kernel: new TriedContextualKernel(bare, encoder, isArms, armCount), rewardMap };
    },
  };
}
