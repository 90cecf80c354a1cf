/** How the experiment is set up. */
import type { Experiment, RewardSettings } from '@driftline/client/wire';
import { Panel } from '@driftline/page-kit/widgets';
import { doing } from '../actions/doing.ts';
import { momentText } from '../words/moments.ts';
import { percent, valueText, whole } from '../words/numbers.ts';
import { Export } from './export.tsx';

function rewardText({ min, max, center, scale }: RewardSettings): string {
  if (min !== undefined && max !== undefined) return `${valueText(min)} to ${valueText(max)}`;
  return `of any size, about ${valueText(center ?? 0)} ± ${valueText(scale ?? 1)}`;
}

function silenceText({ timeout, missing, early }: RewardSettings): string {
  if (missing === undefined)
    return `after ${timeout} counts as nothing; rewards count when they come`;
  const when = early === true ? 'rewards count when they come' : 'all rewards count then';
  return `after ${timeout} counts as ${valueText(missing)}; ${when}`;
}

function rowsOf(experiment: Experiment): (readonly [string, string])[] {
  const { policy, memory, reward, explore, defaultArm, sticky, retain, created, revision } =
    experiment;
  const params = Object.entries(policy.params ?? {}).map(([name, value]) => `${name} ${value}`);
  const age = memory?.maxAge === undefined ? '' : `, at most ${memory.maxAge} old`;
  return [
    ['Policy', [policy.type, ...params].join(', ')],
    ['Memory', memory === null ? 'the policy’s own' : `${whole(memory.decisions)} decisions${age}`],
    ['Rewards', rewardText(reward)],
    ['Silence', silenceText(reward)],
    ['Explored', `${percent(explore)} of decisions`],
    ['While paused', defaultArm === null ? 'refuses requests' : `answers ${defaultArm}`],
    ['Units', sticky === null ? 'get a new decision each time' : `keep their arm for ${sticky}`],
    ['Rows are kept', `for ${retain}`],
    ['Created', `${momentText(created)}; revision ${whole(revision)}`],
  ];
}

export function SettingsPanel({ experiment }: { experiment: Experiment }) {
  return (
    <Panel
      id="settings"
      title="Settings"
      sentence="All but what rewards are can be changed while it runs."
      controls={
        experiment.status === 'archived' ? undefined : (
          <button
            class="button"
            type="button"
            onClick={() => {
              doing.value = { what: 'change' };
            }}
          >
            Change
          </button>
        )
      }
    >
      <dl class="settings-list">
        {rowsOf(experiment).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Export experiment={experiment.key} />
    </Panel>
  );
}
