/** The view of what a contextual policy has learned. */
import type { ContextualPolicyDefinition } from '../../definitions/contextual.ts';
import type { ContextualKernel } from '../../portable/kernels/contextual-kernel.ts';
import { type Offer, plainCodes } from './offer.ts';

/** An action as a policy sees it in a context. */
export interface ActionView {
  /** The arm; in the form `actions`, the place in the list. */
  readonly arm: number;
  readonly codes: readonly (number | null)[];
  /** The estimated mean of its rewards. */
  readonly value: number;
  /** The width that is added to it; of a policy that draws, the standard deviation of the draw. */
  readonly width: number;
  /** Their sum, whose largest is picked; undefined if the policy draws. */
  readonly index: number | undefined;
  /** Decisions of the arm without a reward yet; undefined in the form `actions`. */
  readonly pending: number | undefined;
}

/** The effect of a column of the feature vector on the rewards of an arm. */
export interface Coefficient {
  /** The arm; 0 in the form `actions`, whose actions share their parameters. */
  readonly arm: number;
  /** The place of the column, and its name. */
  readonly column: number;
  readonly name: string;
  readonly estimate: number;
  /** The width that the policy gives to an action with 1 in this column alone. */
  readonly width: number;
}

/** Everything that can be shown of the actions of a slot. */
export function viewActions(
  kernel: ContextualKernel,
  { features, stride, blocks, arms, count, codesOf }: Offer,
  { randomised }: ContextualPolicyDefinition,
  pendingOf: (arm: number) => number | undefined,
): ActionView[] {
  return Array.from({ length: count }, (_, place) => {
    const arm = arms[place];
    const value = kernel.value(blocks[place], features, place * stride);
    const width = kernel.widthOf(blocks[place], features, place * stride);
    return {
      arm,
      codes: plainCodes(codesOf(arm)),
      value,
      width,
      index: randomised ? undefined : value + width,
      pending: pendingOf(arm),
    };
  });
}

/** The coefficients of all blocks, block by block. */
export function coefficientsOf(
  kernel: ContextualKernel,
  columns: readonly string[],
  blocks: number,
): Coefficient[] {
  const unit = new Float64Array(columns.length);
  return Array.from({ length: blocks }, (_, arm) =>
    columns.map((name, column) => {
      unit.fill(0);
      unit[column] = 1;
      const estimate = kernel.coefficient(arm, column);
      return { arm, column, name, estimate, width: kernel.widthOf(arm, unit, 0) };
    }),
  ).flat();
}
