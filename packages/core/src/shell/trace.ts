import { ParameterError } from '../base/errors.ts';
import { textOf } from '../base/shown.ts';
import type { Random } from '../portable/random/generator.ts';
import { ROLE_POLICY } from '../portable/random/streams.ts';
import { randomStream } from '../random/source.ts';
import type { Policy } from './policy.ts';

/**
 * The arms that a policy picks on a full-information table of rewards, row by row. The policy learns
 * only the reward of the arm it picked. A policy that draws takes the stream of replication 0.
 */
export function trace(
  policy: Policy,
  rewards: readonly ArrayLike<number>[],
  random: Random = randomStream(1, 0, ROLE_POLICY),
): number[] {
  if (!Array.isArray(rewards)) {
    throw new ParameterError(
      `rewards must be an array of rows; got ${textOf(rewards)}`,
      'table-malformed',
    );
  }
  return rewards.map((row: ArrayLike<number>, slot) => {
    if (row?.length !== policy.armCount) {
      throw new ParameterError(
        `rewards must have ${policy.armCount} columns, one per arm; got ${textOf(row?.length)} in slot ${slot}`,
        'table-malformed',
      );
    }
    const selection = policy.select(random);
    policy.update(selection, row[selection.arm]);
    return selection.arm;
  });
}
