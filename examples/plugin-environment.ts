// A plugin with an environment: means that rise and fall with the hour of the day. Check it and use it:
//   driftline check examples/plugin-environment.ts
//   driftline compare --plugin examples/plugin-environment.ts --policies sw-moss,ucb1 \
//     --environment "rush-hour:peak=0.8"
import {
  createEnvironment,
  type EnvironmentDefinition,
  environmentCatalogue,
  MeanTable,
} from '@driftline/core';

/** 1 at the arm's own hour, 0 half a day away, straight lines between. */
function nearness(hour: number, ownHour: number): number {
  const apart = Math.abs(hour - ownHour) % 24;
  return 1 - Math.min(apart, 24 - apart) / 12;
}

const rushHour: EnvironmentDefinition = {
  id: 'rush-hour',
  name: 'Rush hour',
  summary: 'Each arm is best at its own hour of the day.',
  parameters: [
    {
      kind: 'number',
      id: 'peak',
      summary: 'the mean at the best hour',
      default: 0.9,
      least: 0.1,
      most: 1,
    },
    { kind: 'integer', id: 'day', summary: 'slots of a day', default: 480, least: 24 },
  ],
  armCount: 4,
  horizon: 2400,
  law: 'bernoulli',
  means: ({ armCount, horizon, values }) => {
    const [peak, day] = [values.number('peak'), values.number('day')];
    const rows = Array.from({ length: horizon }, (_, slot) =>
      Array.from({ length: armCount }, (_, arm) => {
        const hour = (24 * (slot % day)) / day;
        return 0.1 + (peak - 0.1) * nearness(hour, (24 * arm) / armCount);
      }),
    );
    return MeanTable.fromRows(rows);
  },
};

export const environments = [rushHour];

// Run alone, the file shows its environment.
if (process.argv[1] === import.meta.filename) {
  const { means } = createEnvironment('rush-hour', {
    definitions: environmentCatalogue.with(environments),
  });
  const best = [0, 120, 240, 360].map((slot) => means.bestArm(slot));
  console.log(`best arms through a day: ${best.join(' ')}`);
  console.log(`total variation: ${means.totalVariation().toFixed(2)}`);
}
