/** Sweeps across the comparisons of a result: figures for those that differ in one number alone. */
import type { Sweep } from '../../drawing/figures/types.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { environmentName, fileStem } from '../../words/names.ts';
import { counted, formatNumber, listed } from '../../words/numbers.ts';
import { policyName, policyNames } from '../../words/policy-names.ts';
import { drawnLines, FEWEST_POINTS, isLogarithmic, type Line, pointOf } from './sweep-lines.ts';
import { givenVariation, STATED, type Trait, traitsOf } from './traits.ts';

/** More lines cannot be distinguished in one figure. */
const MOST_LINES = 16;

/** A comparison with its traits. */
interface Placed {
  readonly comparison: ComparisonResult;
  readonly traits: readonly Trait[];
  readonly isTuned: boolean;
}

/** Comparisons that differ in one trait alone, and that trait. */
interface Group {
  readonly trait: string;
  readonly members: readonly Placed[];
}

/** The sweeps that are drawn, and sentences about those that are not. */
export interface FoundSweeps {
  readonly sweeps: readonly Sweep[];
  readonly omitted: readonly string[];
}

function traitOf({ traits }: Placed, name: string): Trait | undefined {
  return traits.find((trait) => trait.name === name);
}

function placeOf(placed: Placed, name: string): number | undefined {
  const trait = traitOf(placed, name);
  const place = trait?.place ?? trait?.value;
  return typeof place === 'number' ? place : undefined;
}

