/** Readers of flag values. A value that can't be read is a usage error that names the flag. */
import { type NumberParameter, ParameterError, SpecValues } from '@driftline/core';
import { type Benchmark } from '@driftline/core/play';
import { splitList } from '@driftline/core/spec';
import { UsageError } from '../terminal/errors.ts';

type Limits = Omit<NumberParameter, 'id' | 'summary' | 'default'>;

function readFlag(parameter: NumberParameter, text: string): number {
  try {
    return new SpecValues('', [parameter], { [parameter.id]: text }).number(parameter.id);
  } catch (error) {
    if (error instanceof ParameterError) throw new UsageError(error.message, error.code);
    throw error;
  }
}

/** A reader of a number within limits. */
export function numberFlag(flag: string, limits: Limits): (text: string) => number {
  const parameter: NumberParameter = { ...limits, id: flag, summary: '' };
  return (text) => readFlag(parameter, text);
}

/** A reader of an integer that is at least 1 and fits where the core puts counts. */
export function countFlag(flag: string): (text: string) => number {
  return numberFlag(flag, { kind: 'integer', least: 1, most: 2 ** 31 - 1 });
}

/** Reads the seed of an experiment. */
export const readSeed = numberFlag('--seed', { kind: 'integer', least: 0 });

/** Reads the variation budget V. */
export const readVariation = numberFlag('--variation', { kind: 'number', least: 0 });

/** Reads the number of changes Υ. */
export const readChanges = numberFlag('--changes', { kind: 'integer', least: 0 });

/** Reads what recorded rewards are divided by. */
export function readUnit(text: string): number {
  const unit = readFlag({ kind: 'number', id: '--unit', summary: '' }, text);
  if (unit !== 0) return unit;
  throw new UsageError(`--unit must be a number that is not 0; got ${text}`);
}

/** Reads what regret on recorded rewards compares with. */
export function readBenchmark(text: string): Benchmark {
  if (text === 'fixed' || text === 'smoothed') return text;
  throw new UsageError(`--against must be fixed or smoothed; got ${text}`);
}

/** Reads `LO,HI`. */
export function readRewardRange(text: string): readonly [number, number] {
  const wrong = () =>
    new UsageError(`--reward-range must be two numbers LO,HI, the lower first; got ${text}`);
  const parts = text.split(',');
  if (parts.length !== 2) throw wrong();
  const limits: NumberParameter = { kind: 'number', id: '--reward-range', summary: '' };
  const [low, high] = parts.map((part) => readFlag(limits, part));
  if (low >= high) throw wrong();
  return [low, high];
}

/** Reads a list of policies, as typed. */
export function readPolicyList(text: string): readonly string[] {
  try {
    return splitList(text);
  } catch (error) {
    if (error instanceof ParameterError)
      throw new UsageError(`--policies: ${error.message}`, error.code);
    throw error;
  }
}
