/** What a new experiment will do. */
import type { NewExperiment } from '@driftline/client/wire';
import { listed } from '@driftline/engine/display';
import { percent } from './numbers.ts';

function silenceText({ reward: { missing, early, timeout } }: NewExperiment): string {
  if (missing === undefined) {
    return `A decision without a reward is closed after ${timeout}, and nothing is learned from it. Rewards count when they come.`;
  }
  const when = early
    ? 'Rewards count when they come, silence later: means are a little too high at first.'
    : `All rewards count then, and not before, so that early ones are not favoured: what it learns is ${timeout} old.`;
  return `A decision without a reward counts as ${missing} after ${timeout}. ${when}`;
}

export function creationConsequences(experiment: NewExperiment): string[] {
  const { arms, policy, explore = 0.02 } = experiment;
  return [
    `It chooses among ${listed(arms.map(({ key }) => key))} by the policy ${policy?.type ?? 'auto'}.`,
    explore === 0
      ? 'It never explores: no gain can be reported.'
      : `${percent(explore)} of decisions go to any arm, all alike; what it gains is measured by them.`,
    silenceText(experiment),
    'What rewards are can’t be changed later; all else can.',
  ];
}
