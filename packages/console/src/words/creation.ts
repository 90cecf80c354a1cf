/** The behavior of a new experiment, in sentences. */
import type { NewExperiment } from '@driftline/client/wire';
import { listed } from '@driftline/engine/display';
import { percent } from './numbers.ts';

function silenceText({ reward: { missing, early, timeout } }: NewExperiment): string {
  if (missing === undefined) {
    return `A decision without a reward is closed after ${timeout}, and the policy learns nothing from it. Rewards count as soon as they arrive.`;
  }
  const when = early
    ? 'Rewards count as soon as they arrive and missing rewards count later, so means are slightly too high at first.'
    : `Rewards that arrive earlier also count only then, so that they are not favored. The policy therefore learns with a delay of ${timeout}.`;
  return `A decision without a reward counts as ${missing} after ${timeout}. ${when}`;
}

export function creationConsequences(experiment: NewExperiment): string[] {
  const { arms, policy, explore = 0.02 } = experiment;
  return [
    `The policy ${policy?.type ?? 'auto'} chooses among ${listed(arms.map(({ key }) => key))}.`,
    explore === 0
      ? 'It never explores, so no gain can be estimated.'
      : `${percent(explore)} of decisions go to an arm picked at random, all arms equally likely. The gain is estimated from these decisions.`,
    silenceText(experiment),
    'You can change everything later except the reward definition.',
  ];
}
