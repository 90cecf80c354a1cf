/** Finds in a result what was swept over: lines of regret against one parameter, all else equal. */
import { policyCatalogue } from '@driftline/core';
import { AS_DISCOUNT, roleOf } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import type { Sweep } from '../../drawing/figures/types.ts';
import type { ComparisonResult, PolicyResult, Result } from '../../play/result.ts';
import { comparisonTitle, fileStem } from '../../words/names.ts';
import { counted, formatNumber } from '../../words/numbers.ts';
import { policyName, symbolOf } from '../../words/policy-names.ts';
import { comparisonSweeps, type FoundSweeps } from './comparison-sweeps.ts';
import { drawnLines, FEWEST_POINTS, isLogarithmic, type Line, pointOf } from './sweep-lines.ts';

/** A policy's spec without one of its parameters. */
function without(spec: string, parameter: string): string {
  const { id, params } = parseSpec(spec);
  const rest = Object.entries(params).filter(([name]) => name !== parameter);
  return [id, ...rest.map(([name, value]) => `${name}=${value}`)].join(' ');
}

/** Whether a policy has a point: a number was written for the parameter. */
function isOnLine(policy: PolicyResult, parameter: string): boolean {
  const written = parseSpec(policy.spec).params[parameter];
  if (written === undefined) return false;
  return Number.isFinite(axisOf(parameter, policy).place(Number(written)));
}

/** The lines of one parameter of policies within a comparison. */
function policyLines({ policies }: ComparisonResult, parameter: string): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const policy of policies) {
    const written = parseSpec(policy.spec).params[parameter];
    if (written === undefined) continue;
    const key = without(policy.spec, parameter);
    const line = lines.get(key) ?? { label: policyName(policy, parameter), points: new Map() };
    const x = axisOf(parameter, policy).place(Number(written));
    if (Number.isFinite(x) && !line.points.has(x)) line.points.set(x, pointOf(x, policy));
    lines.set(key, line);
  }
  return lines;
}

/** The value where none is written, if all lines agree about it; what follows from tuning is none. */
function defaultValue(ids: readonly string[], parameter: string): number | undefined {
  const values = ids.map((policy) => {
    const definition = policyCatalogue.get(policy);
    return definition?.parameters.find(({ id }) => id === parameter)?.default;
  });
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Whether a policy would be on one of the lines if the parameter had been written. */
function belongsTo({ spec }: PolicyResult, keys: readonly string[], parameter: string): boolean {
  return parseSpec(spec).params[parameter] === undefined && keys.includes(without(spec, parameter));
}

/** The values and regrets of policies of the lines for which nothing is written, as a sentence. */
function unwritten(policies: readonly PolicyResult[], parameter: string): string {
  const values = policies.map(({ name, params, regret }) => {
    const value = params[parameter];
    const at = value === undefined ? '' : ` ${formatNumber(value)}`;
    return `${name}${at} with regret ${formatNumber(regret.mean)}`;
  });
  return values.length === 0 ? '' : ` Without a written value: ${values.join(', ')}.`;
}

/** Discounts crowd below 1: they are drawn as the memory that they make. */
function axisOf(parameter: string, policy: PolicyResult) {
  const known = policyCatalogue.get(policy.id)?.parameters.find(({ id }) => id === parameter);
  const role = roleOf(known ?? { id: parameter });
  if (role?.of !== 'memory' || role.slots !== AS_DISCOUNT) {
    return {
      name: parameter,
      symbol: symbolOf(policy, parameter),
      place: (value: number) => value,
    };
  }
  return {
    name: 'memory 1/(1 − γ) in slots',
    symbol: '',
    place: (value: number) => 1 / (1 - value),
  };
}

/** The one that listings show first; those of plugins come after ours. */
function firstListed(policies: readonly PolicyResult[]): PolicyResult {
  const listed = policyCatalogue.list.map(({ id }) => policies.find((policy) => policy.id === id));
  return listed.find((policy) => policy !== undefined) ?? policies[0];
}

function policySweep(comparison: ComparisonResult, parameter: string): Sweep | undefined {
  const { environment, policies, replications, seed } = comparison;
  const all = [...policyLines(comparison, parameter)].filter(([, { points }]) => points.size > 0);
  if (!all.some(([, { points }]) => points.size >= FEWEST_POINTS)) return undefined;
  const lines = all.map(([, line]) => line);
  const keys = all.map(([key]) => key);
  const ids = keys.map((key) => key.split(' ')[0]);
  const marked = defaultValue(ids, parameter);
  const swept = firstListed(policies.filter(({ id }) => ids.includes(id)));
  const { name, symbol, place } = axisOf(parameter, swept);
  const tuned = policies.filter((policy) => belongsTo(policy, keys, parameter));
  const reference = policies
    .filter((policy) => !tuned.includes(policy) && !isOnLine(policy, parameter))
    .map((policy) => ({ label: policyName(policy), value: policy.regret.mean }));
  return {
    name: fileStem(comparison.name, 'sweep', parameter),
    title: `Regret against ${parameter}: ${comparisonTitle(comparison)}`,
    caption: `Mean regret after ${counted(environment.horizon, 'slot')} against ${parameter}, with 95% intervals. ${comparisonTitle(comparison)}; ${counted(replications, 'replication')} with seed ${seed}.${unwritten(tuned, parameter)}`,
    parameter: {
      name,
      symbol,
      log: isLogarithmic(lines),
      ...(marked === undefined ? {} : { marked: place(marked) }),
    },
    lines: drawnLines(lines),
    ...(reference.length === 0 ? {} : { reference }),
  };
}

/** The sweeps within one comparison: a figure for each parameter of its policies. */
function policySweeps(comparison: ComparisonResult): Sweep[] {
  const parameters = new Set(
    comparison.policies.flatMap(({ spec }) => Object.keys(parseSpec(spec).params)),
  );
  return [...parameters].flatMap((parameter) => policySweep(comparison, parameter) ?? []);
}

/**
 * All sweeps of a result: within comparisons, then across them.
 *
 * @param tuned - the names of comparisons whose policies were tuned with equal effort
 */
export function sweepsOf({ comparisons }: Result, tuned: readonly string[] = []): FoundSweeps {
  const { sweeps, omitted } = comparisonSweeps(comparisons, tuned);
  return { sweeps: [...comparisons.flatMap(policySweeps), ...sweeps], omitted };
}
