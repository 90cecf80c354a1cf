// Rewards that come late, out of order, or never: each counts at the age of its own decision.
import { createDecider, type Selection } from '@driftline/core';

const decider = createDecider('d-ucb', {
  armCount: 2,
  discount: 0.99,
  pendingInWidth: true,
  onWarning: ({ message }) => console.error(message),
});
const waiting: Selection[] = [];

for (let hour = 0; hour < 500; hour++) {
  waiting.push(decider.decide());
  // Answers arrive up to twenty decisions later, in no order; one in ten never does.
  if (waiting.length < 20) continue;
  const decision = waiting.splice(waiting.length - 1 - (hour % 20), 1)[0];
  if (hour % 10 === 9) decider.expire(decision);
  else decider.update(decision, decision.arm === 1 ? 0.8 : 0.2);
}

// What has had no answer for more than ten decisions will have none: its reward would not count now.
console.log(`expired: ${decider.expireOlderThan(10)} of ${waiting.length}`);

for (const { arm, mean, pending, count = 0 } of decider.policy.inspect()) {
  console.log(
    `arm ${arm}: estimate ${mean?.toFixed(2)}, discounted count ${count.toFixed(1)}, pending ${pending}`,
  );
}
