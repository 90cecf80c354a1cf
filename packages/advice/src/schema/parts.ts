/** Words that a JSON schema is written in. */

/** A JSON schema, or a part of one. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const NUMBER: Schema = { type: 'number' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const SHARE: Schema = { type: 'number', minimum: 0, maximum: 1 };
export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };

/** An object of exactly these members; those of `optional` may be absent. */
export function members(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** The same with what it means. */
export function described(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

export function word(...words: readonly (string | number)[]): Schema {
  return { enum: words };
}

/** A part that is written once. */
export function part(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

export function oneOf(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}
