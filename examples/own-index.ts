// An index of your own on our sliding window: checked by our contract, then played.
import { Policy, type PolicyDefinition, trace } from '@driftline/core';
import { policyContract } from '@driftline/core/contract';
import * as parts from '@driftline/core/parts';

/** A width that falls with n^(-0.4), more slowly than a UCB's, and rises with the logarithm of time. */
class PatientRule implements parts.RisingRule {
  slope = (count: number) => parts.pow(count, -0.4);
  scale = (slot: number) => 0.5 * Math.sqrt(parts.ln(slot + 1));
}

const policy: PolicyDefinition<parts.WaitingKernel> = {
  id: 'patient-window',
  name: 'Patient window',
  summary: 'A bonus that falls slowly, on the last τ slots.',
  reference: 'this example',
  formula: 'windowed mean + √(ln t) / (2 n^0.4)',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'own',
  rewards: 'sub-gaussian',
  guarantee: 'none',
  cost: 'O(K) per slot',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [parts.VARIATION, parts.WINDOW, parts.SCALE],
  tune: parts.tuneWindow,
  kernel: ({ armCount, values }) => {
    const indices = new parts.RisingIndices(parts.lineContestOf(armCount), new PatientRule());
    return new parts.IndexKernel(armCount, parts.windowMemory(values, armCount), indices);
  },
  shows: parts.byIndexInTurn,
};

for (const { run } of policyContract(policy)) run();
const rewards = [0, 0, 0, 1, 1, 1, 1].map((second) => [1 - second, second]);
console.log(trace(new Policy(policy, { armCount: 2, window: 4 }), rewards));
