import type { Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import type { Pick } from './pick.ts';

/** How likely a kernel that draws by probabilities was to take an arm among some. */
function drawnWith(shows: Showing, kernel: Kernel, arm: number, arms: Ints): number {
  const chance = (each: number) => shows.arm?.(kernel, each).probability ?? Number.NaN;
  return chance(arm) / arms.reduce((sum, each) => sum + chance(each), 0);
}

/**
 * The kernel's own pick among some arms, or among all. It states how likely its pick was; how likely another
 * arm was follows where it had no choice, and where its policy shows the probabilities that it draws by.
 */
export function chooseByKernel(
  shows: Showing,
  kernel: Kernel,
  random: Random,
  among: Ints | undefined,
  all: () => Ints,
): Pick {
  const picked = among === undefined ? kernel.pick(random) : kernel.pickAmong(random, among);
  const stated = kernel.propensity();
  return {
    arm: picked,
    ticket: kernel.ticket(),
    probability: (arm) => {
      if (arm === picked || Number.isNaN(stated)) return stated;
      return stated === 1 ? 0 : drawnWith(shows, kernel, arm, among ?? all());
    },
  };
}
