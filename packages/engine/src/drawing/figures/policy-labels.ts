/** Policies as labels: name, final regret, style. */
import type { PolicyResult } from '../../play/result.ts';
import type { Estimate } from '../../play/statistics.ts';
import { formatEstimates } from '../../words/numbers.ts';
import { policyNames } from '../../words/policy-names.ts';
import type { EndLabel } from './end-labels.ts';
import { type LineStyle, policyStyle } from './theme.ts';

/** The styles of policies: by their order, or by the places that are given. */
export function policyStyles(
  policies: readonly PolicyResult[],
  places: readonly number[] = policies.map((_, i) => i),
): LineStyle[] {
  return policies.map((_, i) => policyStyle(places[i]));
}

/** Something that is known of a policy, with its interval. */
type Interval = Pick<Estimate, 'mean' | 'low' | 'high'>;

/** A label for each policy, in their order: the mean of something, half its interval. */
export function estimateLabels(
  policies: readonly PolicyResult[],
  estimateOf: (policy: PolicyResult) => Interval,
  styles: readonly LineStyle[] = policyStyles(policies),
): EndLabel[] {
  const names = policyNames(policies);
  const values = formatEstimates(
    policies.map(estimateOf).map(({ mean, low, high }) => ({ mean, half: (high - low) / 2 })),
  );
  return policies.map((_, i) => ({ name: names[i], value: values[i], style: styles[i] }));
}

/** A label for each policy, in their order: the mean of its final regret, half its interval. */
export function regretLabels(
  policies: readonly PolicyResult[],
  styles?: readonly LineStyle[],
): EndLabel[] {
  return estimateLabels(policies, ({ regret }) => regret, styles);
}

/** Labels as sentences, for those who cannot see a figure. */
export function labelSentences(labels: readonly EndLabel[]): string {
  return labels.map(({ name, value }) => `${name}: ${value}.`).join(' ');
}

/** All final regrets as sentences. */
export function regretSentences(policies: readonly PolicyResult[]): string {
  return labelSentences(regretLabels(policies));
}
