/**
 * Naive bandit over bandit with linear means: the rule of `bandit-over-bandit.ts` with SW-LinUCB in the blocks.
 *
 *     after block  v_j ← v_j exp(g y / (p_j (D+1))),  y = ½ + Σr/(2H + 4R √(H ln(T/√H))), cut to [0, 1]
 *     in a block   β = √λ S + R √(d ln(T(1 + wL²/λ))), which is that of SW-LinUCB with δ = 1/T
 */
import { naiveWindows } from './bandit-over-bandit.ts';
import {
  type NaiveAction,
  type NaiveLinearDecision,
  type NaiveLinearIndex,
  type NaiveLinearSettings,
  naiveLinearIndex,
} from './linear-family.ts';

export interface NaiveBobSettings extends NaiveLinearSettings {
  readonly block: number;
  readonly g: number;
  readonly horizon: number;
}

export class NaiveLinearBob {
  readonly #settings: NaiveBobSettings;
  readonly #weights: number[];
  #slots: NaiveLinearDecision[] = [];
  #chosen = -1;
  #probability = 1;

  constructor(settings: NaiveBobSettings) {
    this.#settings = settings;
    this.#weights = naiveWindows(settings.block).map(() => 1);
  }

  /** The window of the block; the first before it is chosen, when all order actions alike. */
  get #window(): number {
    return naiveWindows(this.#settings.block)[Math.max(0, this.#chosen)];
  }

  index(action: NaiveAction): NaiveLinearIndex {
    const { horizon } = this.#settings;
    const settings = { ...this.#settings, window: this.#window, delta: 1 / horizon };
    return naiveLinearIndex('sw-linucb', this.#slots, action, settings);
  }

  /** The reward of a slot, and the uniform number that was drawn with it. */
  learn(action: NaiveAction, uniform: number, reward: number): void {
    const { block, g, horizon, noise } = this.#settings;
    if (this.#slots.length === 0) this.#choose(uniform);
    this.#slots.push({ ...action, reward });
    if (this.#slots.length < block) return;
    const reach = 2 * block + 4 * noise * Math.sqrt(block * Math.log(horizon / Math.sqrt(block)));
    const sum = this.#slots.reduce((total, slot) => total + (slot.reward ?? 0), 0);
    const gain = Math.min(1, Math.max(0, 0.5 + sum / reach));
    this.#weights[this.#chosen] *= Math.exp(
      (g * gain) / (this.#probability * this.#weights.length),
    );
    this.#slots = [];
    this.#chosen = -1;
  }

  #choose(uniform: number): void {
    const { g } = this.#settings;
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    const probabilities = this.#weights.map(
      (weight) => ((1 - g) * weight) / total + g / this.#weights.length,
    );
    const bounds = probabilities.map((_, j) =>
      probabilities.slice(0, j + 1).reduce((sum, p) => sum + p, 0),
    );
    const found = bounds.findIndex((bound) => uniform < bound);
    this.#chosen = found < 0 ? bounds.length - 1 : found;
    this.#probability = probabilities[this.#chosen];
  }
}
