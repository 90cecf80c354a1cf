/** The few numbers that say whether something is wrong. */
import type { ExperimentState, History } from '@driftline/client/wire';
import { secondsText, whole } from '../words/numbers.ts';
import { rewardedText } from '../words/rewarded.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly more: string;
}

function factsOf(state: ExperimentState, history: History | undefined): Fact[] {
  const { decisions, pending, delay, restarts } = state;
  return [
    { name: 'Decisions', value: whole(decisions), more: 'in total' },
    { name: 'Pending decisions', value: whole(pending), more: 'awaiting a reward' },
    { name: 'Decisions with a reward', ...rewardedText(history, pending) },
    {
      name: 'Median reward delay',
      value: delay === null ? '–' : secondsText(delay.seconds.p50),
      more:
        delay === null
          ? 'no rewards yet'
          : `95% within ${secondsText(delay.seconds.p95)}, ${whole(delay.decisions.p95)} decisions`,
    },
    ...(restarts === null
      ? []
      : [{ name: 'Restarts', value: whole(restarts), more: 'after an alarm' }]),
  ];
}

export function Facts({
  state,
  history,
}: {
  state: ExperimentState;
  history: History | undefined;
}) {
  return (
    <dl class="facts">
      {factsOf(state, history).map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
