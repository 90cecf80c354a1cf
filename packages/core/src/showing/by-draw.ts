/** What Thompson sampling shows. */
import type { KnownArm, Showing } from '../definitions/showing.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';

/** A kernel that draws a mean for each arm, in their order, from a Beta law or a normal one. */
export interface DrawingKernel extends Kernel {
  /** Of a normal law: how much one reward adds to its precision; 0 of a Beta law. */
  readonly precision: number;
  /** Rewards remembered of an arm. */
  count(arm: number): number;
  /** Their sum. */
  successes(arm: number): number;
  /** By how much they fell short of 1. */
  failures(arm: number): number;
  /** Whether means are drawn from Beta laws. */
  drawsBeta(): boolean;
  /** Draws a mean for an arm. */
  draw(random: Random, arm: number): number;
}

function arm(kernel: DrawingKernel, of: number): KnownArm {
  if (kernel.drawsBeta()) {
    return { posterior: { alpha: 1 + kernel.successes(of), beta: 1 + kernel.failures(of) } };
  }
  const count = kernel.count(of);
  return {
    count,
    mean: kernel.successes(of) / count,
    deviation: 1 / Math.sqrt(kernel.precision * count),
  };
}

/** Of a kernel that picks the largest of means drawn from posteriors. */
export const byDraw: Showing<DrawingKernel> = {
  choice: 'posterior',
  arm,
  // A Beta law has a prior; a normal one has none, and its arm goes first.
  unknown: (kernel, of) => !kernel.drawsBeta() && kernel.count(of) === 0,
  draw: (kernel, random, armCount) => ({
    means: new Float64Array(armCount).map((_, of) => kernel.draw(random, of)),
  }),
};
