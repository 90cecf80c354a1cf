/** Schemas with a name: requests and answers refer to them, and the OpenAPI description lists them once. */
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';

const named = new Map<string, TSchema>();

/** Gives a schema a name, and returns what refers to it. */
export function name<Schema extends TSchema>(id: string, schema: Schema): TUnsafe<Static<Schema>> {
  named.set(id, { ...schema, $id: id });
  return Type.Unsafe<Static<Schema>>({ $ref: `${id}#` });
}

/** Every schema that has a name. */
export function namedSchemas(): readonly TSchema[] {
  return [...named.values()];
}

/** An object with these members and no others. */
export function object<Properties extends Record<string, TSchema>>(
  properties: Properties,
  description?: string,
): TObject<Properties> {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/** Something, or null. */
export function orNull<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] });
}

/** One of several texts. */
export function oneOf<const Texts extends readonly string[]>(texts: Texts): TUnsafe<Texts[number]> {
  return Type.Unsafe<Texts[number]>({ type: 'string', enum: texts });
}

/** A list. */
export function list<Schema extends TSchema>(
  schema: Schema,
  options: { readonly minItems?: number; readonly maxItems?: number } = {},
): TUnsafe<readonly Static<Schema>[]> {
  return Type.Unsafe<readonly Static<Schema>[]>({ type: 'array', items: schema, ...options });
}

/** One of several forms. */
export function anyOf<Schemas extends readonly TSchema[]>(
  ...schemas: Schemas
): TUnsafe<Static<Schemas[number]>> {
  return Type.Unsafe<Static<Schemas[number]>>({ anyOf: schemas });
}
