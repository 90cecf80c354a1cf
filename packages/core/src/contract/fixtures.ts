/** What the checks share: options that suit any policy, rewards, and a way to play them. */
import type { PolicyDefinition } from '../definitions/policy.ts';
import { asChannels } from '../means/channel-means.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { Random } from '../portable/random/generator.ts';
import { randomStream } from '../random/source.ts';
import { Policy } from '../shell/policy.ts';
import type { PolicyOptions } from '../shell/policy-options.ts';
import { takenOf } from '../shell/prepare-policy.ts';

export const ARMS = 3;
export const SLOTS = 300;

/** Whether a policy has a parameter. */
export function takes(definition: PolicyDefinition, id: string): boolean {
  return definition.parameters.some((parameter) => parameter.id === id);
}

/** Means whose best arm changes half way, for every kind of oracle. */
function usualMeans(armCount: number, slots: number): MeanTable {
  const table = MeanTable.fromRows(
    Array.from({ length: slots }, (_, slot) =>
      Array.from({ length: armCount }, (_, arm) => {
        const best = slot < slots / 2 ? 0 : armCount - 1;
        return arm === best ? 0.65 : 0.35;
      }),
    ),
  );
  return asChannels(table);
}

/** Options with which any policy can be made: a horizon, and a budget or means where they are taken. */
export function usualOptions(
  definition: PolicyDefinition,
  armCount = ARMS,
  horizon = SLOTS,
): PolicyOptions {
  const means = usualMeans(armCount, horizon);
  return takenOf(definition, { armCount, horizon, variation: 4, means });
}

export function usual(definition: PolicyDefinition, extra: Partial<PolicyOptions> = {}): Policy {
  return new Policy(definition, { ...usualOptions(definition), ...extra });
}

/** Rewards between 0 and 1 without exact ties, the best arm changing half way. */
export function rewardsFor(slots: number, arms: number, seed: number): number[][] {
  const random = randomStream(seed);
  return Array.from({ length: slots }, (_, slot) =>
    Array.from({ length: arms }, (_, arm) => {
      const lift = arm === (slot < slots / 2 ? 0 : arms - 1) ? 0.3 : 0;
      return 0.7 * random.uniform() + lift;
    }),
  );
}

/** Plays rewards, and returns the arms. */
export function play(
  policy: Pick<Policy, 'select' | 'update'>,
  random: Random,
  rewards: readonly number[][],
): number[] {
  return rewards.map((row) => {
    const selection = policy.select(random);
    policy.update(selection, row[selection.arm]);
    return selection.arm;
  });
}

export function throughJson<S>(snapshot: S): S {
  return JSON.parse(JSON.stringify(snapshot));
}
