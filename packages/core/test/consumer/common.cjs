/** An application in CommonJS: decides three times and prints the arms and the policy. */
const { createDecider } = require('@driftline/core');
const { policyContract } = require('@driftline/core/contract');

const decider = createDecider('sw-moss', { armCount: 3, window: 50 });
const arms = [0, 1, 2].map((reward) => {
  const decision = decider.decide();
  decider.update(decision, reward / 2);
  return decision.arm;
});
const checks = policyContract(decider.policy.definition).length;
console.log(JSON.stringify({ node: process.versions.node, arms, checked: checks > 0 }));
