/** The fields of settings that can be changed later. */
import { policies } from '../data/policies.ts';
import { Calculator } from './calculator.tsx';
import { DraftField, type Option, SelectField } from './fields.tsx';
import { needsMemory, type SettingsDraft } from './settings.ts';

interface Props {
  readonly draft: SettingsDraft;
  readonly change: (change: Partial<SettingsDraft>) => void;
}

/** The policies to choose from; the present one in any case, as the list may not be there. */
function policyOptions(present: string): Option[] {
  const offered = policies.value.map(({ type, name }) => ({
    value: type,
    text: name === type ? type : `${type}: ${name}`,
  }));
  return offered.some(({ value }) => value === present)
    ? offered
    : [{ value: present, text: present }, ...offered];
}

export function PolicyFields({ armCount, ...form }: Props & { armCount: number }) {
  const { draft, change } = form;
  const found = policies.value.find(({ type }) => type === draft.policy);
  return (
    <>
      <SelectField
        id="policy"
        label="Policy"
        value={draft.policy}
        options={policyOptions(draft.policy)}
        change={(policy) => change({ policy })}
        {...(found === undefined ? {} : { hint: found.summary })}
      />
      {needsMemory(draft, policies.value) ? (
        <>
          <div class="form-row">
            <DraftField
              of={form}
              name="memory"
              id="memory"
              label="Memory, in decisions"
              numeric
              hint="10 to 1,000,000. A shorter memory adapts faster. A longer one estimates more precisely."
            />
            <DraftField
              of={form}
              name="maxAge"
              id="max-age"
              label="Maximum age"
              placeholder="any age"
              hint="For example 6h. The memory then also ages with time."
            />
          </div>
          <Calculator armCount={armCount} use={(memory) => change({ memory: String(memory) })} />
        </>
      ) : null}
    </>
  );
}

export function WaitField(form: Props) {
  return (
    <DraftField
      of={form}
      name="timeout"
      id="timeout"
      label="Reward timeout"
      hint="How long a decision waits for its reward, such as 30s, 10m or 7d."
    />
  );
}

export function OtherFields({ arms, ...form }: Props & { arms: readonly string[] }) {
  const { draft, change } = form;
  return (
    <>
      <div class="form-row">
        <DraftField
          of={form}
          name="explore"
          id="explore"
          label="Exploration, in %"
          numeric
          hint="These decisions go to an arm picked at random. The report is computed from them."
        />
        <SelectField
          id="default-arm"
          label="Arm while paused"
          value={draft.defaultArm}
          options={arms.map((arm) => ({ value: arm, text: arm }))}
          change={(defaultArm) => change({ defaultArm })}
        />
      </div>
      <div class="form-row">
        <DraftField
          of={form}
          name="sticky"
          id="sticky"
          label="A unit keeps its arm for"
          placeholder="not at all"
          hint="For example 30m. It can’t be longer than the reward timeout."
        />
        <DraftField of={form} name="retain" id="retain" label="Log retention" />
      </div>
    </>
  );
}
