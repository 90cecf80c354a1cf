/** Policies with labels, as they are typed: `Ours=sw-moss:eta=0.6`, or without a label `sw-moss:eta=0.6`. */
import { ParameterError } from '@driftline/core';
import { shortened } from '@driftline/core/spec';
import type { Comparison } from '../play/comparison.ts';

/** A policy as it is played, and what tables and figures call it. */
interface LabelledPolicy {
  readonly spec: string;
  readonly label?: string;
}

const MOST_LETTERS = 60;

/** Accepted labels, to follow "must be" in a sentence. */
export const ACCEPTED_LABEL = `a text of at most ${MOST_LETTERS} characters without , = : ; or line breaks`;

/** Whether a text can be a label. Marks that separate policies and their parameters cannot be part of one. */
export function isLabel(text: string): boolean {
  const isShort = text.trim() !== '' && text.length <= MOST_LETTERS;
  return isShort && text === text.trim() && !/[,=:;\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * Reads a policy with or without a label. An id has no `=`, so one before the first `:` ends a label.
 *
 * @throws ParameterError if the label cannot be one
 */
export function readLabelled(written: string): LabelledPolicy {
  const equals = written.indexOf('=');
  const colon = written.indexOf(':');
  if (equals < 0 || (colon >= 0 && colon < equals)) return { spec: written.trim() };
  const label = written.slice(0, equals).trim();
  if (isLabel(label)) return { label, spec: written.slice(equals + 1).trim() };
  throw new ParameterError(
    `the label before a policy must be ${ACCEPTED_LABEL}; got '${shortened(label)}' in '${shortened(written)}'`,
    'spec-malformed',
  );
}

/** Writes what `readLabelled` reads. */
export function writeLabelled({ spec, label }: LabelledPolicy): string {
  return label === undefined ? spec : `${label}=${spec}`;
}

/** A label that two policies share; undefined if there is none. */
export function sharedLabel(policies: readonly LabelledPolicy[]): string | undefined {
  const labels = policies.flatMap(({ label }) => label ?? []);
  return labels.find((label, i) => labels.indexOf(label) < i);
}

/**
 * Policies as a comparison has them: specs, and the labels of those that have one.
 *
 * @throws ParameterError if two have the same label
 */
export function policiesAndLabels(
  written: readonly string[],
): Pick<Comparison, 'policies' | 'labels'> {
  const read = written.map(readLabelled);
  const shared = sharedLabel(read);
  if (shared !== undefined) {
    throw new ParameterError(
      `policies must have different labels; got '${shared}' twice`,
      'parameters-conflict',
    );
  }
  const labels = read.map(({ label = null }) => label);
  return {
    policies: read.map(({ spec }) => spec),
    ...(labels.every((label) => label === null) ? {} : { labels }),
  };
}
