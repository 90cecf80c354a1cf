import { ParameterError } from '../base/errors.ts';
import type { Random } from '../portable/random/generator.ts';
import type { NumberParameter, SpecValues } from '../spec/spec-values.ts';

/** Between what limits means are drawn. */
export const drawLimits: readonly NumberParameter[] = [
  { kind: 'number', id: 'low', summary: 'smallest mean to draw', default: 0.1 },
  { kind: 'number', id: 'high', summary: 'largest mean to draw', default: 0.9 },
];

/** What draws a mean between `low` and `high`, all equally likely. */
export function meanDrawer(values: SpecValues, random: Random): () => number {
  const low = values.number('low');
  const high = values.number('high');
  if (high < low)
    throw new ParameterError(
      `high must be a number >= low, ${low}; got ${high}`,
      'parameters-conflict',
    );
  return () => low + (high - low) * random.uniform();
}
