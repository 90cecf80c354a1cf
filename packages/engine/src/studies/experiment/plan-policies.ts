/** The policies of an experiment, one spec for each combination of their parameters. */
import { type Catalogue, MeanTable, ParameterError, type PolicyDefinition } from '@driftline/core';
import { asChannels, preparePolicy } from '@driftline/core/play';
import { suggestion, writeSpec } from '@driftline/core/spec';
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

function choicesOf(
  definition: PolicyDefinition,
  given: Readonly<Record<string, Numbers>>,
  path: Path,
  refuse: (issue: Issue) => void,
): Record<string, PlacedValue[]> {
  const choices: Record<string, PlacedValue[]> = {};
  for (const [name, values] of Object.entries(given)) {
    const parameter = definition.parameters.find(({ id }) => id === name);
    if (parameter === undefined) {
      const known = definition.parameters.map(({ id }) => id);
      const text = `is not a parameter of ${definition.id}; ${suggestion(name, known)}`;
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
    const problem = refusal(() =>
      preparePolicy(readLabelled(entry).spec, ANY_PROBLEM, definitions),
    );
    if (problem === undefined) return [{ ...readLabelled(entry), path }];
    refuse({ path, text: `: ${problem}` });
    return [];
  }
  const { policy: id, label, ...given } = entry;
  const definition = definitionAt(id, [...path, 'policy'], definitions, refuse);
  if (definition === undefined) return [];
  const choices = choicesOf(definition, given, path, refuse);
  const problem = combinationProblem(choices);
  if (problem !== undefined) {
    refuse({ path, text: problem });
    return [];
  }
  return combinations(choices).map((chosen) => {
    const values = Object.entries(chosen).map(([name, { value }]) => [name, value] as const);
    const swept = values.filter(([name]) => choices[name].length > 1);
    const spec = writeSpec(id, Object.fromEntries(values));
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
