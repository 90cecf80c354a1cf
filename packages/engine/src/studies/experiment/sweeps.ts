/** Finds in a result what was swept over: lines of regret against one parameter, all else equal. */
import { policyCatalogue } from '@driftline/core';
import { AS_DISCOUNT, roleOf } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import type { Sweep, SweepPoint } from '../../drawing/figures/types.ts';
import type { ComparisonResult, PolicyResult, Result } from '../../play/result.ts';
import { environmentName, fileStem } from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { policyName, symbolOf } from '../../words/policy-names.ts';

/** With fewer points a line shows nothing that the table doesn't. */
const FEWEST_POINTS = 3;

/** Above this ratio of its ends a parameter is drawn on a logarithmic axis. */
const LOG_RATIO = 6;

/** A line being collected. */
interface Line {
  readonly label: string;
  readonly points: Map<number, SweepPoint>;
}

function pointOf(x: number, { regret: { mean, low, high } }: PolicyResult): SweepPoint {
  return { x, mean, low, high };
}

function isLogarithmic(lines: readonly Line[]): boolean {
  const values = lines.flatMap(({ points }) => [...points.keys()]);
  const least = Math.min(...values);
  return least > 0 && Math.max(...values) / least > LOG_RATIO;
}

function drawable(lines: Iterable<Line>): Line[] {
  return [...lines].filter(({ points }) => points.size >= FEWEST_POINTS);
}

function linesOf(lines: readonly Line[]): Sweep['lines'] {
  return lines.map(({ label, points }) => ({
    label,
    points: [...points.values()].sort((first, second) => first.x - second.x),
  }));
}

/** A policy's spec without one of its parameters. */
function without(spec: string, parameter: string): string {
  const { id, params } = parseSpec(spec);
  const rest = Object.entries(params).filter(([name]) => name !== parameter);
  return [id, ...rest.map(([name, value]) => `${name}=${value}`)].join(' ');
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

/** What the policies of the lines have where nothing is written, as a sentence. */
function tunedValues(
  { policies }: ComparisonResult,
  keys: readonly string[],
  parameter: string,
): string {
  const values = policies
    .filter(({ spec }) => parseSpec(spec).params[parameter] === undefined)
    .filter(({ spec }) => keys.includes(without(spec, parameter)))
    .map(({ name, params }) => `${name} ${Number(params[parameter].toPrecision(4))}`);
  return values.length === 0 ? '' : ` Where none is written: ${values.join(', ')}.`;
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
  const all = policyLines(comparison, parameter);
  const keys = [...all.keys()].filter((key) => (all.get(key)?.points.size ?? 0) >= FEWEST_POINTS);
  const lines = drawable(all.values());
  if (lines.length === 0) return undefined;
  const ids = keys.map((key) => key.split(' ')[0]);
  const marked = defaultValue(ids, parameter);
  const swept = firstListed(comparison.policies.filter(({ id }) => ids.includes(id)));
  const { name, symbol, place } = axisOf(parameter, swept);
  const reference = comparison.policies
    .filter(({ id, spec }) => !ids.includes(id) && parseSpec(spec).params[parameter] === undefined)
    .map((policy) => ({ label: policyName(policy, parameter), value: policy.regret.mean }));
  const where = environmentName(comparison.environment);
  return {
    name: fileStem(comparison.name, 'sweep', parameter),
    title: `Regret against ${parameter}`,
    caption: `Mean regret after ${comparison.environment.horizon} slots against ${parameter}, with 95 % intervals. ${where}; ${counted(comparison.replications, 'replication')} with seed ${comparison.seed}.${tunedValues(comparison, keys, parameter)}`,
    parameter: {
      name,
      symbol,
      log: isLogarithmic(lines),
      ...(marked === undefined ? {} : { marked: place(marked) }),
    },
    lines: linesOf(lines),
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

/** What comparisons can differ in, as numbers, and what else they are. */
interface Traits {
  readonly numbers: Readonly<Record<string, number>>;
  readonly rest: string;
}

/** What policies are given; by default it follows from the rest. */
const TOLD = 'stated variation';

function traitsOf({ environment, replications, seed }: ComparisonResult): Traits {
  const { source, horizon, armCount, rewards, variation, fresh } = environment;
  const { id, params } =
    source.kind === 'named' ? parseSpec(source.spec) : { id: source.name, params: {} };
  const numbers: Record<string, number> = { horizon, arms: armCount, [TOLD]: variation.stated };
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(params)) {
    if (Number.isFinite(Number(value))) numbers[name] = Number(value);
    else texts.push([name, value]);
  }
  return { numbers, rest: JSON.stringify([id, texts, rewards, fresh, replications, seed]) };
}

/** Comparisons that differ in one trait only, in groups. */
function groupsBy(trait: string, comparisons: readonly ComparisonResult[]): ComparisonResult[][] {
  const groups = new Map<string, ComparisonResult[]>();
  for (const comparison of comparisons) {
    const { numbers, rest } = traitsOf(comparison);
    if (numbers[trait] === undefined) continue;
    const others = Object.entries(numbers).filter(
      ([name]) => name !== trait && (name !== TOLD || trait === TOLD),
    );
    const key = JSON.stringify([rest, others]);
    groups.set(key, [...(groups.get(key) ?? []), comparison]);
  }
  return [...groups.values()];
}

function groupSweep(trait: string, group: readonly ComparisonResult[]): Sweep | undefined {
  const lines = new Map<string, Line>();
  for (const comparison of group) {
    const x = traitsOf(comparison).numbers[trait];
    for (const policy of comparison.policies) {
      const line = lines.get(policy.spec) ?? { label: policyName(policy), points: new Map() };
      if (!line.points.has(x)) line.points.set(x, pointOf(x, policy));
      lines.set(policy.spec, line);
    }
  }
  const drawn = drawable(lines.values());
  if (drawn.length === 0) return undefined;
  const [{ environment, replications, seed }] = group;
  const truth = trait === TOLD ? environment.variation.true : undefined;
  const marking =
    truth === undefined ? '' : ` The true variation is ${Number(truth.toPrecision(4))}.`;
  return {
    name: fileStem('sweep', trait, environment.name),
    title: `Regret against ${trait}`,
    caption: `Mean regret against ${trait}, with 95 % intervals. ${environmentName(environment)}; ${counted(replications, 'replication')} with seed ${seed}.${marking}`,
    parameter: {
      name: trait,
      symbol: trait === TOLD ? 'V' : trait === 'horizon' ? 'T' : trait === 'arms' ? 'K' : trait,
      log: isLogarithmic(drawn),
    },
    lines: linesOf(drawn),
  };
}

/** All sweeps of a result: within comparisons, then across them. */
export function sweepsOf({ comparisons }: Result): Sweep[] {
  const traits = new Set(
    comparisons.flatMap((comparison) => Object.keys(traitsOf(comparison).numbers)),
  );
  const across = [...traits].flatMap((trait) =>
    groupsBy(trait, comparisons).flatMap((group) => groupSweep(trait, group) ?? []),
  );
  return [...comparisons.flatMap(policySweeps), ...across];
}
