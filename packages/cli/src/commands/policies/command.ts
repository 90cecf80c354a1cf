/** `driftline policies`: what there is, and everything about one. */
import { type PolicyDefinition, type PolicyParameter } from '@driftline/core';
import {
  type ContextualPolicyDefinition,
  contextualPolicyCatalogue,
  type FleetDefinition,
  fleetCatalogue,
  inRole,
  roleOf,
} from '@driftline/core/play';
import { acceptedNumbers, writeSpec } from '@driftline/core/spec';
import {
  definedStanding,
  policyGroupOf,
  policyGroups,
  whichPolicy,
  whichPolicyLines,
} from '@driftline/engine/display';
import type { Command } from 'commander';
import { pluginsOf } from '../../shared/plugins.ts';
import { PLUGIN_BEFORE_ID_FLAG } from '../../shared/run-flags.ts';
import { UsageError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { displayWidth, labelled, padRight, WIDTH, wrap } from '../../terminal/text.ts';
import {
  CONTEXTUAL_TITLE,
  contextualCall,
  contextualFacts,
  contextualRecord,
  contextualRows,
} from './contextual.ts';
import { acceptedText, defaultOf, markedSummary, policyFacts } from './facts.ts';
import {
  FLEETS_TITLE,
  fleetCall,
  fleetFacts,
  fleetMemory,
  fleetRecord,
  markedFleetSummary,
} from './fleets.ts';

const idColumn = 2;
const gap = 2;

/** The kinds of policies, each with a catalogue of its own. */
const KINDS = ['arms', 'contextual', 'players'] as const;
type Kind = (typeof KINDS)[number];

/** A group of a listing: id, memory and one sentence for each of its members. */
interface ListedGroup {
  readonly title: string;
  readonly rows: readonly (readonly [id: string, memory: string, summary: string])[];
}

function groupsOf(definitions: readonly PolicyDefinition[], kind: Kind | undefined): ListedGroup[] {
  const groups = Object.entries(policyGroups).map(([group, title]) => {
    const members = definitions.filter((definition) => policyGroupOf(definition) === group);
    const rows = members.map((each) => [each.id, each.memory, markedSummary(each)] as const);
    return { title, rows };
  });
  const fleets = fleetCatalogue.list.map(
    (each) => [each.id, fleetMemory(each), markedFleetSummary(each)] as const,
  );
  const all = [
    ...(kind === undefined || kind === 'arms' ? groups : []),
    ...(kind === undefined || kind === 'contextual'
      ? [{ title: CONTEXTUAL_TITLE, rows: contextualRows() }]
      : []),
    ...(kind === undefined || kind === 'players' ? [{ title: FLEETS_TITLE, rows: fleets }] : []),
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** All policies in groups: id, memory, one sentence. */
export function policyListing(definitions: readonly PolicyDefinition[], kind?: Kind): string[] {
  const groups = groupsOf(definitions, kind);
  const rows = groups.flatMap((group) => group.rows);
  const widest = (texts: readonly string[]) => Math.max(...texts.map(displayWidth));
  const memoryColumn = idColumn + gap + widest(rows.map(([id]) => id));
  const summaryColumn = memoryColumn + gap + widest(rows.map(([, memory]) => memory));
  const row = (id: string, memory: string, summary: string) =>
    labelled(padRight(`  ${id}`, memoryColumn) + memory, summary, summaryColumn);
  const lines = row('policy', 'memory', 'summary');
  for (const { title, rows: members } of groups) {
    lines.push('', title);
    for (const member of members) lines.push(...row(...member));
  }
  return [
    ...lines,
    '',
    ...wrap("'driftline policies ID' shows a policy's formula, parameters and guarantee.", WIDTH),
  ];
}

function parameterLines(parameter: PolicyParameter, idWidth: number): string[] {
  const { id, symbol, summary } = parameter;
  const usual = defaultOf(parameter);
  const value = usual === undefined ? 'no default' : `default ${usual}`;
  const label = `  ${padRight(id, idWidth)}  ${symbol === id ? '' : symbol}`;
  const column = idWidth + 8;
  return [
    ...labelled(label, `${acceptedText(parameter)}, ${value}`, column),
    ...labelled('', summary, column),
  ];
}

/** The value of a parameter that an example shows. */
function shownValue({ default: usual, example }: PolicyParameter): number | undefined {
  return usual ?? example;
}

/** The policy as an item of a list, with up to two of its parameters. */
export function exampleItem(definition: PolicyDefinition): string {
  const { id, parameters } = definition;
  const remembered = inRole(definition, 'memory').find((parameter) => {
    const role = roleOf(parameter);
    return role?.of === 'memory' && role.slots && shownValue(parameter) !== undefined;
  });
  const chosen = parameters.find(({ example }) => example !== undefined);
  const own = parameters.find(
    (parameter) =>
      parameter.default !== undefined &&
      parameter !== remembered &&
      roleOf(parameter)?.of !== 'scale',
  );
  const shown = remembered === undefined && chosen !== undefined ? [chosen] : [remembered, own];
  const values = shown.flatMap((parameter) =>
    parameter === undefined ? [] : [[parameter.id, Number(shownValue(parameter))] as const],
  );
  return writeSpec(id, Object.fromEntries(values));
}

/** The parameters of a policy or a rule, and how it stands in a list of policies. */
function parametersAndCall(parameters: readonly PolicyParameter[], call: string): string[] {
  const idWidth = Math.max(0, ...parameters.map(({ id }) => displayWidth(id)));
  return [
    '',
    parameters.length === 0 ? 'No parameters' : 'Parameters',
    ...parameters.flatMap((parameter) => parameterLines(parameter, idWidth)),
    '',
    'In a list of policies',
    `  ${call}`,
  ];
}

/** Everything about one policy. */
export function policyDetails(definition: PolicyDefinition): string[] {
  return [
    definition.id === definition.name ? definition.id : `${definition.id} (${definition.name})`,
    ...wrap(definition.summary, WIDTH),
    '',
    ...policyFacts(definition).flatMap(([label, text]) => labelled(`  ${label}`, text, 16)),
    ...parametersAndCall(definition.parameters, `--policies "${exampleItem(definition)}"`),
  ];
}

/** Everything about one rule for several players. */
function fleetDetails(definition: FleetDefinition): string[] {
  const { id, name, summary, parameters } = definition;
  return [
    id === name ? id : `${id} (${name})`,
    ...wrap(summary, WIDTH),
    '',
    ...fleetFacts(definition).flatMap(([label, text]) => labelled(`  ${label}`, text, 16)),
    ...parametersAndCall(parameters, fleetCall(definition)),
  ];
}

/** Everything about one contextual policy. */
function contextualDetails(definition: ContextualPolicyDefinition): string[] {
  const { id, name, summary, parameters } = definition;
  return [
    id === name ? id : `${id} (${name})`,
    ...wrap(summary, WIDTH),
    '',
    ...contextualFacts(definition).flatMap(([label, text]) => labelled(`  ${label}`, text, 16)),
    ...parametersAndCall(parameters, contextualCall(definition)),
  ];
}

/** A policy's description as plain data. */
export function policyRecord(definition: PolicyDefinition) {
  // All but functions, and facts that others make something of.
  const { tune: _tune, kernel: _kernel, shows: _shows, bound: _bound, ...data } = definition;
  const { order: _order, group: _group, memoryKind: _memoryKind, ...described } = data;
  return {
    ...described,
    standing: definedStanding(definition),
    group: policyGroupOf(definition),
    parameters: definition.parameters.map(({ role: _role, example: _example, ...parameter }) => ({
      ...parameter,
      accepts: acceptedNumbers(parameter),
    })),
    example: exampleItem(definition),
  };
}

/** The tree "Which policy?" on one screen. */
export function whichListing(): string[] {
  const { reading, caveat } = whichPolicy;
  return [
    ...wrap(reading, WIDTH),
    '',
    ...whichPolicyLines(whichPolicy),
    '',
    ...wrap(caveat, WIDTH),
  ];
}

interface PoliciesFlags {
  readonly which?: true;
  readonly kind?: Kind;
  readonly plugin?: readonly string[];
  readonly json?: true;
}

/** All policies, or those of a kind, as plain data. */
function listingRecord(definitions: readonly PolicyDefinition[], kind: Kind | undefined): object {
  const isListed = (each: Kind) => kind === undefined || kind === each;
  return {
    ...(isListed('arms') ? { policies: definitions.map(policyRecord) } : {}),
    ...(isListed('players') ? { players: fleetCatalogue.list.map(fleetRecord) } : {}),
    ...(isListed('contextual')
      ? { contextual: contextualPolicyCatalogue.list.map(contextualRecord) }
      : {}),
  };
}

async function runPolicies(id: string | undefined, flags: PoliciesFlags): Promise<void> {
  if (id !== undefined && flags.kind !== undefined) {
    throw new UsageError('--kind lists policies; leave it out to show one');
  }
  if (flags.which) {
    if (id !== undefined || flags.plugin !== undefined || flags.kind !== undefined)
      throw new UsageError(
        '--which takes neither a policy nor --plugin or --kind; use it alone or with --json',
      );
    if (flags.json) await printJson(whichPolicy);
    else await printLines(whichListing());
    return;
  }
  const { policies } = await pluginsOf(flags.plugin);
  if (id === undefined) {
    if (flags.json) await printJson(listingRecord(policies.list, flags.kind));
    else await printLines(policyListing(policies.list, flags.kind));
    return;
  }
  const contextual = contextualPolicyCatalogue.get(id);
  if (contextual !== undefined) {
    if (flags.json) await printJson(contextualRecord(contextual));
    else await printLines(contextualDetails(contextual));
    return;
  }
  const fleet = fleetCatalogue.get(id);
  if (fleet !== undefined) {
    if (flags.json) await printJson(fleetRecord(fleet));
    else await printLines(fleetDetails(fleet));
    return;
  }
  const definition = policies.find(id);
  if (flags.json) await printJson(policyRecord(definition));
  else await printLines(policyDetails(definition));
}

const help = `
Examples:
  driftline policies
  driftline policies --which
  driftline policies sw-moss
  driftline policies sw-moss --json
  driftline policies mctopm
  driftline policies --kind contextual`;

/** The flags of `driftline policies`. */
export function configurePolicies(command: Command): void {
  command
    .argument('[ID]', 'show everything about this policy')
    .addOption(
      command
        .createOption('--kind <KIND>', 'list only policies of this kind (default: all)')
        .choices(KINDS),
    )
    .option('--which', 'print the questions that lead to a policy')
    .option(...PLUGIN_BEFORE_ID_FLAG)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runPolicies);
}
