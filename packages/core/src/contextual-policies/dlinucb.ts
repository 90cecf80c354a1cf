/**
 * dLinUCB: several LinUCB models, of which the one that explains the latest rewards best is in charge.
 *
 * Reference: Wu, Iyer & Wang, Learning Contextual Bandits in a Non-stationary Environment, SIGIR 2018; read in its
 * authors' code and in that of Russac, Vernade & Cappé 2019, not in its text.
 * Rule: a model fails on a reward if |⟨x, θ̂⟩ − r| > αβ ‖x‖ + η, in the norm of its V⁻¹, with η the quantile of the
 * noise that δ₁ leaves above. Models learn from rewards on which they do not fail. A model's badness e is its share of
 * failures among the last τ rewards, its doubt c = √(ln(1/δ₂)/(2n)) with n of them. The model of the least e − √(ln τ)
 * c is in charge and plays LinUCB. A model is dropped if e ≥ c + δ₁. If no other has e < c + δ̃₁, a new one begins.
 * Rewards: a mean that is linear in the features, with normal noise of standard deviation R.
 * Parameters: `tau` τ; `delta1` δ₁; `delta2` δ₂; `margin` δ̃₁; `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ;
 * `width` α. The bound L ≥ ‖x‖ is that of the features.
 * Form `actions` only, as published.
 * Settled: the two programs differ. Means are over n rewards, η is √2 R erfinv(1 − δ₁), and β is that of LinUCB. At
 * most 16 models are kept; then the worst one gives way.
 * Standing: confirmed by code. It rarely detects changes: in 97, 0 and 4 of 100 runs for the three changes of
 * `linear-abrupt`, and so loses much more than policies that forget.
 * Guarantee: a rate for few changes is published, under conditions on their size. It was not checked.
 * Cost: O(m d²) per slot for m models, O(d²) per action, 16(d² + τ) numbers.
 * Late rewards count on arrival. Pending decisions do not narrow widths.
 *
 * @example
 * contextualPolicyCatalogue.find('dlinucb').forms; // → ["actions"]
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { DlinucbKernel } from '../portable/kernels/dlinucb-kernel.ts';
import { normalQuantile } from '../theory/normal-quantile.ts';
import { CONFIDENCE, growingRadius, LINEAR } from '../tuning/linear.ts';

export const dLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'dlinucb',
  order: 100,
  name: 'dLinUCB',
  summary: 'LinUCB models side by side; the one that explains the latest rewards is in charge.',
  reference: 'Wu, Iyer & Wang 2018',
  forms: ['actions'],
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x) of the model with the least badness',
  memory: 'until no model explains the rewards',
  memoryKind: 'alarm',
  index: 'linear UCB',
  guarantee: 'published for few changes of enough size; not checked',
  cost: 'O(m d²) per slot for m models, O(d²) per action, 16(d² + τ) numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: false,
  parameters: [
    {
      kind: 'integer',
      id: 'tau',
      symbol: 'τ',
      role: { of: 'memory' },
      summary: 'rewards that the badness of a model is judged by',
      default: 200,
      least: 2,
      most: 2 ** 20,
    },
    {
      kind: 'number',
      id: 'delta1',
      symbol: 'δ₁',
      role: { of: 'fixed' },
      summary: 'probability with which noise makes a right model fail',
      default: 0.01,
      least: 1e-9,
      below: 1,
    },
    {
      kind: 'number',
      id: 'delta2',
      symbol: 'δ₂',
      role: { of: 'fixed' },
      summary: 'probability with which a share of failures is misjudged',
      default: 0.01,
      least: 1e-9,
      below: 1,
    },
    {
      kind: 'number',
      id: 'margin',
      symbol: 'δ̃₁',
      role: { of: 'fixed' },
      summary: 'excess of badness that all models need before a new one begins',
      default: 0.002,
      least: 0,
    },
    ...CONFIDENCE,
  ],
  kernel: (settings) => {
    const { dimension, values } = settings;
    const { ridge, tau, noise, delta1, delta2, margin } = values;
    return new DlinucbKernel(
      dimension,
      ridge,
      growingRadius(settings),
      tau,
      noise * normalQuantile(1 - delta1 / 2),
      delta1,
      delta2,
      margin,
    );
  },
  shows: { restarts: ({ restarts }) => restarts },
});
