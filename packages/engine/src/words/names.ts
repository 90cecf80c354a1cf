/** What environments and files are called in figures. */

import { environmentCatalogue, lawCatalogue } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import { contexts } from '../play/contexts.ts';
import type { ComparisonResult, EnvironmentResult } from '../play/result.ts';
import { contextWords } from './context-words.ts';
import { counted, formatNumber } from './numbers.ts';
import { benchmarkText } from './reward-words.ts';
import { shortFileName } from './short-name.ts';

/**
 * An environment as the experiment calls it, else as a reader knows it with the parameters that were written.
 *
 * @param besides - a parameter that is shown elsewhere, as on the axis of a figure
 */
export function environmentName(
  { name, label, title, source }: EnvironmentResult,
  besides?: string,
): string {
  if (label !== undefined) return label;
  if (source.kind !== 'named') return name;
  const { id, params } = parseSpec(source.spec);
  const known = title ?? environmentCatalogue.get(id)?.name ?? contexts?.environments.get(id)?.name;
  // A name that no one declared is the spec, which has the parameters already.
  if (known === undefined) return name;
  const given = Object.entries(params)
    .filter(([parameter]) => parameter !== besides)
    .map(([parameter, value]) => `${parameter} = ${value}`);
  return [known, ...given].join(', ');
}

/** A comparison in a title: its environment, and what distinguishes it from others of the same sweep. */
export function comparisonTitle({ name, environment }: ComparisonResult): string {
  const { label, source } = environment;
  const base = label ?? (source.kind === 'named' ? source.spec : source.name);
  const swept = name.startsWith(`${base}, `) ? name.slice(base.length) : '';
  return `${environmentName(environment)}${swept}`;
}

/** Laws that are named after someone; the others are ordinary words within a sentence. */
const NAMED_AFTER_SOMEONE = /^(?:Bernoulli|Gaussian|Student)/;

/** A reward law within a sentence. */
function lawName({ rewards }: EnvironmentResult): string {
  const ours = lawCatalogue.get(rewards.id)?.name;
  const name = rewards.name ?? ours ?? rewards.id;
  return NAMED_AFTER_SOMEONE.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Whose variation it is: rested means move with plays, so that each policy meets another one. */
export function metBy({ moves }: EnvironmentResult): string {
  return moves === 'plays' ? ' on the benchmark’s path' : '';
}

/** An environment with its size: arms, slots, rewards, variation. */
export function environmentSummary(environment: EnvironmentResult): string {
  const { armCount, horizon, variation, fresh, source, benchmark } = environment;
  const arms = contextWords?.size(environment) ?? counted(armCount, 'arm');
  const size = [arms, counted(horizon, 'slot')];
  const variationText = `${contextWords?.variation(environment) ?? 'variation'} ${formatNumber(variation.true, 3)}`;
  const parts =
    source.kind === 'rewards'
      ? [
          ...size,
          'recorded rewards',
          `${variationText} of averages over ${counted(source.smoothing, 'slot')}`,
          benchmarkText(environment),
        ]
      : [
          ...size,
          `${lawName(environment)} rewards`,
          `${variationText}${metBy(environment)}${fresh ? ' in the first replication' : ''}`,
          ...(benchmark === undefined ? [] : [benchmarkText(environment)]),
        ];
  return `${environmentName(environment)} (${parts.join(', ')})`;
}

/** The budget that policies were given, where it is not the true variation. */
export function givenSentence({ variation }: EnvironmentResult): string {
  const [stated, truth] = [variation.stated, variation.true].map((value) => formatNumber(value, 3));
  return stated === truth ? '' : ` Policies were given a variation of ${stated}.`;
}

/** How often, and with which seed. */
export function replicationsSummary({ replications, seed }: ComparisonResult): string {
  return `${counted(replications, 'replication')} with seed ${seed}`;
}

function stemOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * A file stem: lower-case letters, digits and dashes, no longer than every file system takes. A long
 * one is cut before its last part, which says what a figure shows.
 */
export function fileStem(...parts: readonly string[]): string {
  const stem = stemOf(parts.join(' '));
  const last = parts.length > 1 ? stemOf(parts[parts.length - 1]) : '';
  return stem === '' ? 'figure' : shortFileName(stem, last);
}
