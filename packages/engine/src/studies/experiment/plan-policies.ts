/** The policies of an experiment, one spec for each combination of their parameters. */
import {
  type Catalogue,
  MeanTable,
  ParameterError,
  type PolicyDefinition,
  type PolicyParameter,
} from '@driftline/core';
import {
  asChannels,
  type FleetDefinition,
  fleetCatalogue,
  prepareFleet,
  preparePolicy,
} from '@driftline/core/play';
import { type GivenValue, parseSpec, suggestion, writeSpec } from '@driftline/core/spec';
import { contexts } from '../../play/contexts.ts';
import { readLabelled, sharedLabel } from '../../request/labels.ts';
import { sweptLabel } from '../../words/policy-names.ts';
import type { Issue, Path } from './issues.ts';
import { checkedValues, type PlacedValue } from './parameter-values.ts';
import type { Numbers, PolicyEntry } from './schema.ts';
import { combinationProblem, combinations } from './sweep.ts';

/** A policy as comparisons have it, and where it was written. */
export interface PlannedPolicy {
  readonly spec: string;
  readonly label?: string;
  readonly path: Path;
}

/** A problem that every policy can be made for: mistakes that any environment would show. */
const ANY_PROBLEM = {
  armCount: 3,
  horizon: 5000,
  variation: 3,
  changes: 3,
  means: asChannels(MeanTable.fromRows([[0.5, 0.5, 0.5]])),
};

/** What core says is wrong; undefined where nothing is. */
export function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof ParameterError) return error.message;
    throw error;
  }
}

/** Makes a policy for any problem, whether it plays alone or for each of several players. */
function prepareAnywhere(spec: string, definitions: Catalogue<PolicyDefinition>): void {
  if (contexts?.isPolicy(spec)) {
    contexts.prepareAnywhere(spec);
    return;
  }
  if (fleetCatalogue.get(parseSpec(spec).id) === undefined) {
    preparePolicy(spec, ANY_PROBLEM, definitions);
  } else prepareFleet(spec, { ...ANY_PROBLEM, players: 1 }, definitions);
}

function definitionAt(
  id: string,
  path: Path,
  definitions: Catalogue<PolicyDefinition>,
  refuse: (issue: Issue) => void,
): PolicyDefinition | undefined {
  const problem = refusal(() => definitions.find(id));
  if (problem === undefined) return definitions.find(id);
  refuse({ path, text: `: ${problem}` });
  return undefined;
}

/** The parameters of an entry, and its spec with values for them. */
interface NamedEntry {
  readonly id: string;
  readonly parameters: readonly PolicyParameter[];
  write(values: Readonly<Record<string, GivenValue>>): string;
}

type PolicyMap = Exclude<PolicyEntry, string>;

/** A rule for several players, with the parameters of their policy beside its own. */
function fleetEntry(
  fleet: FleetDefinition,
  { of }: PolicyMap,
  path: Path,
  definitions: Catalogue<PolicyDefinition>,
  refuse: (issue: Issue) => void,
): NamedEntry | undefined {
  const { id, parameters } = fleet;
  const fixed = fleet.of === '' ? undefined : fleet.of;
  const inner = fixed ?? of?.split('|')[0];
  const policy = inner && definitionAt(inner, [...path, 'of'], definitions, refuse);
  if (inner !== undefined && !policy) return undefined;
  const isOwn = (name: string) => parameters.some((parameter) => parameter.id === name);
  return {
    id: [id, ...(inner === undefined ? [] : [inner])].join(' of '),
    parameters: [...parameters, ...(policy ? policy.parameters : [])],
    write(values) {
      if (of === undefined) return writeSpec(id, values);
      const all = Object.entries(values);
      const bars = all.filter(([name]) => !isOwn(name)).map(([name, value]) => `|${name}=${value}`);
      const own = Object.fromEntries(all.filter(([name]) => isOwn(name)));
      return writeSpec(id, { of: `${of}${bars.join('')}`, ...own });
    },
  };
}

function namedEntry(
  entry: PolicyMap,
  path: Path,
  definitions: Catalogue<PolicyDefinition>,
  refuse: (issue: Issue) => void,
): NamedEntry | undefined {
  const fleet = fleetCatalogue.get(entry.policy);
  if (fleet !== undefined) return fleetEntry(fleet, entry, path, definitions, refuse);
  const definition =
    contexts?.policies.get(entry.policy) ??
    definitionAt(entry.policy, [...path, 'policy'], definitions, refuse);
  if (definition === undefined) return undefined;
  const { id, parameters } = definition;
  if (entry.of !== undefined) {
    const text = `goes only with a rule for several players, such as mctopm; leave it out, or write policy: mctopm and of: ${id}`;
    refuse({ path: [...path, 'of'], text, atKey: true });
    return undefined;
  }
  return { id, parameters, write: (values) => writeSpec(id, values) };
}

function choicesOf(
  { id: owner, parameters }: NamedEntry,
  given: Readonly<Record<string, Numbers>>,
  path: Path,
  refuse: (issue: Issue) => void,
): Record<string, PlacedValue[]> {
  const choices: Record<string, PlacedValue[]> = {};
  for (const [name, values] of Object.entries(given)) {
    const parameter = parameters.find(({ id }) => id === name);
    if (parameter === undefined) {
      const known = parameters.map(({ id }) => id);
      const text = `is not a parameter of ${owner}; ${suggestion(name, known)}`;
      refuse({ path: [...path, name], text, atKey: true });
      continue;
    }
    choices[name] = checkedValues(parameter, values, [...path, name], refuse);
  }
  return choices;
}

/** The specs of one entry. */
function planEntry(
  entry: PolicyEntry,
  path: Path,
  definitions: Catalogue<PolicyDefinition>,
  refuse: (issue: Issue) => void,
): PlannedPolicy[] {
  if (typeof entry === 'string') {
    const problem = refusal(() => prepareAnywhere(readLabelled(entry).spec, definitions));
    if (problem === undefined) return [{ ...readLabelled(entry), path }];
    refuse({ path, text: `: ${problem}` });
    return [];
  }
  const { policy: _policy, of: _of, label, ...given } = entry;
  const named = namedEntry(entry, path, definitions, refuse);
  if (named === undefined) return [];
  const choices = choicesOf(named, given, path, refuse);
  const problem = combinationProblem(choices);
  if (problem !== undefined) {
    refuse({ path, text: problem });
    return [];
  }
  return combinations(choices).map((chosen) => {
    const values = Object.entries(chosen).map(([name, { value }]) => [name, value] as const);
    const swept = values.filter(([name]) => choices[name].length > 1);
    const spec = named.write(Object.fromEntries(values));
    return { spec, path, ...(label === undefined ? {} : { label: sweptLabel(label, swept) }) };
  });
}

/** All policies in their order, each spec once. */
export function planPolicies(
  entries: readonly PolicyEntry[],
  definitions: Catalogue<PolicyDefinition>,
  refuse: (issue: Issue) => void,
): PlannedPolicy[] {
  const planned = new Map<string, PlannedPolicy>();
  entries.forEach((entry, i) => {
    for (const policy of planEntry(entry, ['policies', i], definitions, refuse)) {
      if (!planned.has(policy.spec)) planned.set(policy.spec, policy);
    }
  });
  const all = [...planned.values()];
  const shared = sharedLabel(all);
  if (shared !== undefined) {
    const last = all.filter(({ label }) => label === shared)[1];
    refuse({ path: last.path, text: `must have a unique label; '${shared}' is taken` });
  }
  return all;
}
