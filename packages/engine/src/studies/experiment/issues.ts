/** What is wrong with an experiment file, and where. */
import type { z } from 'zod';

/** The way to a value: keys and places. */
export type Path = readonly (string | number)[];

/** One mistake. */
export interface Issue {
  readonly path: Path;
  /** Follows the path in the message: `must be …`, or `: …` for a sentence of its own. */
  readonly text: string;
  /** Whether the key itself is meant, rather than its value. */
  readonly atKey?: boolean;
}

/** `policies[1].eta`. */
export function pathText(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** The value at a path of plain data. */
function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

const LONGEST = 60;

/** A value as it is quoted in a message. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

type ZodIssue = z.core.$ZodIssue;

/** Whether a branch of a union is not even of the right kind: a text where a map came. */
function isOfAnotherKind(branch: readonly ZodIssue[]): boolean {
  return branch.some(({ path, code }) => path.length === 0 && code === 'invalid_type');
}

/** The schema's issues as ours; of a union, those of the one branch that was meant. */
export function issuesOf(found: readonly ZodIssue[], data: unknown, base: Path = []): Issue[] {
  return found.flatMap((issue): Issue[] => {
    const path = [...base, ...issue.path.map((part) => part as string | number)];
    if (issue.code === 'unrecognized_keys') {
      const texts = issue.message.split('\n');
      return issue.keys.map((key, i) => ({ path: [...path, key], text: texts[i], atKey: true }));
    }
    if (issue.code === 'invalid_union') {
      const meant = issue.errors.filter((branch) => !isOfAnotherKind(branch));
      if (meant.length === 1) return issuesOf(meant[0], data, path);
    }
    const value = valueAt(data, path);
    const got = issue.message.startsWith('must be') ? `; got ${shown(value)}` : '';
    return [{ path, text: `${issue.message}${got}` }];
  });
}
