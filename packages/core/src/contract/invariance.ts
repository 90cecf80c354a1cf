/** Checks of what may not matter to a policy: the order of arms, and the scale of rewards. */
import type { PolicyDefinition } from '../definitions/policy.ts';
import { inRole } from '../definitions/roles.ts';
import { randomStream } from '../random/source.ts';
import type { Policy } from '../shell/policy.ts';
import { demand, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS, usual } from './fixtures.ts';

/** What a policy would do next, by whatever it shows of an arm. */
function viewOf(policy: Policy): (number | undefined)[][] {
  return policy
    .inspect()
    .map(({ index, probability, posterior }) => [
      index,
      probability,
      posterior?.alpha,
      posterior?.beta,
    ]);
}

export function treatsArmsAlike(definition: PolicyDefinition): void {
  const rewards = rewardsFor(120, ARMS, 11);
  const permutation = [2, 0, 1];
  const straight = usual(definition);
  const permuted = usual(definition);
  const random = randomStream(13);
  const fresh = usual(definition);
  rewards.forEach((row, slot) => {
    const arm = random.below(ARMS);
    // The policy knows nothing yet, so a ticket that holds the probability of its arm is right for every arm.
    const { ticket } = fresh.select(random);
    const decision = { slot, propensity: 1 / ARMS, ticket };
    straight.update({ ...decision, arm }, row[arm]);
    permuted.update({ ...decision, arm: permutation[arm] }, row[arm]);
  });
  const [before, after] = [viewOf(straight), viewOf(permuted)];
  before.forEach((view, arm) => {
    view.forEach((value, i) => {
      const other = after[permutation[arm]][i];
      const same =
        value === other ||
        Math.abs(Number(value) - Number(other)) <= 1e-12 * Math.abs(Number(value));
      demand(
        same,
        `a permuted history must permute the indices; arm ${arm} had ${value}, now ${other}`,
      );
    });
  });
}

export function ignoresAConstant(definition: PolicyDefinition): void {
  if (definition.rewards !== 'sub-gaussian') return;
  const rewards = rewardsFor(SLOTS, ARMS, 12);
  const raised = rewards.map((row) => row.map((reward) => reward + 5));
  demandSame(
    play(usual(definition), randomStream(1), raised),
    play(usual(definition), randomStream(1), rewards),
    'arms after a constant was added to all rewards',
    'slot',
  );
}

/** Powers of two, so that nothing is rounded and arms must be equal to the last one. */
export function undoesScaling(definition: PolicyDefinition): void {
  const rewards = rewardsFor(SLOTS, ARMS, 13);
  const plain = play(usual(definition), randomStream(14), rewards);
  for (const { id } of inRole(definition, 'scale')) {
    const scaled = rewards.map((row) => row.map((reward) => reward * 8));
    demandSame(
      play(usual(definition, { [id]: 8 }), randomStream(14), scaled),
      plain,
      `arms with ${id} 8 on rewards times 8`,
      'slot',
    );
  }
  for (const { id, default: usually = 0 } of inRole(definition, 'center')) {
    const grid = rewards.map((row) => row.map((reward) => Math.round(reward * 1024) / 1024));
    const moved = grid.map((row) => row.map((reward) => reward + 4));
    demandSame(
      play(usual(definition, { [id]: usually + 4 }), randomStream(14), moved),
      play(usual(definition), randomStream(14), grid),
      `arms with ${id} ${usually + 4} on rewards plus 4`,
      'slot',
    );
  }
  if (definition.rewards === 'unit-interval') {
    const wide = rewards.map((row) => row.map((reward) => reward * 4));
    demandSame(
      play(usual(definition, { rewardRange: [0, 4] }), randomStream(14), wide),
      plain,
      'arms with the range 0 to 4 on rewards times 4',
      'slot',
    );
    demandSame(
      play(usual(definition, { rewardRange: [0, 1] }), randomStream(14), rewards),
      plain,
      'arms with the range 0 to 1 declared on rewards from 0 to 1',
      'slot',
    );
  }
}
