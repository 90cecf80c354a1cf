/** What the schemas of routes share: paths, headers, and which answers there are. */
import Type, { type TSchema } from 'typebox';
import { problem } from './decisions.ts';
import { object } from './named.ts';
import { decisionId, idempotencyKey, key, storedUnit } from './values.ts';

/** Of a query that takes no parameters. */
export const nothing = object({});

export const experimentPath = object({ key });
export const armPath = object({ key, arm: key });
export const unitPath = object({ key, unit: storedUnit });
export const decisionPath = object({ id: decisionId });

/** Headers of which only one is ours: others pass. */
export const ifMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      pattern: '^(\\*|[1-9]\\d{0,14}|"[1-9]\\d{0,14}")$',
      description: 'Expected revision. The change is refused if the experiment has another one.',
    }),
  ),
});

export const idempotency = Type.Object({ 'idempotency-key': Type.Optional(idempotencyKey) });

export const historyQuery = object({
  bins: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$', description: '1 to 1000; 200 unless given.' }),
  ),
});

export const exportQuery = object({
  after: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}$',
      description: 'Return only decisions with a greater number.',
    }),
  ),
  format: Type.Optional(Type.Unsafe<'ndjson' | 'csv'>({ type: 'string', enum: ['ndjson', 'csv'] })),
});

/** The answers of a route by status; everything else is a problem. */
export function answers<Answers extends Record<number, TSchema>>(given: Answers) {
  return {
    ...given,
    default: {
      description: 'A problem.',
      content: { 'application/problem+json': { schema: problem } },
    },
  };
}

/** An answer that is not JSON by a schema, in one of some types. */
export function content(description: string, types: readonly string[]) {
  const schema = Type.Unsafe<unknown>({});
  return {
    description,
    content: Object.fromEntries(types.map((type) => [type.replace(/;.*/, ''), { schema }])),
  };
}
