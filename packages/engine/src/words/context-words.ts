/** The words of results in which contexts matter. Each is undefined or empty for results without contexts. */

import { isOracle, UNIFORM } from '../play/contestants.ts';
import type { ComparisonResult, EnvironmentResult, PolicyResult } from '../play/result.ts';
import { columnFormat, counted, formatNumber } from './numbers.ts';

/** The words of results with contexts. They are undefined or empty for results without. */
interface ContextWords {
  /** Arms or actions, and features. */
  size(environment: EnvironmentResult): string | undefined;
  /** The name of the variation. */
  variation(environment: EnvironmentResult): string | undefined;
  /** The name of the best choice of a slot. */
  best(environment: EnvironmentResult): string | undefined;
  /** The arm that figures show as best, if another one may be best in each context. */
  bestOnAverage(environment: EnvironmentResult): string | undefined;
  /** Sentences on what the context was worth, or on policies that miss one. */
  worth(comparison: ComparisonResult, nameOf: (policy: PolicyResult) => string): string;
}

function leastOf(policies: readonly PolicyResult[]): PolicyResult | undefined {
  const [first, ...others] = policies;
  if (first === undefined) return undefined;
  return others.reduce((best, each) => (each.regret.mean < best.regret.mean ? each : best), first);
}

/** The regret of a policy, and its share of what uniform choice loses if that was played. */
function lossText(policy: PolicyResult, { policies }: ComparisonResult): string {
  const uniform = policies.find(({ id }) => id === UNIFORM)?.regret.mean ?? 0;
  const { mean } = policy.regret;
  const loss = columnFormat(mean)(mean);
  if (uniform <= 0) return loss;
  return `${loss} (${formatNumber((100 * mean) / uniform, 2)}% of what random choice loses)`;
}

/** Gain of a policy that sees the context over one that does not, with its interval if it has one. */
function gainText(
  seeing: PolicyResult,
  blind: PolicyResult,
  { policies, differences, replications }: ComparisonResult,
  nameOf: (policy: PolicyResult) => string,
): string {
  const gain = blind.regret.mean - seeing.regret.mean;
  const [places, sign] = [[policies.indexOf(seeing), policies.indexOf(blind)], Math.sign(gain)];
  const pair = differences.find(({ first, second }) => {
    return places.includes(first) && places.includes(second);
  });
  const ends = pair === undefined ? [] : [pair.low, pair.high];
  // A pair may have either order, and the sentence states the size.
  const turned = ends.map((end) => (pair?.first === places[1] ? sign : -sign) * end);
  const [low, high] = turned.toSorted((a, b) => a - b);
  const isKnown = replications > 1 && low !== undefined;
  const format = columnFormat(Math.max(...[gain, low, high].map((value = 0) => Math.abs(value))));
  const show = (value: number) => format(value).replace('-', '−');
  const interval = isKnown ? ` [95% CI ${show(low)} to ${show(high)}]` : '';
  const chance = isKnown && low <= 0 ? ' The difference may be chance.' : '';
  const start = `Knowing the context, ${nameOf(seeing)} earns ${show(Math.abs(gain))}${interval} ${gain < 0 ? 'less' : 'more'}`;
  return `${start} in a replication than ${nameOf(blind)}, the best policy here without it.${chance}`;
}

/** An explanation of the mark of policies that are made for contexts and play without. */
function withoutFeatures(policies: readonly PolicyResult[]): string {
  if (!policies.some(({ mark }) => mark === 'no features')) return '';
  return 'Policies with the mark "no features" are made for contexts. This environment has none, so they learn one mean for each arm.';
}

function worth(comparison: ComparisonResult, nameOf: (policy: PolicyResult) => string): string {
  const competing = comparison.policies.filter((each) => !isOracle(each) && each.id !== UNIFORM);
  if (comparison.environment.contexts === undefined) return withoutFeatures(competing);
  const seeing = leastOf(competing.filter(({ mark }) => mark === undefined));
  const blind = leastOf(competing.filter(({ mark }) => mark === 'no context'));
  if (blind === undefined) return '';
  if (comparison.environment.source.kind === 'rewards') {
    return seeing === undefined ? '' : gainText(seeing, blind, comparison, nameOf);
  }
  const without = `the best policy without it, ${nameOf(blind)}, loses ${lossText(blind, comparison)}`;
  const start =
    seeing === undefined
      ? `No policy here knows the context; ${without}.`
      : `Knowing the context, ${nameOf(seeing)} loses ${lossText(seeing, comparison)}; ${without}.`;
  return `${start} Regret compares with the best arm in each context, which a policy without the context cannot find.`;
}

/** Arms or actions, and features. */
function size({ contexts, armCount, source }: EnvironmentResult): string | undefined {
  if (contexts === undefined) return undefined;
  const { form, dimension } = contexts;
  // A declared feature may have several columns, so their number is not that of the features.
  if (source.kind === 'rewards') {
    return `${counted(armCount, 'arm')} in a context of ${counted(dimension, 'column')} (with the intercept)`;
  }
  const features = counted(dimension, 'feature');
  return form === 'arms'
    ? `${counted(armCount, 'arm')} in a context of ${features}`
    : `${counted(armCount, 'action')} in each slot with ${features}`;
}

/** The words of results with contexts. The lab replaces this file, and has none. */
export const contextWords: ContextWords | undefined = {
  size,
  variation: ({ contexts, source }) =>
    contexts === undefined || source.kind === 'rewards' ? undefined : 'ℓ₂ variation of θ',
  best: ({ contexts }) => (contexts?.form === 'actions' ? 'best action' : undefined),
  bestOnAverage: ({ contexts, source }) =>
    contexts?.form === 'arms' && source.kind === 'named'
      ? 'the arm that is best on average over contexts'
      : undefined,
  worth,
};
