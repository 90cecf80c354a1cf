/** The generated pages of docs/, made from the catalogues of the core and from the map of the paper. */
import {
  createDecider,
  type EnvironmentDefinition,
  environmentCatalogue,
  lawCatalogue,
  type PolicyDefinition,
  type PolicyParameter,
  policyCatalogue,
  type RewardLawDefinition,
} from '@driftline/core';
import {
  type ContextualEnvironmentDefinition,
  type ContextualPolicyDefinition,
  contextualEnvironmentCatalogue,
  contextualPolicyCatalogue,
  type FleetDefinition,
  fleetCatalogue,
} from '@driftline/core/play';
import type { SpecParameter } from '@driftline/core/spec';
import { policyGroupOf, policyGroups } from '@driftline/engine/display';
import { meaningOf } from '../../packages/cli/src/commands/environments/text.ts';
import {
  CONTEXTUAL_TITLE,
  contextualCall,
  contextualFacts,
} from '../../packages/cli/src/commands/policies/contextual.ts';
import {
  acceptedText,
  defaultOf,
  policyFacts,
} from '../../packages/cli/src/commands/policies/facts.ts';
import {
  FLEETS_TITLE,
  fleetCall,
  fleetFacts,
  fleetMemory,
} from '../../packages/cli/src/commands/policies/fleets.ts';
import { paperPage } from '../paper/page.ts';
import { anchorOf, cell, GENERATED, headingOf, type Page, table } from './markdown.ts';

/** Options that a policy may need, from few to many; the numbers are examples. */
const OPTIONS = [
  { armCount: 3 },
  { armCount: 3, horizon: 10_000 },
  { armCount: 3, horizon: 10_000, variation: 3 },
  { armCount: 3, horizon: 10_000, changes: 4 },
  { armCount: 3, horizon: 10_000, variation: 3, changes: 4 },
] as const;

function isAccepted(id: string, options: (typeof OPTIONS)[number]): boolean {
  try {
    createDecider(id, options);
    return true;
  } catch {
    return false;
  }
}

/** The shortest call that creates a policy; undefined for an oracle, which needs a simulation. */
function callOf({ id, needs }: PolicyDefinition): string | undefined {
  if (needs !== undefined) return undefined;
  const options = OPTIONS.find((each) => isAccepted(id, each));
  if (options === undefined) throw new Error(`no example options create ${id}; add some`);
  const written = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return `createDecider('${id}', { ${written.join(', ')} })`;
}

function policySection(definition: PolicyDefinition): string[] {
  const { summary, parameters } = definition;
  const call = callOf(definition);
  return [
    '',
    `### ${headingOf(definition)}`,
    '',
    summary,
    ...(call === undefined ? [] : ['', '```js', call, '```']),
    ...table(
      ['Property', 'Value'],
      policyFacts(definition).map(([label, text]) => [label, cell(text)]),
    ),
    ...policyParameters(parameters),
  ];
}

function policyParameters(parameters: readonly PolicyParameter[]): string[] {
  if (parameters.length === 0) return ['', 'It has no parameters.'];
  return table(
    ['Parameter', 'Symbol', 'Meaning', 'Accepts', 'Default'],
    parameters.map((parameter) => [
      `\`${parameter.id}\``,
      parameter.symbol,
      cell(parameter.summary),
      cell(acceptedText(parameter)),
      defaultOf(parameter) ?? '–',
    ]),
  );
}

/** Policies by group, each group with its members. */
function groupsOf(definitions: readonly PolicyDefinition[]) {
  return Object.entries(policyGroups).flatMap(([group, title]) => {
    const members = definitions.filter((definition) => policyGroupOf(definition) === group);
    return members.length === 0 ? [] : [{ title, members }];
  });
}

