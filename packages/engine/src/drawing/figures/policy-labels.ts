/** Policies as labels: name, final regret, style. */
import type { PolicyResult } from '../../play/result.ts';
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

/** A label for each policy, in their order: the mean of its final regret, half its interval. */
export function regretLabels(
  policies: readonly PolicyResult[],
  styles: readonly LineStyle[] = policyStyles(policies),
): EndLabel[] {
  const names = policyNames(policies);
  const values = formatEstimates(
    policies.map(({ regret: { mean, low, high } }) => ({ mean, half: (high - low) / 2 })),
  );
  return policies.map((_, i) => ({ name: names[i], value: values[i], style: styles[i] }));
}

/** All final regrets as sentences. */
export function regretSentences(policies: readonly PolicyResult[]): string {
  return regretLabels(policies)
    .map(({ name, value }) => `${name}: ${value}.`)
    .join(' ');
}
