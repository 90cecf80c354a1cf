/** The arms: the policy's data on each, and its actions. */
import type { ArmKnowledge, ExperimentStatus, Json } from '@driftline/client/wire';
import { counted } from '@driftline/engine/display';
import { Panel } from '@driftline/page-kit/widgets';
import { doing } from '../actions/doing.ts';
import { ArmSample } from '../charts/arm-style.tsx';
import { type DrawnArm, drawnArms } from '../charts/series.ts';
import { percent, valueText, whole } from '../words/numbers.ts';
import type { Seen } from './seen.ts';

interface RowProps {
  readonly arm: ArmKnowledge;
  readonly letter: DrawnArm | undefined;
  readonly payload: Json | undefined;
  readonly status: ExperimentStatus;
  readonly isLast: boolean;
}

function ArmActions({ arm, isLast }: { arm: ArmKnowledge; isLast: boolean }) {
  const { key, state } = arm;
  return (
    <div class="arm-actions">
      {state === 'active' ? (
        <button
          class="link"
          type="button"
          disabled={isLast}
          title={isLast ? 'The last active arm can’t be paused' : ''}
          aria-label={`Pause arm ${key}`}
          onClick={() => {
            doing.value = { what: 'arm', action: 'pause', arm: key };
          }}
        >
          Pause arm
        </button>
      ) : (
        <button
          class="link"
          type="button"
          aria-label={`Activate arm ${key}`}
          onClick={() => {
            doing.value = { what: 'arm', action: 'activate', arm: key };
          }}
        >
          Activate arm
        </button>
      )}
      <button
        class="link"
        type="button"
        disabled={isLast}
        aria-label={`Retire arm ${key}`}
        onClick={() => {
          doing.value = { what: 'arm', action: 'retire', arm: key };
        }}
      >
        Retire arm
      </button>
    </div>
  );
}

function ArmRow({ arm, letter, payload, status, isLast }: RowProps) {
  return (
    <tr class={arm.state}>
      <th scope="row">
        <span class="arm-name">
          {letter === undefined ? <span class="arm-sample" /> : <ArmSample arm={letter} />}
          {letter === undefined ? null : <span class="arm-letter">{letter.letter}</span>}
          <span class="arm-key">{arm.key}</span>
          {arm.state === 'active' ? null : <span class={`status ${arm.state}`}>{arm.state}</span>}
        </span>
        {payload === undefined || payload === null ? null : (
          <code class="payload" title={JSON.stringify(payload)}>
            {JSON.stringify(payload)}
          </code>
        )}
      </th>
      <td class="number" data-label="Share">
        {percent(arm.share)}
      </td>
      <td class="number" data-label="Mean">
        {valueText(arm.mean)}
      </td>
      <td class="number" data-label="Index">
        {valueText(arm.index)}
      </td>
      <td class="number" data-label="Remembered">
        {whole(arm.observed)}
      </td>
      <td class="number" data-label="Pending">
        {whole(arm.pending)}
      </td>
      <td class="actions-cell">
        {arm.state === 'retired' || status === 'archived' ? null : (
          <ArmActions arm={arm} isLast={isLast && arm.state === 'active'} />
        )}
      </td>
    </tr>
  );
}

const HEADS = ['Share', 'Mean', 'Index', 'Rewards remembered', 'Pending'];

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Arm</th>
        {HEADS.map((head) => (
          <th key={head} scope="col" class="number">
            {head}
          </th>
        ))}
        <th scope="col">
          <span class="hidden-text">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

function sentence(active: number, total: number): string {
  const rest = total === active ? '' : `, ${whole(total - active)} paused or retired`;
  return `${counted(active, 'active arm')}${rest}. Shares are of the last 1,000 decisions.`;
}

export function Arms({ experiment, state, history }: Omit<Seen, 'history'> & Partial<Seen>) {
  const drawn = history === undefined ? [] : drawnArms(experiment, history);
  const active = state.arms.filter((arm) => arm.state === 'active').length;
  const isArchived = experiment.status === 'archived';
  return (
    <Panel
      id="arms"
      title="Arms"
      sentence={sentence(active, state.arms.length)}
      controls={
        isArchived ? undefined : (
          <button
            class="button"
            type="button"
            onClick={() => {
              doing.value = { what: 'add-arm' };
            }}
          >
            Add arm
          </button>
        )
      }
    >
      <table class="table arms-table">
        <caption class="hidden-text">The policy’s current data on each arm</caption>
        <Head />
        <tbody>
          {state.arms.map((arm, place) => (
            <ArmRow
              key={arm.key}
              arm={arm}
              letter={drawn.find((each) => each.place === place)}
              payload={experiment.arms.find(({ key }) => key === arm.key)?.payload}
              status={experiment.status}
              isLast={active === 1}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