function fleetSection(definition: FleetDefinition): string[] {
  const { summary, parameters } = definition;
  return [
    '',
    `### ${headingOf(definition)}`,
    '',
    summary,
    '',
    '```sh',
    `npx driftline compare --environment paper-2 ${fleetCall(definition)}`,
    '```',
    ...table(
      ['Property', 'Value'],
      fleetFacts(definition).map(([label, text]) => [label, cell(text)]),
    ),
    ...policyParameters(parameters),
  ];
}

function fleetsSection(): string[] {
  const { list } = fleetCatalogue;
  return [
    '',
    `## ${FLEETS_TITLE}`,
    '',
    `These ${list.length} rules decide which arm each of several players takes. [Several players](players.md) explains them and shows results. M is the number of players. Write the policy of each player after \`of\`, with its parameters after bars: \`mctopm:of=sw-klucb|window=500\`.`,
    ...table(
      ['Rule', 'Policy of each player', 'Collisions', 'Guarantee'],
      list.map((each) => [
        `[\`${each.id}\`](#${anchorOf(each)})`,
        cell(fleetMemory(each)),
        each.collides ? 'yes' : 'no',
        cell(each.guarantee),
      ]),
    ),
    ...list.flatMap(fleetSection),
  ];
}

function contextualSection(definition: ContextualPolicyDefinition): string[] {
  const { summary, parameters } = definition;
  return [
    '',
    `### ${headingOf(definition)}`,
    '',
    summary,
    '',
    '```sh',
    `npx driftline compare ${contextualCall(definition)}`,
    '```',
    ...table(
      ['Property', 'Value'],
      contextualFacts(definition).map(([label, text]) => [label, cell(text)]),
    ),
    ...policyParameters(parameters),
  ];
}

function contextualPart(): string[] {
  const { list } = contextualPolicyCatalogue;
  return [
    '',
    `## ${CONTEXTUAL_TITLE}`,
    '',
    `These ${list.length} policies have a separate catalogue. They play on environments with contexts. Elsewhere they see no features, and an intercept alone. In formulas, x is the vector of an action, θ the hidden parameters, d the number of columns and B the ℓ₂ variation of θ.`,
    ...table(
      ['Policy', 'Memory', 'Estimator', 'Index', 'Guarantee'],
      list.map((each) => [
        `[\`${each.id}\`](#${anchorOf(each)})`,
        ...[each.memory, each.estimator, each.index, each.guarantee].map(cell),
      ]),
    ),
    ...list.flatMap(contextualSection),
  ];
}

/** Numbers of policies, of which `uniform` and the oracles are not candidates. */
export function policyCounts(definitions = policyCatalogue.list) {
  const oracles = definitions.filter(({ needs }) => needs !== undefined).length;
  return { all: definitions.length, oracles, candidates: definitions.length - oracles - 1 };
}

function policiesPage(): string {
  const { list } = policyCatalogue;
  const { all, oracles, candidates } = policyCounts();
  const lines = [
    '# Policies',
    '',
    GENERATED,
    '',
    `The catalogue has ${all} entries: ${candidates} policies, \`uniform\` (uniform random choice) and ${oracles} oracles. [Rules for several players](#rules-for-several-players-for-compare-and-run-with---players) and [contextual policies](#contextual-policies-which-see-the-features-of-arms-or-actions) follow at the end. To choose one, run \`npx driftline policies --which\` or read [Which policy when](../experiments/landscape/guide.md). \`npx driftline policies ID\` prints the facts about one policy. The [glossary](glossary.md) explains the words, and [Guarantees](guarantees.md) compares the regret bounds.`,
    '',
    'In formulas, K is the number of arms, T the horizon, V the variation budget, Υ the number of changes, n the count of an arm and τ a window in slots. The numbers in the calls are examples.',
    ...groupsOf(list).flatMap(({ title, members }) => [
      '',
      `## ${title}`,
      ...table(
        ['Policy', 'Memory', 'Estimator', 'Index', 'Guarantee'],
        members.map((each) => [
          `[\`${each.id}\`](#${anchorOf(each)})`,
          ...[each.memory, each.estimator, each.index, each.guarantee].map(cell),
        ]),
      ),
      ...members.flatMap(policySection),
    ]),
    ...contextualPart(),
    ...fleetsSection(),
  ];
  return `${lines.join('\n')}\n`;
}

