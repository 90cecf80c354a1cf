/**
 * Naive bandit over bandit (Cheung, Simchi-Levi and Zhu 2019): everything from the whole history.
 *
 *   windows      floor(H^(j/D)), j = 0 ... D = ceil(ln H)
 *   a window j   p_j = (1-g) w_j / sum(w) + g/(D+1), by inverting a uniform number
 *   after block  w_j <- w_j exp(g x / (p_j (D+1))), x the block's mean reward
 *   in a block   mean + sqrt(xi ln(min(t, tau)) / n) over its last tau slots, t from its beginning
 *
 * Of arms with nothing remembered the one that has waited longest goes next; a block in which all arms
 * were played hands nothing on.
 */
import { playsHandedOn } from './history.ts';
import { chooseNaively } from './index-policies.ts';

interface Slot {
  readonly uniform: number;
  readonly arm: number;
  readonly reward: number;
}

/** The windows of a block. */
export function naiveWindows(block: number): number[] {
  const most = Math.ceil(Math.log(block));
  if (most === 0) return [1];
  // 1e-9 forgives the rounding of powers that are whole.
  return Array.from({ length: most + 1 }, (_, j) => Math.floor(block ** (j / most) + 1e-9));
}

/** Bandit over bandit that keeps everything. */
export class NaiveBanditOverBandit {
  readonly #history: Slot[] = [];
  readonly #armCount: number;
  readonly #block: number;
  readonly #g: number;
  readonly #xi: number;

  constructor(armCount: number, block: number, g: number, xi: number) {
    this.#armCount = armCount;
    this.#block = block;
    this.#g = g;
    this.#xi = xi;
  }

  choose(_uniform: number): number {
    return chooseNaively(this.indices(), this.#plays()).arm;
  }

  #plays(): number[] {
    const plays = this.#history.map(({ arm }) => arm);
    const blocks = Array.from({ length: Math.floor(plays.length / this.#block) + 1 }, (_, i) =>
      plays.slice(i * this.#block, (i + 1) * this.#block),
    );
    return playsHandedOn(blocks, this.#armCount);
  }

  learn(uniform: number, arm: number, reward: number): void {
    this.#history.push({ uniform, arm, reward });
  }

  /** The windows of all blocks that have begun with a reward. */
  chosenWindows(): number[] {
    const windows = naiveWindows(this.#block);
    const weights = windows.map(() => 1);
    const chosen: number[] = [];
    for (let start = 0; start < this.#history.length; start += this.#block) {
      const slots = this.#history.slice(start, start + this.#block);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const probabilities = weights.map(
        (weight) => ((1 - this.#g) * weight) / total + this.#g / windows.length,
      );
      const bounds = probabilities.map((_, j) =>
        probabilities.slice(0, j + 1).reduce((sum, p) => sum + p, 0),
      );
      const found = bounds.findIndex((bound) => slots[0].uniform < bound);
      const j = found < 0 ? windows.length - 1 : found;
      chosen.push(windows[j]);
      if (slots.length < this.#block) break;
      const mean = slots.reduce((sum, { reward }) => sum + reward, 0) / this.#block;
      weights[j] *= Math.exp((this.#g * mean) / (probabilities[j] * windows.length));
    }
    return chosen;
  }

  indices(): number[] {
    const inBlock = this.#history.length % this.#block;
    const window = this.chosenWindows().at(-1) ?? 1;
    const slots = inBlock === 0 ? [] : this.#history.slice(-Math.min(inBlock, window));
    return Array.from({ length: this.#armCount }, (_, arm) => {
      const own = slots.filter((slot) => slot.arm === arm);
      if (own.length === 0) return Number.POSITIVE_INFINITY;
      const mean = own.reduce((sum, { reward }) => sum + reward, 0) / own.length;
      const t = Math.min(inBlock + 1, window);
      return mean + Math.sqrt((this.#xi * Math.log(t)) / own.length);
    });
  }
}
