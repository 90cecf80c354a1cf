/** That every field of the table that links have is read from them, and every one that is shown from its text. */
import { type FieldId, fieldEntries, isFieldOf, requestOf } from '@driftline/engine/request';
import { describe, expect, test } from 'vitest';
import {
  KINDS,
  SAMPLE_TABLE,
  sampleOf,
  sampleRequest,
} from '../../../engine/test/sample-request.ts';
import { environmentFrom, textsOf } from './environment-draft.ts';
import { settingKept } from './link.ts';
import { readField, recordedFields } from './page-fields.ts';
import { comparisonOf } from './setting.ts';

type Kind = (typeof KINDS)[number];

const linked = fieldEntries.flatMap(([id, field]) =>
  field.link === null ? [] : [[id, field, field.link] as const],
);

/** The parts of a link, each with all fields that it has for a kind of environment. */
function linkOf(kind: Kind) {
  const request = sampleRequest(kind);
  const [environment, beside]: Record<string, unknown>[] = [{ kind }, { version: 1 }];
  for (const [id, , link] of linked) {
    const place = link.in === 'environment' ? environment : beside;
    if (request[id] !== undefined) place[link.key] = request[id];
  }
  beside.policies = (request.policies ?? []).map((spec, style) => ({ spec, style }));
  if (kind !== 'named') Object.assign(environment, { values: SAMPLE_TABLE.values });
  return { ...beside, world: environment };
}

describe.each(KINDS)('a link with %s', (kind) => {
  const fieldsOfKind = linked.filter(([id]) => isFieldOf(id, kind));

  test.each(fieldsOfKind)('holds %s', (id: FieldId, field) => {
    const comparison = comparisonOf(settingKept(linkOf(kind)));
    const { environment } = comparison;
    const file = kind === 'named' ? undefined : sampleRequest(kind)[kind];
    const again = {
      ...requestOf(comparison, file),
      ...('armCount' in environment ? { arms: environment.armCount } : {}),
    };
    expect(again[id]).toEqual(sampleOf(id, field));
  });
});

test.each(recordedFields)('%s is shown as text, and read from it', (id, { page, ...field }) => {
  const { environment } = settingKept(linkOf('rewards'));
  const texts = textsOf(environment);
  expect(readField(id, texts[page.name])).toEqual(sampleOf(id, { page, ...field }));
  expect(environmentFrom(environment, texts)).toEqual(environment);
});
