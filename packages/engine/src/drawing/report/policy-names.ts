/** What policies are called in tables that show several comparisons side by side. */
import type { PolicyResult } from '../../play/result.ts';
import { policyLabel } from './findings.ts';

/**
 * The names of policies, each different from the others: with the parameters that were given where the
 * name alone stands for several, and with a number where those are equal too.
 */
export function displayNames(policies: readonly PolicyResult[]): string[] {
  const shared = (labels: readonly string[], i: number) =>
    labels.indexOf(labels[i]) !== labels.lastIndexOf(labels[i]);
  const names = policies.map(({ name }) => name);
  const labels = policies.map((policy, i) => (shared(names, i) ? policyLabel(policy) : names[i]));
  return labels.map((label, i) => (shared(labels, i) ? `${label} (${i + 1})` : label));
}
