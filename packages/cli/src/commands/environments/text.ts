/** Environments as text for a terminal: the listing, and one in numbers and a picture. */
import {
  type Environment,
  type EnvironmentDefinition,
  type RewardLawDefinition,
} from '@driftline/core';
import { contextualEnvironmentCatalogue, RestedMeans } from '@driftline/core/play';
import { acceptedNumbers, givenText, type SpecParameter, writeSpec } from '@driftline/core/spec';
import { readable } from '@driftline/engine/numbers';
import { displayWidth, labelled, padRight, shortened, WIDTH, wrap } from '../../terminal/text.ts';
import { contextsFacts, type DescribedContexts, thetaPicture } from './contextual.ts';
import { type DescribedEnvironment, environmentWarnings, type ParameterValue } from './record.ts';
import { bestArmRow, sparkline } from './sparkline.ts';

function acceptedValues(parameter: SpecParameter): string {
  if (parameter.kind === 'choice') return parameter.words.join(' or ');
  if (parameter.kind === 'list') return 'numbers separated by /';
  if (parameter.kind === 'table') return 'rows separated by |, of numbers separated by /';
  return acceptedNumbers(parameter);
}

function defaultOf(parameter: SpecParameter): string {
  if (!('default' in parameter) || parameter.default === undefined) return '';
  const shown =
    parameter.kind === 'choice' ? parameter.words[parameter.default] : parameter.default;
  return `; default ${shown}`;
}

/** What a parameter means and accepts: `standard deviation (a number >= 0; default 0.5)`. */
export function meaningOf(parameter: SpecParameter): string {
  return `${parameter.summary} (${acceptedValues(parameter)}${defaultOf(parameter)})`;
}

/** Parameters beside their meanings; `headOf` says what stands at the left. */
function parameterLines(
  parameters: readonly SpecParameter[],
  indent: number,
  headOf: (parameter: SpecParameter) => string,
): string[] {
  const column = indent + 2 + Math.max(0, ...parameters.map((each) => displayWidth(headOf(each))));
  return parameters.flatMap((parameter) =>
    labelled(' '.repeat(indent) + headOf(parameter), meaningOf(parameter), column),
  );
}

const pictureColumn = 10;
const mostRows = 12;

function picture(environment: Environment): string[] {
  const { means } = environment;
  const limits = (means instanceof RestedMeans ? means.shapes : means).range();
  const width = WIDTH - pictureColumn;
  const shownArms = Math.min(means.armCount, mostRows);
  const of = means.moves === 'plays' ? ' of each play of an arm, without levels' : '';
  const lines = [`Means${of}, from ${readable(limits[0])} to ${readable(limits[1])}`];
  for (let arm = 0; arm < shownArms; arm++) {
    lines.push(padRight(`  arm ${arm}`, pictureColumn) + sparkline(means, arm, limits, width));
  }
  if (shownArms < means.armCount) lines.push(`  and ${means.armCount - shownArms} more arms`);
  const best = bestArmRow(means, width);
  if (best !== undefined) lines.push(padRight('  best', pictureColumn) + best);
  const last = String(means.horizon);
  const between = Math.min(means.horizon, width) - 1 - last.length;
  if (between > 0) {
    const counted = means.moves === 'plays' ? '  play' : '  slot';
    lines.push(`${padRight(counted, pictureColumn)}1${' '.repeat(between)}${last}`);
  }
  return lines;
}

const longestValue = 16;

function shownValue(parameter: SpecParameter, value: ParameterValue | undefined): string {
  if (value === undefined) return '-';
  if (parameter.kind === 'choice') return parameter.words[Number(value)];
  if (typeof value !== 'object') return String(value);
  return shortened(givenText(value), longestValue);
}

function factsOf(described: DescribedEnvironment): (readonly [string, string])[] {
  const { environment, definition, seed } = described;
  const { means, law } = environment;
  const isRested = means.moves === 'plays';
  const onPath = isRested ? ' on the benchmark’s path' : '';
  const drawn = definition.parameters.some(({ id }) => id === 'fresh');
  return [
    ['Arms', readable(means.armCount)],
    ['Horizon', `${readable(means.horizon)} slots`],
    ['Rewards', writeSpec(law.id, law.params)],
    ...benchmarkLines(described),
    ['True variation', `${readable(means.totalVariation())}${onPath}`],
    ['Stated variation', statedText(described)],
    ...changesLine(described),
    [
      isRested ? 'Switches' : 'Best-arm switches',
      `${readable(means.bestArmSwitches())}${isRested ? ' of the benchmark’s arm' : ''}`,
    ],
    ...(drawn ? [['Seed', seedText(seed, environment.fresh)] as const] : []),
  ];
}

