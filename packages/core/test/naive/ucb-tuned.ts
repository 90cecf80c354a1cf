/**
 * Naive UCB-Tuned: Auer, Cesa-Bianchi and Fischer 2002, section 4. With v the variance of an arm's n rewards
 * and N the rewards of all arms, mean + sqrt((ln N / n) min(1/4, v + sqrt(2 ln N / n))).
 */
import { tunedIndices } from './adapt-eve.ts';
import type { Remembered } from './history.ts';

/** The UCB-Tuned index of every arm at slot `history.length`. */
export function ucbTunedIndices(history: Remembered, armCount: number): number[] {
  const samples = history.flatMap(({ arm, reward }): [number, number][] =>
    reward === undefined ? [] : [[arm, reward]],
  );
  return tunedIndices(samples, armCount);
}
