/** The few numbers that say whether something is wrong. */
import type { ExperimentState, History } from '@driftline/client/wire';
import { percent, secondsText, whole } from '../words/numbers.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly more: string;
}

/** How many of the decisions that are kept and no longer wait got a reward, also a late one. */
function rewardedText(history: History | undefined, pending: number): Fact {
  const name = 'Rewards came for';
  if (history === undefined) return { name, value: '–', more: '' };
  const made = history.to - history.from;
  const rewarded = history.bins.reduce((sum, bin) => sum + bin.rewarded, 0);
  // With a reward that is held for its timeout a decision waits, too.
  const closed = Math.max(rewarded, made - pending);
  if (made === 0) return { name, value: '–', more: 'no decision yet' };
  if (closed === 0) return { name, value: '–', more: 'all decisions wait' };
  return { name, value: percent(rewarded / closed), more: `of ${whole(closed)} decisions` };
}

function factsOf(state: ExperimentState, history: History | undefined): Fact[] {
  const { decisions, pending, delay, restarts } = state;
  return [
    { name: 'Decisions', value: whole(decisions), more: 'in all' },
    { name: 'Waiting for a reward', value: whole(pending), more: 'decisions' },
    rewardedText(history, pending),
    {
      name: 'A reward takes',
      value: delay === null ? '–' : secondsText(delay.seconds.p50),
      more:
        delay === null
          ? 'no reward yet'
          : `95 % within ${secondsText(delay.seconds.p95)}, ${whole(delay.decisions.p95)} decisions`,
    },
    ...(restarts === null
      ? []
      : [{ name: 'Fresh starts', value: whole(restarts), more: 'after an alarm' }]),
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