function parameterTable(parameters: readonly SpecParameter[]): string[] {
  if (parameters.length === 0) return ['', 'It has no parameters.'];
  return table(
    ['Parameter', 'Meaning and values'],
    parameters.map((parameter) => [`\`${parameter.id}\``, cell(meaningOf(parameter))]),
  );
}

function environmentSection(definition: EnvironmentDefinition): string[] {
  const { id, summary, notes = [], armCount, horizon, law, parameters } = definition;
  return [
    '',
    `### ${headingOf(definition)}`,
    '',
    [summary, ...notes].join(' '),
    '',
    '```sh',
    `npx driftline environments ${id}`,
    '```',
    '',
    `Defaults: ${armCount} arms, ${horizon.toLocaleString('en-US')} slots, reward law \`${law}\`.`,
    ...parameterTable(parameters),
  ];
}

function contextualEnvironmentSection(definition: ContextualEnvironmentDefinition): string[] {
  const {
    id,
    summary,
    notes = [],
    form,
    armCount,
    dimension,
    horizon,
    law,
    parameters,
  } = definition;
  const size = `${armCount} ${form === 'arms' ? 'arms' : 'actions in each slot'}, ${dimension} columns`;
  return [
    '',
    `### ${headingOf(definition)}`,
    '',
    [summary, ...notes].join(' '),
    '',
    '```sh',
    `npx driftline environments ${id}`,
    '```',
    '',
    `Defaults: ${size}, ${horizon.toLocaleString('en-US')} slots, reward law \`${law}\`.`,
    ...parameterTable(parameters),
  ];
}

function lawSection({ id, name, summary, rewardRange, parameters }: RewardLawDefinition): string[] {
  return [
    '',
    `### ${id} (${name})`,
    '',
    `${summary} The default reward range is [${rewardRange.join(', ')}].`,
    ...parameterTable(parameters),
  ];
}

function environmentsPage(): string {
  const lines = [
    '# Environments and reward laws',
    '',
    GENERATED,
    '',
    `An environment states how the means of the arms move, and a reward law how rewards are drawn around them. There are ${environmentCatalogue.list.length} environments and ${lawCatalogue.list.length} reward laws. \`npx driftline environments NAME\` shows an environment with its means.`,
    '',
    'Write parameters after a colon: `--environment "sinusoid:amplitude=0.2;period=500" --noise gaussian:sd=0.5`. An environment with random means has one path per seed, or with `fresh=1` one path per replication. A policy that takes a variation budget is given the true variation, unless the environment or you state another. To play your own means or recorded rewards, use `--means FILE` or `--rewards FILE`.',
    '',
    '## Environments',
    ...environmentCatalogue.list.flatMap(environmentSection),
    '',
    '## Contextual environments',
    '',
    'In these, a slot has features. With named arms, all arms share one context, and each has separate parameters. With actions, each action of a slot has features, and all share their parameters. The mean is the product of features and parameters. `--dimension` sets the number of columns. To play recorded contexts, use `--contexts FILE` with `--rewards FILE`, as for [recorded weather](studies/contexts.md#recorded-contexts).',
    ...contextualEnvironmentCatalogue.list.flatMap(contextualEnvironmentSection),
    '',
    '## Reward laws',
    ...lawCatalogue.list.flatMap(lawSection),
  ];
  return `${lines.join('\n')}\n`;
}

/** All generated pages, as they should be. */
export function cataloguePages(): Page[] {
  return [
    { path: 'docs/policies.md', text: policiesPage() },
    { path: 'docs/environments.md', text: environmentsPage() },
    { path: 'docs/paper-map.md', text: paperPage() },
  ];
}
