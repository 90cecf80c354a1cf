/** The fields of settings that can be changed later. */
import { policies } from '../data/policies.ts';
import { Calculator } from './calculator.tsx';
import { type Option, SelectField, TextField } from './fields.tsx';
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

export function PolicyFields({ draft, change, armCount }: Props & { armCount: number }) {
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
            <TextField
              id="memory"
              label="Remember how many decisions"
              value={draft.memory}
              change={(memory) => change({ memory })}
              numeric
              hint="10 to 1 000 000. Shorter follows faster, longer errs less."
            />
            <TextField
              id="max-age"
              label="At most as old as"
              value={draft.maxAge}
              change={(maxAge) => change({ maxAge })}
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

export function WaitField({ draft, change }: Props) {
  return (
    <TextField
      id="timeout"
      label="Wait for a reward"
      value={draft.timeout}
      change={(timeout) => change({ timeout })}
      hint="Such as 30s, 10m, 6h or 7d."
    />
  );
}

export function OtherFields({ draft, change, arms }: Props & { arms: readonly string[] }) {
  return (
    <>
      <div class="form-row">
        <TextField
          id="explore"
          label="Explore, in %"
          value={draft.explore}
          change={(explore) => change({ explore })}
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
        <TextField
          id="sticky"
          label="A unit keeps its arm for"
          value={draft.sticky}
          change={(sticky) => change({ sticky })}
          placeholder="not at all"
          hint="Such as 30m; not longer than rewards are waited for."
        />
        <TextField
          id="retain"
          label="Keep rows for"
          value={draft.retain}
          change={(retain) => change({ retain })}
        />
      </div>
    </>
  );
}
