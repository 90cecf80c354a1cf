// A plugin with a law of rewards: many small ones, few large ones. Check it and use it:
//   driftline check examples/plugin-rewards.ts
//   driftline compare --plugin examples/plugin-rewards.ts --policies sw-moss,ts \
//     --environment paper-2 --noise jackpot:size=5
import {
  createRewardLaw,
  lawCatalogue,
  type RewardLawDefinition,
  randomStream,
} from '@driftline/core';

const jackpot: RewardLawDefinition = {
  id: 'jackpot',
  name: 'Jackpot',
  summary: 'Nothing most of the time, else a prize; rarer prizes are larger.',
  parameters: [
    { kind: 'number', id: 'size', summary: 'the prize', default: 4, least: 1, most: 100 },
  ],
  rewardRange: [0, 4],
  meanRange: [0, 1],
  // One draw whatever the mean: so policies that choose different arms have the same draws afterwards.
  sampler: (values) => {
    const size = values.number('size');
    return { draw: (mean, random) => (random.uniform() * size < mean ? size : 0) };
  },
  variance: (mean, values) => mean * (values.number('size') - mean),
};

export const rewardLaws = [jackpot];

// Run alone, the file shows its law at work.
if (process.argv[1] === import.meta.filename) {
  const law = createRewardLaw('jackpot:size=5', lawCatalogue.with(rewardLaws));
  const random = randomStream(1);
  const rewards = Array.from({ length: 10_000 }, () => law.draw(0.4, random));
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  console.log(`mean of 10 000 rewards: ${mean.toFixed(3)}, expected 0.4`);
}
