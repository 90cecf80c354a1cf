/** What rewards of a new experiment are. */
import { SelectField, TextField } from './fields.tsx';
import type { ExperimentDraft, RewardKind, Silence } from './new-experiment.ts';
import { WaitField } from './settings-fields.tsx';

interface Props {
  readonly draft: ExperimentDraft;
  readonly change: (part: Partial<ExperimentDraft>) => void;
}

const KINDS = [
  { value: 'yes-no', text: '0 or 1, such as a click' },
  { value: 'range', text: 'A number within a range' },
  { value: 'any', text: 'A number of any size, such as a price' },
];

const SILENCES = [
  { value: 'value', text: 'counts as a value: only clicks or sales are reported' },
  { value: 'nothing', text: 'is left out: every outcome is reported, also 0' },
];

function Sizes({ draft, change }: Props) {
  if (draft.rewards === 'yes-no') return null;
  return draft.rewards === 'range' ? (
    <div class="form-row">
      <TextField
        id="min"
        label="Least"
        value={draft.min}
        change={(min) => change({ min })}
        numeric
      />
      <TextField
        id="max"
        label="Largest"
        value={draft.max}
        change={(max) => change({ max })}
        numeric
      />
    </div>
  ) : (
    <>
      <div class="form-row">
        <TextField
          id="center"
          label="About"
          value={draft.center}
          change={(center) => change({ center })}
          numeric
        />
        <TextField
          id="scale"
          label="Give or take"
          value={draft.scale}
          change={(scale) => change({ scale })}
          numeric
        />
      </div>
      <p class="hint">Only robust policies, sw-rmoss and d-rmoss, take rewards of any size.</p>
    </>
  );
}

export function RewardFields({ draft, change }: Props) {
  const { settings } = draft;
  return (
    <>
      <SelectField
        id="reward-kind"
        label="A reward is"
        value={draft.rewards}
        options={KINDS}
        change={(rewards) => change({ rewards: rewards as RewardKind })}
      />
      <Sizes draft={draft} change={change} />
      <div class="form-row">
        <WaitField
          draft={settings}
          change={(part) => change({ settings: { ...settings, ...part } })}
        />
        <SelectField
          id="silence"
          label="If none comes in that time, that"
          value={draft.silence}
          options={SILENCES}
          change={(silence) => change({ silence: silence as Silence })}
        />
      </div>
      {draft.silence === 'value' ? (
        <div class="form-row">
          <TextField
            id="missing"
            label="Silence is worth"
            value={draft.missing}
            change={(missing) => change({ missing })}
            numeric
          />
          <label class="check">
            <input
              type="checkbox"
              checked={draft.early}
              onChange={(event) => change({ early: event.currentTarget.checked })}
            />{' '}
            Count rewards as soon as they come, though silence counts later
          </label>
        </div>
      ) : null}
    </>
  );
}
