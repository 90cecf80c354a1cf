/** Names of values: rows of tables, subjects of sentences. */
import { policyCatalogue } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Value } from '../contract/values.ts';
import { armName } from './numbers.ts';
import { settingText } from './settings.ts';

const FIXED = 'fixed:';

/** The row of the advice if several policies play in it. */
export const THIS_ADVICE = 'this advice';

/** Whether it is a policy, instead of a single arm or the log itself. */
export function isRule({ policy }: Value): boolean {
  return policy !== 'logged' && !policy.startsWith(FIXED);
}

/** Its name in a sentence. */
export function valueName(policy: string): string {
  if (policy === 'logged') return 'as logged';
  return policy.startsWith(FIXED) ? `always ${armName(policy.slice(FIXED.length))}` : policy;
}

/** Its name at the start of a sentence. */
export function subjectName(policy: string): string {
  return policy === THIS_ADVICE ? 'This advice' : policy;
}

/** The best single arm in a sentence. */
export function fixedName(values: readonly Value[]): string {
  const fixed = values.find(({ policy }) => policy.startsWith(FIXED));
  return fixed === undefined ? 'the best single arm' : valueName(fixed.policy);
}

/** Whether several policies play in a row: those that won without some of the rows. A model leaves no rows out. */
function isMixed(value: Value, { advice, notes }: Advice): boolean {
  return (
    !isRefused(advice) &&
    advice.spec === value.policy &&
    !isRefused(value) &&
    value.how !== 'model' &&
    notes.some(({ code }) => code === 'choice-unstable')
  );
}

/** Values, with the row of the advice named for what it is. */
export function namedValues(advice: Advice): Value[] {
  return advice.values.map((value) =>
    isMixed(value, advice) ? { ...value, policy: THIS_ADVICE } : value,
  );
}

/** Policies by their ids, if there is only one of each. */
export function withShortNames(values: readonly Value[]): Value[] {
  const ids = values.map(({ policy }) =>
    policy.startsWith(FIXED) ? policy : policy.split(':')[0],
  );
  return values.map((value, i) => {
    const isOnly = ids.filter((id) => id === ids[i]).length === 1;
    return isOnly ? { ...value, policy: ids[i] } : value;
  });
}

/** Settings that a short name leaves out. */
function settingsRemark(policy: string): string {
  const { id, params } = parseSpec(policy);
  const settings = Object.entries(params).map(([name, text]) =>
    Number.isFinite(Number(text)) ? settingText(name, Number(text)) : `${name} ${text}`,
  );
  if (settings.length > 0) return settings.join(', ');
  return policyCatalogue.find(id).memoryKind === 'all-time' ? 'never forgets' : '';
}

/** A few words about a row: the settings of a policy, or the reason for the row. */
function remarkOf(policy: string, short: string): string {
  if (policy === 'logged') return 'the observed mean';
  if (policy === THIS_ADVICE) return 'the procedure, see below';
  if (policy.startsWith(FIXED)) return 'the best single arm';
  return policy.includes(':') && short === policy ? '' : settingsRemark(policy);
}

/** Remarks by short names. */
export function valueRemarks(values: readonly Value[]): ReadonlyMap<string, string> {
  const short = withShortNames(values);
  return new Map(
    values.map(({ policy }, i) => [short[i].policy, remarkOf(policy, short[i].policy)]),
  );
}
