/** Checks of what a policy shows of its kernel. */
import type { PolicyDefinition } from '../definitions/policy.ts';
import type { Showing } from '../definitions/showing.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import { randomStream } from '../random/source.ts';
import { type ArmView, showingOf, viewArm } from '../shell/arm-view.ts';
import { savedState } from '../shell/kernel-state.ts';
import { type PickView, viewPick } from '../shell/pick-view.ts';
import { resolveOptions } from '../shell/policy-options.ts';
import { demand, demandSame } from './check.ts';
import { ARMS, rewardsFor, SLOTS, usualOptions } from './fixtures.ts';

/** Values that differ by less are the same up to rounding. */
const SAME = 1e-9;

function demandLargest(what: string, values: readonly number[], arm: number, slot: number): void {
  const top = Math.max(...values);
  demand(
    values[arm] === top || values[arm] > top - SAME * Math.max(1, Math.abs(top)),
    `the arm picked in slot ${slot} must have the largest shown ${what}, ${top}; arm ${arm} has ${values[arm]}`,
  );
}

/** What is shown before a pick has to explain it. */
function demandExplained(
  shows: Showing,
  views: readonly ArmView[],
  { explored, drawn }: PickView,
  arm: number,
  slot: number,
): void {
  if (explored >= 0) {
    demand(
      arm === explored,
      `slot ${slot} shows that it explores arm ${explored}, but picks ${arm}`,
    );
    return;
  }
  const indices = views.flatMap(({ index }) => index ?? []);
  if (shows.choice === 'index' && indices.length === ARMS) {
    demandLargest('index', indices, arm, slot);
  }
  if (drawn !== undefined) demandLargest('draw', [...drawn.means], arm, slot);
  if (shows.choice === 'probability') {
    const probability = views[arm].probability ?? 0;
    demand(
      probability > 0,
      `a picked arm must have a probability above 0; in slot ${slot} arm ${arm} has ${probability}`,
    );
  }
}

function demandFacts(shows: Showing, kernel: Kernel, { drawn }: PickView): void {
  for (const [name, fact] of Object.entries(shows.slotFacts ?? {})) {
    const values: unknown[] = [fact.of(kernel, drawn)].flat();
    const isRight = values.every((value) => typeof value === 'number');
    demand(
      isRight,
      `the fact ${name} must be a number or a list of numbers, with NaN for missing values`,
    );
  }
}

/** An arm is passed over only where its index surely is less than another. */
function demandReach(shows: Showing, kernel: Kernel): void {
  const { mayReach } = shows;
  const indexed = shows.indexed?.(kernel);
  if (mayReach === undefined || indexed === undefined) return;
  for (let arm = 0; arm < ARMS; arm++) {
    for (const extra of [0, 0.5, 30]) {
      const index = indexed.indexWithExtra(arm, extra);
      demand(
        mayReach(kernel, arm, extra, index) && mayReach(kernel, arm, extra, index - SAME),
        `mayReach must be true for an index that an arm can reach; got false for arm ${arm}, whose index is ${index} with ${extra} more rewards`,
      );
    }
  }
}

/** Showing changes nothing, and what is shown before a pick explains it. */
export function showsWhatDecides(definition: PolicyDefinition): void {
  const shows = showingOf(definition);
  const { settings, rewardMap } = resolveOptions(definition, usualOptions(definition));
  const kernel = definition.kernel(settings);
  const random = randomStream(23);
  rewardsFor(SLOTS, ARMS, 23).forEach((row, slot) => {
    const before = JSON.stringify(savedState(kernel));
    const chance = viewPick(shows, kernel, random, ARMS);
    const views = row.map((_, arm) => viewArm(shows, kernel, arm, 0));
    const arm = kernel.pick(random);
    const ticket = kernel.ticket();
    demandFacts(shows, kernel, chance);
    demandReach(shows, kernel);
    demandSame(JSON.stringify(savedState(kernel)), before, 'the state after showing');
    demandExplained(shows, views, chance, arm, slot);
    kernel.advance(arm);
    kernel.learn(slot, arm, ticket, rewardMap.apply(row[arm]));
  });
}
