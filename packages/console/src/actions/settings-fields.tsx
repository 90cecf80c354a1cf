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
              label="Remember how many decisions"
              numeric
              hint="10 to 1 000 000. Shorter follows faster, longer errs less."
            />
            <DraftField
              of={form}
              name="maxAge"
              id="max-age"
              label="At most as old as"
              placeholder="any age"
              hint="Such as 6h: then time ages what is remembered, too."
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
      label="Wait for a reward"
      hint="Such as 30s, 10m, 6h or 7d."
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
          label="Explore, in %"
          numeric
          hint="These decisions go to any arm, all alike: the report is made from them."
        />
        <SelectField
          id="default-arm"
          label="Answer while paused"
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
          hint="Such as 30m; not longer than rewards are waited for."
        />
        <DraftField of={form} name="retain" id="retain" label="Keep rows for" />
      </div>
    </>
  );
}
