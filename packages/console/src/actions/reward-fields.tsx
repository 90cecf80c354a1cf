/** What rewards of a new experiment are. */
import { DraftField, SelectField } from './fields.tsx';
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

function Sizes(form: Props) {
  const { draft } = form;
  if (draft.rewards === 'yes-no') return null;
  return draft.rewards === 'range' ? (
    <div class="form-row">
      <DraftField of={form} name="min" id="min" label="Least" numeric />
      <DraftField of={form} name="max" id="max" label="Largest" numeric />
    </div>
  ) : (
    <>
      <div class="form-row">
        <DraftField of={form} name="center" id="center" label="About" numeric />
        <DraftField of={form} name="scale" id="scale" label="Give or take" numeric />
      </div>
      <p class="hint">Only robust policies, sw-rmoss and d-rmoss, take rewards of any size.</p>
    </>
  );
}

export function RewardFields(form: Props) {
  const { draft, change } = form;
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
      <Sizes {...form} />
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
          <DraftField of={form} name="missing" id="missing" label="Silence is worth" numeric />
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
