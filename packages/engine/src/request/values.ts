/** Values of fields: read from text as people type it, checked as data, and written as text again. */
import { type NumberParameter, ParameterError, SpecValues } from '@driftline/core';
import {
  acceptedNumbers,
  isBounded,
  LARGEST_MAGNITUDE,
  readDecimal,
  shortened,
  splitList,
} from '@driftline/core/spec';
import type { CheckpointRule } from '../play/comparison.ts';
import { DELAYS, delayText, readDelay } from '../play/late-rewards.ts';
import type { FieldValue, NumberValue, ValueOf } from './fields.ts';
import { readLabelled } from './labels.ts';

/** What a number field accepts, as the core says it. */
export function numberParameter(name: string, { kind, least, most }: NumberValue): NumberParameter {
  return {
    kind,
    id: name,
    summary: '',
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
}

/** What a field accepts, going on from "must be". */
export function acceptedText(value: FieldValue): string {
  switch (value.kind) {
    case 'integer':
    case 'number':
      return value.nonzero ? 'a number that is not 0' : acceptedNumbers(numberParameter('', value));
    case 'word':
      return value.words.join(' or ');
    case 'pair':
      return 'two numbers, the lower first';
    case 'truth':
      return 'true or false';
    case 'text':
      return value.what;
    case 'policies':
      return 'a list of policies';
    case 'parameters':
      return 'a map of parameters';
    case 'checkpoints':
      return 'a count, or a map {count, spacing}';
    case 'delay':
      return DELAYS;
  }
}

function refusal(name: string, value: FieldValue, got: string): ParameterError {
  return new ParameterError(
    `${name} must be ${acceptedText(value)}; got ${shortened(got) || 'nothing'}`,
  );
}

function numberOf(value: NumberValue, text: string, name: string): number {
  const isZero = value.nonzero && !readDecimal(text);
  if (isZero || text.trim() === '') throw refusal(name, value, text.trim());
  const parameter = numberParameter(name, value);
  return new SpecValues('', [parameter], { [name]: text }).number(name);
}

function pairOf(text: string, name: string): readonly [number, number] {
  const parts = text.split(',');
  if (parts.length !== 2) throw refusal(name, { kind: 'pair' }, text);
  const [low, high] = parts.map((part) => numberOf({ kind: 'number' }, part, name));
  if (low < high) return [low, high];
  throw refusal(name, { kind: 'pair' }, text);
}

function listOf(text: string, name: string): readonly string[] {
  try {
    const policies = splitList(text);
    // Mistakes in labels are the flag's own.
    for (const written of policies) readLabelled(written);
    return policies;
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new ParameterError(`${name}: ${error.message}`, error.code);
  }
}

function contentOf(value: FieldValue, text: string, name: string): unknown {
  switch (value.kind) {
    case 'integer':
    case 'number':
      return numberOf(value, text, name);
    case 'word':
      if (value.words.includes(text)) return text;
      throw refusal(name, value, text);
    case 'pair':
      return pairOf(text, name);
    case 'truth':
      if (text === '1' || text === '0') return text === '1';
      throw refusal(name, value, text);
    case 'text':
      return text;
    case 'policies':
      return listOf(text, name);
    case 'checkpoints':
      return { count: numberOf(COUNT, text, name), spacing: 'linear' };
    case 'delay': {
      const delay = readDelay(text);
      if (delay === undefined) throw refusal(name, value, text.trim());
      return delayText(delay);
    }
    case 'parameters':
      throw new Error(`${name} has no form as text`);
  }
}

/** How many checkpoints there are, as the command line has it. */
const COUNT = { kind: 'integer', least: 1, most: 2 ** 31 - 1 } as const;

/**
 * Reads a field from text.
 *
 * @param name - what the field is called by whoever typed it
 * @throws ParameterError that names the field, what is accepted and what came
 */
export function readText<V extends FieldValue>(value: V, text: string, name: string): ValueOf<V> {
  return contentOf(value, text, name) as ValueOf<V>;
}

function countText({ count, spacing }: CheckpointRule): string {
  if (spacing === 'linear') return String(count);
  throw new Error(`no flag asks for checkpoints with ${spacing} spacing`);
}

/** A field's content as text that reads back as the same. */
export function textOf<V extends FieldValue>(value: V, content: ValueOf<V>): string {
  switch (value.kind) {
    case 'truth':
      return content === true ? '1' : '0';
    case 'checkpoints':
      return countText(content as CheckpointRule);
    case 'pair':
    case 'policies':
      return (content as readonly unknown[]).join(',');
    default:
      return String(content);
  }
}

const LONGEST_SHOWN = 60;

/** Data as it is quoted in a message. */
export function shownData(data: unknown): string {
  const text = JSON.stringify(data) ?? 'nothing';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}

function isWithin({ kind, least, most, nonzero }: NumberValue, data: unknown): data is number {
  return (
    typeof data === 'number' &&
    (kind === 'integer' ? Number.isSafeInteger(data) : Number.isFinite(data)) &&
    data >= (least ?? Number.NEGATIVE_INFINITY) &&
    data <= (most ?? Number.POSITIVE_INFINITY) &&
    !(nonzero && data === 0)
  );
}

/** Whether data is what a field holds, but for the size of its numbers. */
function isContent(value: FieldValue, data: unknown): boolean {
  switch (value.kind) {
    case 'integer':
    case 'number':
      return isWithin(value, data);
    case 'word':
      return typeof data === 'string' && value.words.includes(data);
    case 'pair':
      return (
        Array.isArray(data) &&
        data.length === 2 &&
        data.every((end) => typeof end === 'number') &&
        data[0] < data[1]
      );
    case 'truth':
      return typeof data === 'boolean';
    case 'text':
      return typeof data === 'string' && data !== '';
    case 'policies':
      return Array.isArray(data) && data.every((spec) => typeof spec === 'string');
    case 'delay':
      return typeof data === 'string' && readDelay(data) !== undefined;
    case 'parameters':
    case 'checkpoints':
      return false;
  }
}

/**
 * Checks a field that came as plain data, such as from a link, which anyone can write.
 *
 * @throws ParameterError that names the field, what is accepted and what came
 */
export function checkData<V extends FieldValue>(value: V, data: unknown, name: string): ValueOf<V> {
  if (!isContent(value, data)) {
    throw new ParameterError(`${name} must be ${acceptedText(value)}; got ${shownData(data)}`);
  }
  const numbers = [data].flat().filter((part) => typeof part === 'number');
  if (!numbers.every(isBounded)) {
    const limit = `of at most ${LARGEST_MAGNITUDE} in size`;
    throw new ParameterError(`${name} must be a number ${limit}; got ${shownData(data)}`);
  }
  return data as ValueOf<V>;
}
