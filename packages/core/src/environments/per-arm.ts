/** Parameters that are one number for all arms, or one for each. */
import { ParameterError } from '../base/errors.ts';
import type { EnvironmentSettings } from '../definitions/environment.ts';
import type { SpecValues } from '../spec/spec-values.ts';

/** The number of each arm. */
export function perArm(
  { armCount, values }: EnvironmentSettings,
  id: string,
  usual: number,
): readonly number[] {
  const given = values.list(id) ?? [usual];
  if (given.length === armCount) return given;
  if (given.length === 1) return new Array<number>(armCount).fill(given[0]);
  throw new ParameterError(
    `${id} must be one number, or one for each of the ${armCount} arms; got ${given.length}`,
    'parameters-conflict',
  );
}

/** How many arms such parameters imply: one number alone says nothing of it. */
export function armsOf(values: SpecValues, ids: readonly string[]): number | undefined {
  return ids.map((id) => values.list(id)?.length).find((length = 1) => length > 1);
}
