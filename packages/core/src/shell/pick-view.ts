/** What chance did in a pick, found by drawing again from a copy of the random source. */

import type { ExploringKernel, Kernel } from '../portable/kernels/kernel.ts';
import { Random } from '../portable/random/generator.ts';
import { isExploring } from './arm-view.ts';

/** What decided a pick beside what is known of arms. */
export interface PickView {
  /** The arm that the slot was given to for exploration; -1 where it was not. */
  readonly explored: number;
  /** How likely a slot explores by chance; 0 where it never does, or by a plan. */
  readonly explorationShare: number;
  /** What was drawn for each arm from its posterior; undefined where nothing is. */
  readonly draws: Float64Array<ArrayBuffer> | undefined;
  /** The guess of the last change that was drawn first: the rewards since then, and its weight. */
  readonly guess: { readonly length: number; readonly weight: number } | undefined;
}

/** A kernel that draws a mean for each arm, in their order. */
interface DrawingKernel extends Kernel {
  draw(random: Random, arm: number): number;
}

function isDrawing(kernel: Kernel): kernel is DrawingKernel {
  return 'draw' in kernel && 'drawsBeta' in kernel;
}

/** A kernel that first draws a guess of what to remember, for all arms or for each. */
interface GuessingKernel extends Kernel {
  readonly local: boolean;
  drawPlace(random: Random, group: number): number;
  drawMean(random: Random, arm: number, place: number): number;
  guessLength(group: number, place: number): number;
  guessWeight(group: number, place: number): number;
}

function isGuessing(kernel: Kernel): kernel is GuessingKernel {
  return 'drawPlace' in kernel && 'guessLength' in kernel;
}

function drawsOf(
  kernel: Kernel,
  random: Random,
  armCount: number,
): Pick<PickView, 'draws' | 'guess'> {
  const draws = new Float64Array(armCount);
  if (isDrawing(kernel)) {
    return { draws: draws.map((_, arm) => kernel.draw(random, arm)), guess: undefined };
  }
  if (!isGuessing(kernel)) return { draws: undefined, guess: undefined };
  if (kernel.local) {
    const drawMean = (_: number, arm: number) =>
      kernel.drawMean(random, arm, kernel.drawPlace(random, arm));
    return { draws: draws.map(drawMean), guess: undefined };
  }
  const place = kernel.drawPlace(random, 0);
  return {
    draws: draws.map((_, arm) => kernel.drawMean(random, arm, place)),
    guess: { length: kernel.guessLength(0, place), weight: kernel.guessWeight(0, place) },
  };
}

/** Of a kernel that no chance is known of. */
const NO_CHANCE: PickView = {
  explored: -1,
  explorationShare: 0,
  draws: undefined,
  guess: undefined,
};

/** What a kernel explores, with the random source that it would draw from. */
function explorationOf(
  kernel: ExploringKernel,
  random: Random,
  armCount: number,
): Pick<PickView, 'explored' | 'explorationShare'> {
  const arms = new Int32Array(armCount).map((_, arm) => arm);
  return {
    explored: kernel.explore(random, arms),
    explorationShare: kernel.explorationShare(),
  };
}

/**
 * What decides a kernel's pick among all arms.
 *
 * @param random - as it is before the pick; it is left so
 */
export function viewPick(kernel: Kernel, random: Random, armCount: number): PickView {
  const explores = isExploring(kernel);
  if (!explores && !isDrawing(kernel) && !isGuessing(kernel)) return NO_CHANCE;
  const [a, b, c, d] = random.state;
  const copy = new Random(a, b, c, d);
  return {
    ...(explores ? explorationOf(kernel, copy, armCount) : NO_CHANCE),
    ...drawsOf(kernel, copy, armCount),
  };
}
