/** The settings of the experiment. */
import type { Experiment, RewardSettings } from '@driftline/client/wire';
import { Panel } from '@driftline/page-kit/widgets';
import { doing } from '../actions/doing.ts';
import { momentText } from '../words/moments.ts';
import { percent, valueText, whole } from '../words/numbers.ts';
import { Export } from './export.tsx';

function rewardText({ min, max, center, scale }: RewardSettings): string {
  if (min !== undefined && max !== undefined) return `${valueText(min)} to ${valueText(max)}`;
  return `any size, typically ${valueText(center ?? 0)} ± ${valueText(scale ?? 1)}`;
}

function missingText({ timeout, missing, early }: RewardSettings): string {
  if (missing === undefined) return `ignored after ${timeout}. Rewards count when they arrive.`;
  const when =
    early === true ? 'Other rewards count when they arrive.' : 'Other rewards also count then.';
  return `counted as ${valueText(missing)} after ${timeout}. ${when}`;
}

function rowsOf(experiment: Experiment): (readonly [string, string])[] {
  const { policy, memory, reward, explore, defaultArm, sticky, retain, created, revision } =
    experiment;
  const params = Object.entries(policy.params ?? {}).map(([name, value]) => `${name} ${value}`);
  const age = memory?.maxAge === undefined ? '' : `, at most ${memory.maxAge} old`;
  return [
    ['Policy', [policy.type, ...params].join(', ')],
    [
      'Memory',
      memory === null ? 'set by the policy' : `${whole(memory.decisions)} decisions${age}`,
    ],
    ['Rewards', rewardText(reward)],
    ['Missing rewards', missingText(reward)],
    ['Explored', `${percent(explore)} of decisions`],
    ['While paused', defaultArm === null ? 'refuses requests' : `answers with ${defaultArm}`],
    [
      'Units',
      sticky === null ? 'get a new decision with every request' : `keep their arm for ${sticky}`,
    ],
    ['Log retention', retain],
    ['Created', `${momentText(created)} (revision ${whole(revision)})`],
  ];
}

export function SettingsPanel({ experiment }: { experiment: Experiment }) {
  return (
    <Panel
      id="settings"
      title="Settings"
      sentence="You can change everything except the reward definition while the experiment runs."
      controls={
        experiment.status === 'archived' ? undefined : (
          <button
            class="button"
            type="button"
            onClick={() => {
              doing.value = { what: 'change' };
            }}
          >
            Change settings
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