/** The movement of rested arms, and the benchmark of their regret. */
function benchmarkLines({ environment }: DescribedEnvironment): (readonly [string, string])[] {
  const { moves, benchmark } = environment.means;
  if (moves === undefined || benchmark === undefined) return [];
  return [
    ['Means move', 'with plays of their arm (rested arms)'],
    ['Regret against', benchmark],
  ];
}

function statedText(described: DescribedEnvironment): string {
  const { statedVariation } = described.environment;
  if (statedVariation === undefined) return 'none; policies are given the true variation';
  const short = environmentWarnings(described).length > 0 ? ', less than the true variation' : '';
  return `${readable(statedVariation)}, the budget that policies are given${short}`;
}

function changesLine({ environment: { statedChanges } }: DescribedEnvironment) {
  if (statedChanges === undefined) return [];
  return [
    ['Stated changes', `${readable(statedChanges)}, the number that policies are given`] as const,
  ];
}

function seedText(seed: number, fresh: boolean): string {
  return fresh ? `${seed}; these are the means of replication 0` : String(seed);
}

/** One environment in numbers and a picture. */
export function environmentDetails(described: DescribedEnvironment): string[] {
  return details(described, factsOf(described), picture(described.environment));
}

/** One contextual environment in numbers and a picture. */
export function contextsDetails(described: DescribedContexts): string[] {
  return details(described, contextsFacts(described), thetaPicture(described));
}

function details(
  described: DescribedEnvironment | DescribedContexts,
  facts: readonly (readonly [string, string])[],
  drawn: readonly string[],
): string[] {
  const { environment, definition, params } = described;
  const { notes = [], parameters } = definition;
  const idWidth = Math.max(0, ...parameters.map(({ id }) => displayWidth(id)));
  const inForce = (parameter: SpecParameter) =>
    `${padRight(parameter.id, idWidth)}  ${shownValue(parameter, params[parameter.id])}`;
  const name = shortened(environment.name, WIDTH);
  return [
    ...wrap(`${name} (${definition.name})`, WIDTH),
    ...wrap(definition.summary, WIDTH),
    '',
    ...facts.flatMap(([label, text]) => labelled(`  ${label}`, text, 21)),
    '',
    ...drawn,
    ...(parameters.length === 0 ? [] : ['', 'Parameters']),
    ...parameterLines(parameters, 2, inForce),
    ...(notes.length === 0 ? [] : ['', 'Notes']),
    ...notes.flatMap((note) => labelled('  -', note, 4)),
  ];
}

function briefParameters(parameters: readonly SpecParameter[]): string {
  const brief = (parameter: SpecParameter) =>
    'default' in parameter && parameter.default !== undefined
      ? `${parameter.id}=${shownValue(parameter, parameter.default)}`
      : `[${parameter.id}]`;
  return parameters.map(brief).join(' ');
}

const listColumn = 20;

/** All environments and reward laws with their parameters. */
export function environmentListing(
  environments: readonly EnvironmentDefinition[],
  laws: readonly RewardLawDefinition[],
): string[] {
  return [
    'Environments: how the means change, with parameters and their defaults',
    ...environments.flatMap(({ id, summary, parameters }) => [
      ...labelled(`  ${id}`, summary, listColumn),
      ...labelled('', briefParameters(parameters), listColumn),
    ]),
    '',
    'Contextual environments: arms in a context, or actions with features',
    ...contextualEnvironmentCatalogue.list.flatMap(({ id, summary, parameters }) => [
      ...labelled(`  ${id}`, summary, listColumn),
      ...labelled('', briefParameters(parameters), listColumn),
    ]),
    '',
    'Reward laws: how rewards are drawn around the means (--noise)',
    ...laws.flatMap(({ id, summary, parameters }) => [
      ...labelled(`  ${id}`, summary, listColumn),
      ...parameterLines(parameters, listColumn + 2, ({ id }) => id),
    ]),
    '',
    ...wrap(
      "'driftline environments NAME' draws the means of one and explains its parameters. Parameters in brackets have no fixed default. Write parameters after a colon, separated by ';', and quote the whole:",
      WIDTH,
    ),
    '  driftline environments "sinusoid:amplitude=0.2;period=500"',
  ];
}
