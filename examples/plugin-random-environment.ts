// A plugin with a random environment: means that wander, and are drawn back to the middle. It has the
// parameter `fresh`, so that means can be drawn anew for each replication. Check it and use it:
//   driftline check examples/plugin-random-environment.ts
//   driftline compare --plugin examples/plugin-random-environment.ts --policies sw-moss,ucb1 \
//     --environment "wander:step=0.02;fresh=1"
import {
  createEnvironment,
  type EnvironmentDefinition,
  environmentCatalogue,
  freshParameter,
  MeanTable,
} from '@driftline/core';
import { normal } from '@driftline/core/parts';

const wander: EnvironmentDefinition = {
  id: 'wander',
  name: 'Wandering means',
  summary:
    'Each mean takes random steps, and is drawn back to the middle the more the farther it is.',
  parameters: [
    {
      kind: 'number',
      id: 'step',
      summary: 'the standard deviation of a step',
      default: 0.01,
      least: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'pull',
      summary: 'the share of the way back to 0.5 that a slot takes',
      default: 0.005,
      least: 0,
      most: 1,
    },
    freshParameter,
  ],
  armCount: 3,
  horizon: 2000,
  law: 'gaussian:sd=0.5',
  // Draws from `random` and from nothing else: the same seed gives the same means, on any worker.
  means: ({ armCount, horizon, values }, random) => {
    const [step, pull] = [values.number('step'), values.number('pull')];
    const means = new Float64Array(armCount * horizon).fill(0.5, 0, armCount);
    for (let i = armCount; i < means.length; i++) {
      const before = means[i - armCount];
      means[i] = before + pull * (0.5 - before) + step * normal(random);
    }
    return new MeanTable(means, armCount);
  },
};

export const environments = [wander];

// Run alone, the file shows that replications have means of their own.
if (process.argv[1] === import.meta.filename) {
  const last = [0, 1, 2].map((replication) => {
    const { means } = createEnvironment('wander:fresh=1', {
      definitions: environmentCatalogue.with(environments),
      replication,
    });
    return means.mean(means.horizon - 1, 0).toFixed(3);
  });
  console.log(`arm 0 in the last slot of three replications: ${last.join(' ')}`);
}
