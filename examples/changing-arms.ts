// Arms that come and go, and arms that are not always there: five routes, one of them opened later and one closed
// for good, at night only two that may be used, and a strike in which nobody travels.
import { createDecider, Decider, type HistoryEvent, retire } from '@driftline/core';

const options = { armCount: 4, window: 300 };
let decider = createDecider('sw-ucb', options);
let minutes = [30, 28, 35, 33, 20];
let atNight = [0, 2];
// What happened, for the day on which a route closes. To close another one, it would have to name routes as they are then.
const history: HistoryEvent[] = [];
const used = new Array<number>(4).fill(0);

for (let trip = 0; trip < 1800; trip++) {
  if (trip === 600) console.log(`route ${decider.addArm()} opens`);
  if (trip === 1000) {
    // Time passes, so that what is remembered gets older, but nothing is decided.
    decider.skip(50);
    history.push({ skip: 50 });
  }
  if (trip === 1200) {
    // As if route 1 had never been: its slots are empty, and routes 2 to 4 are now 1 to 3.
    const armCount = decider.policy.armCount;
    decider = new Decider(retire('sw-ucb', { ...options, armCount }, history, 1), decider.random);
    minutes = [30, 35, 33, 20];
    atNight = [0, 1];
    console.log(`route 1 closes; ${decider.policy.armCount} are left`);
  }
  const night = trip % 24 < 6;
  const decision = decider.decide(night ? atNight : undefined);
  history.push({ decision: decision.arm, ticket: decision.ticket });
  // Rewards lie between 0 and 1: the sooner, the better.
  const value = 1 - minutes[decision.arm] / 60;
  decider.update(decision, value);
  history.push({ reward: decision.slot, value });
  if (trip >= 1500) used[decision.arm] += 1;
}

console.log(`the last 300 trips went by routes 0, 2, 3 and 4: ${used.join(', ')}`);
