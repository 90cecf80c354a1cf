/**
 * Naive dLinUCB: each model keeps the rewards that it learned, and all of its failures.
 *
 *     a model fails if     |⟨x, θ̂⟩ − r| > β‖x‖ + η
 *     badness e, doubt c   mean of its last min(n, τ) failures, √(ln(1/δ₂)/(2 min(n, τ)));  0 and ½ at first
 *     in charge            the least e − √(ln τ) c
 *     dropped              if e ≥ c + δ₁;  a new one if no other has e < c + δ̃₁
 */
import {
  type NaiveAction,
  type NaiveLinearDecision,
  type NaiveLinearIndex,
  type NaiveLinearSettings,
  naiveLinearIndex,
} from './linear-family.ts';

interface Model {
  readonly learned: NaiveLinearDecision[];
  readonly failures: boolean[];
}

export interface NaiveDlinucbSettings extends NaiveLinearSettings {
  readonly tau: number;
  /** η. */
  readonly explained: number;
  readonly delta1: number;
  readonly delta2: number;
  readonly margin: number;
}

export class NaiveDlinucb {
  #models: Model[] = [{ learned: [], failures: [] }];
  readonly #settings: NaiveDlinucbSettings;
  /** New models so far. */
  alarms = 0;

  constructor(settings: NaiveDlinucbSettings) {
    this.#settings = settings;
  }

  /** Models now. */
  get count(): number {
    return this.#models.length;
  }

  #judge({ failures }: Model): { badness: number; doubt: number } {
    const { tau, delta2 } = this.#settings;
    const last = failures.slice(-tau);
    if (last.length === 0) return { badness: 0, doubt: 0.5 };
    const badness = last.filter(Boolean).length / last.length;
    return { badness, doubt: Math.sqrt(Math.log(1 / delta2) / (2 * last.length)) };
  }

  #index({ learned }: Model, action: NaiveAction): NaiveLinearIndex {
    return naiveLinearIndex('linucb', learned, action, this.#settings);
  }

  /** The estimate and the width of an action, by the model in charge. */
  index(action: NaiveAction): NaiveLinearIndex {
    const keys = this.#models.map((model) => {
      const { badness, doubt } = this.#judge(model);
      return badness - Math.sqrt(Math.log(this.#settings.tau)) * doubt;
    });
    return this.#index(this.#models[keys.indexOf(Math.min(...keys))], action);
  }

  learn(action: NaiveAction, reward: number): void {
    const { explained, delta1, margin } = this.#settings;
    for (const model of this.#models) {
      const { value, width } = this.#index(model, action);
      const fails = Math.abs(value - reward) > width + explained;
      if (!fails) model.learned.push({ ...action, reward });
      model.failures.push(fails);
    }
    const excess = (model: Model) => this.#judge(model).badness - this.#judge(model).doubt;
    this.#models = this.#models.filter((model) => excess(model) < delta1);
    if (this.#models.some((model) => excess(model) < margin)) return;
    this.#models.push({ learned: [], failures: [] });
    this.alarms += 1;
  }
}
