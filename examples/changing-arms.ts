// Arms that come, and arms that are not always there: five routes, one of them opened later, and at
// night only two that may be used.
import { createDecider } from '@driftline/core';

const decider = createDecider('sw-ucb', { armCount: 4, window: 300 });
const minutes = [30, 28, 35, 33, 20];
const used = new Array<number>(5).fill(0);

for (let trip = 0; trip < 1200; trip++) {
  if (trip === 600) console.log(`route ${decider.addArm()} opens`);
  const night = trip % 24 < 6;
  const decision = decider.decide(night ? [0, 2] : undefined);
  // Rewards lie between 0 and 1: the sooner, the better.
  decider.update(decision, 1 - minutes[decision.arm] / 60);
  if (trip >= 900) used[decision.arm] += 1;
}

console.log(`the last 300 trips went by routes 0 to 4: ${used.join(', ')}`);
