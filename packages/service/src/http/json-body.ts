/** Reads a JSON body as strictly as can be: what passes means the same to everybody who reads it. */
import { isUtf8 } from 'node:buffer';
import { ProblemError } from '../model/problems.ts';

function refuse(detail: string, pointer?: string): never {
  throw new ProblemError('invalid', detail, pointer === undefined ? {} : { pointer });
}

/** A step of a JSON pointer. */
function step(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Half of a pair, as which no text can be written in UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u;

function checkText(text: string, pointer: string): void {
  if (!LONE_SURROGATE.test(text)) return;
  refuse(
    `text must be valid Unicode; the one at ${pointer || 'the top'} has half of a surrogate pair`,
    pointer,
  );
}

function checkMember(name: string, pointer: string): void {
  checkText(name, pointer);
  if (name === '__proto__')
    refuse(`a member cannot be named __proto__; there is one in ${pointer || 'the body'}`, pointer);
}

function checkValue(value: unknown, pointer: string, room: number): void {
  if (typeof value === 'string') checkText(value, pointer);
  if (typeof value !== 'object' || value === null) return;
  if (room === 0) refuse('the body is nested too deeply; flatten it', pointer);
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) {
      checkValue(item, pointer + step(place), room - 1);
    }
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    checkMember(name, pointer);
    checkValue(member, pointer + step(name), room - 1);
  }
}

/**
 * The value of a body.
 *
 * @param depth - how many objects and lists may be inside each other
 * @throws ProblemError where it is not UTF-8 or not JSON, or holds what is not accepted
 */
export function readJson(body: Buffer, depth: number): unknown {
  if (!isUtf8(body)) refuse('the body must be UTF-8, but some bytes are not');
  const value = parsed(body.toString('utf8'));
  checkValue(value, '', depth);
  return value;
}

function parsed(text: string): unknown {
  if (text === '') refuse('the request needs a JSON body; got an empty one');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own words repeat what was sent; that may be long, and is known to the sender.
    return refuse('the body is not valid JSON');
  }
}
