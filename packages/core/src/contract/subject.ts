/** Policies under test: with contexts or without, the checks that both share see the same. */
import type { LateRewards, PolicyDefinition, PolicyParameter } from '../definitions/policy.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { RewardMap } from '../portable/play/reward-map.ts';
import type { Random } from '../portable/random/generator.ts';
import { Policy } from '../shell/policy.ts';
import { type PolicyOptions, resolveOptions } from '../shell/policy-options.ts';
import type { Selection, SelectOptions } from '../shell/selection.ts';
import { ARMS, usualOptions } from './fixtures.ts';

/** The facts of a definition that checks go by. */
interface SubjectFacts {
  readonly id: string;
  readonly parameters: readonly PolicyParameter[];
  readonly needs?: string;
  readonly randomised: boolean;
  readonly lateRewards: LateRewards;
  readonly ticketIsPropensity?: boolean;
}

/** The part of a snapshot that checks look at. */
export interface TriedSnapshot {
  readonly version: number;
  readonly slot: number;
  readonly state: unknown;
}

/** A policy that is asked without contexts. One that sees contexts takes them from its slot. */
export interface TriedPolicy {
  readonly params: Readonly<Record<string, number>>;
  readonly armCount: number;
  readonly slot: number;
  readonly pendingCount: number;
  readonly restarts: number | undefined;
  select(random: Random, options?: SelectOptions | readonly number[]): Selection;
  begin(selection: Selection): void;
  update(selection: Selection, reward: number): boolean;
  expire(selection: Selection): void;
  expireOlderThan(slots: number): number;
  skip(slots: number): void;
  addArm(): number;
  inspect(): readonly { readonly count?: number | undefined }[];
  snapshot(): TriedSnapshot;
  restore(snapshot: TriedSnapshot): void;
}

/** A bare kernel that is asked without contexts, slot after slot. */
export type TriedKernel = Pick<
  Kernel,
  'pick' | 'ticket' | 'advance' | 'learn' | 'weight' | 'reset'
>;

/** A definition with the ways to make its policies and kernels. */
export interface Subject {
  readonly definition: SubjectFacts;
  /** Options that treat pending decisions in widths the other way; undefined if it has no widths. */
  readonly otherWidths: object | undefined;
  /** A policy with the usual options and others. */
  make(options?: object, armCount?: number): TriedPolicy;
  /** A kernel with the usual options. */
  kernel(
    armCount?: number,
    horizon?: number,
  ): { readonly kernel: TriedKernel; readonly rewardMap: RewardMap };
}

/** A policy without contexts. */
export function armed(definition: PolicyDefinition): Subject {
  return {
    definition,
    otherWidths: definition.shows?.indexed && { pendingInWidth: true },
    make: (options = {}, armCount = ARMS): Policy =>
      new Policy(definition, {
        ...usualOptions(definition, armCount),
        ...(options as Partial<PolicyOptions>),
      }),
    kernel: (armCount, horizon) => {
      const options = usualOptions(definition, armCount, horizon);
      const { settings, rewardMap } = resolveOptions(definition, options);
      return { kernel: definition.kernel(settings), rewardMap };
    },
  };
}
