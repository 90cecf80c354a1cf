import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { adviceSchema } from './advice-schema.ts';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(adviceSchema);

describe('the schema of advice.json', () => {
  test.each([
    ['every answer', answered],
    ['none', refused],
  ])('accepts a record with %s', (_, record) => {
    expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each([
    ['an unknown member', { ...answered, extra: 1 }],
    ['another version', { ...answered, version: 1 }],
    ['a verdict that there is not', { ...answered, drift: { ...answered.drift, verdict: 'no' } }],
    ['an unknown refusal', { ...answered, gain: { refused: 'tired', need: {} } }],
    ['a refusal without what it needs', { ...answered, gain: { refused: 'too-short' } }],
  ])('refuses %s', (_, record) => {
    expect(validate(record)).toBe(false);
  });
});