/** Equal for comparisons that differ in nothing but one trait and its own parameters, as a law has. */
function keyWithout({ traits }: Placed, name?: string): string {
  const others = traits.filter(
    (trait) => trait.name !== name && !trait.name.startsWith(`${name} `),
  );
  return JSON.stringify(others.map((trait) => [trait.name, trait.value ?? null]));
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/**
 * Results of 0.1.0 do not record which variation was given. If comparisons that are equal otherwise
 * were played with several, each was given its own.
 */
function withStated(all: readonly Placed[]): readonly Placed[] {
  const statedOf = (placed: Placed) => placed.comparison.environment.variation.stated;
  const varies = grouped(all, (placed) => keyWithout(placed)).some(
    (equal) => distinct(equal.map(statedOf)).length > 1,
  );
  if (!varies) return all;
  return all.map((placed) => {
    const given = givenVariation(statedOf(placed));
    const traits = placed.traits.map((trait) => (trait.name === STATED ? given : trait));
    return { ...placed, traits };
  });
}

/** All groups for one trait with at least so many values. */
function groupsBy(trait: string, all: readonly Placed[], fewest: number): Group[] {
  const numeric = all.filter((placed) => placeOf(placed, trait) !== undefined);
  return grouped(numeric, (placed) => keyWithout(placed, trait))
    .filter((members) => distinct(members.map((each) => placeOf(each, trait))).length >= fewest)
    .map((members) => ({ trait, members }));
}

/** The names of all traits that have a number anywhere. */
function axesOf(all: readonly Placed[]): string[] {
  const names = distinct(all.flatMap(({ traits }) => traits.map(({ name }) => name)));
  return names.filter((name) => all.some((placed) => placeOf(placed, name) !== undefined));
}

function valueCount(all: readonly Placed[], trait: string): number {
  return distinct(all.map((placed) => placeOf(placed, trait))).length;
}

/**
 * The groups that are drawn: all with a line of three points, then for comparisons that are in none of
 * them those with two, along the axis that has most values.
 */
function drawnGroups(all: readonly Placed[]): Group[] {
  const axes = axesOf(all);
  const groups = axes.flatMap((trait) => groupsBy(trait, all, FEWEST_POINTS));
  const isDrawn = (placed: Placed) => groups.some(({ members }) => members.includes(placed));
  const left = all.filter((placed) => !isDrawn(placed));
  const byCount = axes.toSorted((a, b) => valueCount(left, b) - valueCount(left, a));
  for (const trait of byCount) {
    const more = groupsBy(trait, all, 2).filter(({ members }) =>
      members.some((placed) => !isDrawn(placed)),
    );
    groups.push(...more);
  }
  return groups;
}

/**
 * The names of policies that were tuned. Tuning gives them other parameters at each value, so they have the names of
 * the policies as written.
 */
function namesBeforeTuning(tuned: Placed, all: readonly Placed[]): string[] {
  const key = keyWithout(tuned, 'tuning');
  const written = all.find((other) => !other.isTuned && keyWithout(other, 'tuning') === key);
  const { policies } = tuned.comparison;
  return policyNames(
    written?.comparison.policies ?? policies.map((each) => ({ ...each, spec: each.id })),
  );
}

/** The lines of a figure. Those of tuned policies go by their places. */
function linesOf({ trait, members }: Group, all: readonly Placed[]): Line[] {
  const lines = new Map<string, Line>();
  const [first] = members;
  const { isTuned } = first;
  const names = isTuned ? namesBeforeTuning(first, all) : [];
  for (const placed of members) {
    const x = placeOf(placed, trait) ?? Number.NaN;
    placed.comparison.policies.forEach((policy, i) => {
      const key = isTuned ? String(i) : policy.spec;
      const label = names[i] ?? policyName(policy);
      const line = lines.get(key) ?? { label, points: new Map() };
      if (!line.points.has(x)) line.points.set(x, pointOf(x, policy));
      lines.set(key, line);
    });
  }
  return [...lines.values()];
}

function meanLevel({ points }: Line): number {
  const levels = [...points.values()].map(({ mean }) => mean);
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}

/** As many lines as a figure holds, those with the least regret, in their order. */
function fewEnough(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const kept = lines.toSorted((a, b) => meanLevel(a) - meanLevel(b)).slice(0, MOST_LINES);
  return lines.filter((line) => kept.includes(line));
}

/** Traits in which comparisons of the same environment differ, but for what is on the axis. */
function distinguishing({ trait, members }: Group, all: readonly Placed[]): Trait[] {
  const [first] = members;
  const environment = traitOf(first, 'environment')?.value;
  const related = all.filter((placed) => traitOf(placed, 'environment')?.value === environment);
  const differing = first.traits.filter(({ name, text }) => {
    if (name === trait || text === '') return false;
    return distinct(related.map((placed) => traitOf(placed, name)?.value)).length > 1;
  });
  return withoutRepeatedNoise(differing, trait);
}

/** The text of a reward law has its parameters: they are not repeated, and not there if one is on the axis. */
function withoutRepeatedNoise(traits: readonly Trait[], axis: string): Trait[] {
  const law = traits.find(({ name }) => name === 'noise');
  if (law === undefined) return [...traits];
  if (!axis.startsWith('noise ')) return traits.filter(({ name }) => !name.startsWith('noise '));
  return traits.map((trait) => (trait === law ? { ...law, text: `${law.value} rewards` } : trait));
}

/** What a figure shows of its comparisons, but for the axis and what its title has. */
function circumstances({ trait, members }: Group, titled: readonly Trait[]): string {
  const [first] = members;
  const { environment, replications, seed } = first.comparison;
  const size = [
    ...(trait === 'arms' ? [] : [counted(environment.armCount, 'arm')]),
    ...(trait === 'horizon' ? [] : [counted(environment.horizon, 'slot')]),
    ...(trait.startsWith('noise') ? [] : [traitOf(first, 'noise')?.text ?? '']),
  ];
  const shown = ['horizon', 'arms', 'noise', 'replications', 'seed', 'tuning'];
  const others = titled.filter(
    ({ name, inName }) => !inName && !shown.includes(name) && !name.startsWith('noise '),
  );
  const tuning = first.isTuned ? ' Policies are tuned with equal effort at each value.' : '';
  return `${[environmentName(environment, trait), ...size, ...others.map(({ text }) => text)].join(', ')}; ${counted(replications, 'replication')} with seed ${seed}.${tuning}`;
}

function sweepOf(group: Group, all: readonly Placed[]): Sweep {
  const { trait, members } = group;
  const [{ comparison }] = members;
  const { environment } = comparison;
  const lines = linesOf(group, all);
  const drawn = fewEnough(lines);
  const titled = distinguishing(group, all);
  const truth =
    trait === STATED ? ` The true variation is ${formatNumber(environment.variation.true)}.` : '';
  const few =
    drawn.length === lines.length
      ? ''
      : ` The figure shows the ${drawn.length} of ${lines.length} policies with the least regret. finals.csv has all.`;
  const beyondName = titled.filter(({ inName }) => !inName).map(({ text }) => text);
  return {
    name: fileStem(
      'sweep',
      trait,
      traitOf(members[0], 'environment')?.text ?? '',
      ...titled.map(({ text }) => text),
    ),
    title: `Regret against ${trait}: ${[environmentName(environment, trait), ...beyondName].join(', ')}`,
    caption: `Mean regret against ${trait}, with 95% intervals. ${circumstances(group, titled)}${truth}${few}`,
    parameter: {
      name: trait,
      symbol: traitOf(members[0], trait)?.symbol ?? trait,
      log: isLogarithmic(drawn),
    },
    lines: drawnLines(drawn),
  };
}

/** Comparisons that differ in a word alone, such as the reward law: no axis holds it. */
function wordSentences(left: readonly Placed[]): string[] {
  const names = distinct(left.flatMap(({ traits }) => traits.map(({ name }) => name)));
  const words = names.filter((name) => !['environment', 'tuning'].includes(name));
  return words.flatMap((name) => {
    const groups = grouped(left, (placed) => keyWithout(placed, name));
    const values = groups
      .filter(({ length }) => length > 1)
      .flatMap((members) => members.map((placed) => traitOf(placed, name)?.value));
    if (values.length === 0) return [];
    const shown = distinct(values).map((value) => value ?? 'none');
    return [
      `There is no sweep figure against ${name} (${shown.join(', ')}), whose values are not numbers; each comparison has its own figures.`,
    ];
  });
}

/** Comparisons that no figure shows although others of their environment are swept over. */
function omissions(all: readonly Placed[], groups: readonly Group[]): string[] {
  const shown = new Set(groups.flatMap(({ members }) => members));
  const environments = new Set([...shown].map((placed) => traitOf(placed, 'environment')?.value));
  const left = all.filter((placed) => !shown.has(placed));
  const apart = left.filter((placed) => environments.has(traitOf(placed, 'environment')?.value));
  const hidden = groups.flatMap(({ trait, members }) =>
    grouped(members, (placed) => String(placeOf(placed, trait))).flatMap(([, ...others]) =>
      others.filter((placed) => !isRepeated(placed, members, trait)),
    ),
  );
  return [
    ...wordSentences(left),
    ...(apart.length === 0
      ? []
      : [
          `No sweep figure shows ${listed(apart.map(({ comparison }) => comparison.name))}: no other comparison differs from it in one number alone.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [
          `No sweep figure shows ${listed(distinct(hidden.map(({ comparison }) => comparison.name)))}: another comparison has the same values.`,
        ]),
  ];
}

/** Whether the first comparison at the same place has the same regrets, so that nothing is left out. */
function isRepeated(placed: Placed, members: readonly Placed[], trait: string): boolean {
  const first = members.find((other) => placeOf(other, trait) === placeOf(placed, trait));
  return placed.comparison.policies.every(({ spec, regret }) =>
    first?.comparison.policies.some(
      (policy) => policy.spec === spec && policy.regret.mean === regret.mean,
    ),
  );
}

/**
 * The sweeps across comparisons.
 *
 * @param tuned - the names of comparisons whose policies were tuned with equal effort
 */
export function comparisonSweeps(
  comparisons: readonly ComparisonResult[],
  tuned: readonly string[],
): FoundSweeps {
  const all = withStated(
    comparisons.map((comparison) => {
      const isTuned = tuned.includes(comparison.name);
      return { comparison, traits: traitsOf(comparison, isTuned), isTuned };
    }),
  );
  const groups = drawnGroups(all);
  return { sweeps: groups.map((group) => sweepOf(group, all)), omitted: omissions(all, groups) };
}
