/** A request as flags of a command line. */
import { type ComparisonRequest, type Field, type FieldValue, fieldEntries } from './fields.ts';
import { textOf } from './values.ts';

/** Whether a value may begin with a minus, which would be taken for a flag where it stands alone. */
function mayBeNegative(value: FieldValue): boolean {
  return value.kind === 'pair' || (value.kind === 'number' && value.least === undefined);
}

function wordsOf({ flag, value, default: usual }: Field, content: unknown): string[] {
  if (flag === null) return [];
  // Such a flag says what is not so by default.
  if (flag.value === undefined) return content === usual ? [] : [flag.name];
  const text = textOf(value, content as never);
  return mayBeNegative(value) ? [`${flag.name}=${text}`] : [flag.name, text];
}

/** A request as flags, each with the words that belong to it, as far as there are flags for it. */
export function flagParts(request: ComparisonRequest): (readonly string[])[] {
  return fieldEntries
    .map(([id, field]) => (request[id] === undefined ? [] : wordsOf(field, request[id])))
    .filter(({ length }) => length > 0);
}

/** The words after a command that ask for what a request has. */
export function flagWords(request: ComparisonRequest): string[] {
  return flagParts(request).flat();
}
