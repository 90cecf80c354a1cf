/** The reward definition of a new experiment. */
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
  { value: 'value', text: 'Count it as a value: you report only clicks or sales' },
  { value: 'nothing', text: 'Ignore the decision: you report every outcome, even 0' },
];

function Sizes(form: Props) {
  const { draft } = form;
  if (draft.rewards === 'yes-no') return null;
  return draft.rewards === 'range' ? (
    <div class="form-row">
      <DraftField of={form} name="min" id="min" label="Minimum" numeric />
      <DraftField of={form} name="max" id="max" label="Maximum" numeric />
    </div>
  ) : (
    <>
      <div class="form-row">
        <DraftField of={form} name="center" id="center" label="Typical value" numeric />
        <DraftField of={form} name="scale" id="scale" label="Typical spread" numeric />
      </div>
      <p class="hint">Only the robust policies sw-rmoss and d-rmoss accept rewards of any size.</p>
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
          label="If no reward arrives in time"
          value={draft.silence}
          options={SILENCES}
          change={(silence) => change({ silence: silence as Silence })}
        />
      </div>
      {draft.silence === 'value' ? (
        <div class="form-row">
          <DraftField
            of={form}
            name="missing"
            id="missing"
            label="Value of a missing reward"
            numeric
          />
          <label class="check">
            <input
              type="checkbox"
              checked={draft.early}
              onChange={(event) => change({ early: event.currentTarget.checked })}
            />{' '}
            Count rewards as soon as they arrive, although missing rewards count later
          </label>
        </div>
      ) : null}
    </>
  );
}
