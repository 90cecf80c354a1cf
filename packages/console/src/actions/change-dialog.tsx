/** Changes the settings of an experiment. */
import type { Experiment } from '@driftline/client/wire';
import { useEffect, useState } from 'preact/hooks';
import { changeExperiment } from '../api/service.ts';
import { loadPolicies, policies } from '../data/policies.ts';
import { changeConsequences } from '../words/consequences.ts';
import { ActionDialog } from './confirm.tsx';
import { carryOut } from './doing.ts';
import { draftOf, patchOf } from './settings.ts';
import { OtherFields, PolicyFields, WaitField } from './settings-fields.tsx';

export function ChangeDialog({ experiment }: { experiment: Experiment }) {
  // The experiment as the dialog opened: if it changes meanwhile, its revision makes the service refuse the patch.
  const [before] = useState(experiment);
  const [draft, setDraft] = useState(() => draftOf(experiment));
  useEffect(() => void loadPolicies(), []);
  const read = patchOf(before, draft, policies.value);
  const patch = 'value' in read ? read.value : {};
  const live = before.arms.filter(({ state }) => state !== 'retired');
  const active = live.filter(({ state }) => state === 'active').map(({ key }) => key);
  const fields = {
    draft,
    change: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }),
  };
  return (
    <ActionDialog
      id="change"
      title={`Change settings of ${before.key}`}
      action="Save changes"
      consequences={changeConsequences(before, patch, policies.value)}
      problem={'problem' in read ? read.problem : undefined}
      idle={Object.keys(patch).length === 0}
      act={() =>
        carryOut('The settings were changed.', changeExperiment(before.key, patch, before.revision))
      }
    >
      <PolicyFields {...fields} armCount={live.length} />
      <WaitField {...fields} />
      <OtherFields {...fields} arms={active} />
    </ActionDialog>
  );
}
