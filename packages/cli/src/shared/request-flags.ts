/** What can be asked of a comparison, as flags: all of them from the engine's one table of fields. */

import {
  type Asker,
  type ComparisonRequest,
  type Field,
  type FieldId,
  fieldEntries,
  fieldName,
  type Mistake,
  type NumberValue,
  readText,
  textOf,
} from '@driftline/engine/request';
import type { Command, Option } from 'commander';
import { UsageError, UserError } from '../terminal/errors.ts';
import { readingFlag } from './flags.ts';
import { repeatedPolicyText } from './warnings.ts';

/** How a command takes a field, where that differs from the table. */
interface FlagUse extends Pick<NumberValue, 'least' | 'most'> {
  readonly summary?: string;
  readonly required?: boolean;
  /** Stands where the flag is not given. Without it the table's is shown only, with null none is. */
  readonly default?: unknown;
}

/** Fields that a command has, each as in the table or otherwise. */
type FlagUses = { readonly [Id in FieldId]?: FlagUse };

/** All fields that have flags, each as in the table. */
export const ALL_FLAGS: FlagUses = Object.fromEntries(
  fieldEntries.flatMap(([id, { flag }]) => (flag === null ? [] : [[id, {}]])),
);

/** What the table has for a field that is not given. */
function defaultText({ value, flag, default: usual }: Field): string {
  if (usual === undefined || flag?.value === undefined) return '';
  return ` (default: ${textOf(value, usual as never)})`;
}

function addField(command: Command, field: Field, use: FlagUse): void {
  const { flag } = field;
  if (flag === null) throw new Error(`${field.file.key} has no flag`);
  const { summary = flag.summary, required = flag.required === true, least, most } = use;
  const shown = use.default === undefined ? defaultText(field) : '';
  const named = flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`;
  const option: Option = command.createOption(named, summary + shown);
  if (flag.value !== undefined) {
    const value = {
      ...field.value,
      ...(least === undefined ? {} : { least }),
      ...(most === undefined ? {} : { most }),
    };
    option.argParser((text) => readingFlag(() => readText(value, text, flag.name)));
  }
  if (use.default !== undefined && use.default !== null) option.default(use.default);
  command.addOption(option.makeOptionMandatory(required));
}

/** Adds flags to a command, in the order of the table. */
export function addFields(command: Command, uses: FlagUses): Command {
  for (const [id, field] of fieldEntries) {
    const use = uses[id];
    if (use !== undefined) addField(command, field, use);
  }
  return command;
}

/** What commander calls a flag's value: `rewardRange`, and `rotate` of `--no-rotate`. */
function attributeOf(flag: string): string {
  return flag
    .replace(/^--(no-)?/, '')
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Flags as commander has read them. */
export type FlagValues = Readonly<Record<string, unknown>>;

/** What flags ask for; what was not given is absent. */
export function requestOfFlags(values: FlagValues): ComparisonRequest {
  const asked = fieldEntries.flatMap(([id, { flag, default: usual }]) => {
    const value = flag === null ? undefined : values[attributeOf(flag.name)];
    // A flag that switches something off always has a value.
    const isGiven = value !== undefined && (flag?.value !== undefined || value !== usual);
    return isGiven ? [[id, value]] : [];
  });
  return Object.fromEntries(asked);
}

function sentence({ field, text }: Mistake): string {
  if (field === undefined) return `the command ${text}`;
  return `${fieldName(field, 'flag')}${text.startsWith(':') ? '' : ' '}${text}`;
}

/** Flags that do not go together are wrong usage. */
export const formAsker: Asker = {
  asking: 'flag',
  refuse(mistake) {
    throw new UsageError(sentence(mistake), mistake.code);
  },
};

/** Flags that do not fit what a file holds are the user's mistake all the same. */
export const contentAsker: Asker = {
  asking: 'flag',
  refuse(mistake) {
    throw new UserError(sentence(mistake), mistake.code);
  },
};

/** What there is to say of policies that are named again. */
export function repeatedWarnings(repeated: readonly string[]): string[] {
  const name = fieldName('policies', 'flag');
  return repeated.map((spec) => repeatedPolicyText(name, spec));
}
