/** The table of fields as the page has it: with limits of its own, and mistakes in the words of its fields. */
import { ParameterError } from '@driftline/core';
import {
  type Asker,
  FIELDS,
  type Field,
  type FieldContent,
  type FieldId,
  fieldEntries,
  fieldName,
  readText,
} from '@driftline/engine/request';
import { PAGE_MOST } from './limits.ts';

/** What a field accepts on this page. */
export function pageValue<Id extends FieldId>(id: Id): (typeof FIELDS)[Id]['value'] {
  const most = PAGE_MOST[id];
  return { ...FIELDS[id].value, ...(most === undefined ? {} : { most }) };
}

/**
 * Reads what was written in a field.
 *
 * @param most - where less is accepted than in general
 * @throws ParameterError that names the field as the page does
 */
export function readField<Id extends FieldId>(
  id: Id,
  text: string,
  most?: number,
): FieldContent<Id> {
  // As numbers are written here, and in texts that are pasted.
  const written = text.trim().replace('\u2212', '-');
  const value = { ...pageValue(id), ...(most === undefined ? {} : { most }) };
  return readText(value, written, fieldName(id, 'page')) as FieldContent<Id>;
}

/** Mistakes on the page: each is reported at its field. */
export const pageAsker: Asker = {
  asking: 'page',
  refuse({ field, text, code }) {
    const name = field === undefined ? 'the environment' : fieldName(field, 'page');
    throw new ParameterError(`${name}${text.startsWith(':') ? '' : ' '}${text}`, code);
  },
};

/** A field that is shown in a row of its own. */
export type ShownField = readonly [FieldId, Field & { readonly page: NonNullable<Field['page']> }];

/** How recorded rewards are played: all fields that nothing else has. */
export const recordedFields = fieldEntries.filter(
  (entry): entry is ShownField =>
    entry[1].of?.join() === 'rewards' && entry[1].page?.label !== undefined,
);
