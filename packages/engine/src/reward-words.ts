/** What readers of a comparison are told about its rewards. */
import type { ComparisonResult, EnvironmentResult, PolicyResult } from './result.ts';

/** A reward law by its id with the values of its parameters: `gaussian with sd 2`. */
export function lawWithParameters({ rewards: { id, params } }: EnvironmentResult): string {
  const values = Object.entries(params).map(([name, value]) => `${name} ${String(value)}`);
  return values.length === 0 ? id : `${id} with ${values.join(' and ')}`;
}

/**
 * Which rewards are mapped to [0, 1], and for which policies; nothing where none is.
 *
 * @param nameOf - what a policy is called
 */
export function mappedRewardsText(
  { policies }: ComparisonResult,
  nameOf: (policy: PolicyResult) => string = ({ spec }) => spec,
): string {
  const mapped = policies.filter(({ mappedRewards }) => mappedRewards !== undefined);
  const range = mapped[0]?.mappedRewards;
  if (range === undefined) return '';
  const names = mapped.map(nameOf).join(', ');
  return `rewards from ${range[0]} to ${range[1]} are mapped to [0, 1] for ${names}; others are clipped`;
}
