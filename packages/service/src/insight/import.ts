/** The lines of an import, `{"arm": "blue", "value": 1}` each, read as they come. */
import type { ImportLine } from '@driftline/client/wire';
import { ProblemError } from '../model/problems.ts';

/** A line names an arm of at most 64 characters and a number. */
const LINE_CHARACTERS = 1024;
const FORM = 'must be {"arm": KEY, "value": NUMBER} and nothing else';

function refuse(line: number, detail: string): never {
  throw new ProblemError('invalid', `line ${line} ${detail}`);
}

/** A text as it may stand in a message: short, on one line. */
function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function importLine(text: string, line: number): ImportLine {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    const detail = `line ${line} is not JSON; it ${FORM}; got ${shown(text)}`;
    throw new ProblemError('invalid', detail, { cause: error });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    refuse(line, `${FORM}; got ${shown(text)}`);
  const { arm, value, ...others } = read as Record<string, unknown>;
  if (typeof arm !== 'string') refuse(line, `${FORM}; arm is ${shown(String(arm))}`);
  if (typeof value !== 'number' || !Number.isFinite(value))
    refuse(line, `${FORM}; value is ${shown(String(value))}`);
  const [other] = Object.keys(others);
  if (other !== undefined) refuse(line, `${FORM}; got also ${shown(other)}`);
  return { arm, value };
}

/** Text in lines, whatever the pieces are that it comes in; empty lines count, and are given, too. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let open = '';
  let line = 1;
  const take = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      const detail = `line ${line} or a line soon after it is not UTF-8`;
      throw new ProblemError('invalid', detail, { cause: error });
    }
  };
  for await (const chunk of chunks) {
    const pieces = (open + take(chunk)).split('\n');
    open = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield piece;
      line += 1;
    }
    if (open.length > LINE_CHARACTERS)
      refuse(line, `is longer than ${LINE_CHARACTERS} characters; it ${FORM}`);
  }
  yield open + take();
}

/**
 * Reads an import line by line.
 *
 * @param most - lines; more are refused
 */
export async function* importLines(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<ImportLine> {
  let line = 0;
  let taken = 0;
  for await (const text of linesOf(chunks)) {
    line += 1;
    if (text.trim() === '') continue;
    taken += 1;
    if (taken > most)
      throw new ProblemError(
        'too-large',
        `an import can have at most ${most} lines; line ${line} exceeds that`,
      );
    yield importLine(text, line);
  }
}
