/** The form that creates an experiment. */
import type { NewExperiment } from '@driftline/client/wire';
import { Panel } from '@driftline/page-kit/widgets';
import { useEffect, useState } from 'preact/hooks';
import { createExperiment } from '../api/service.ts';
import { loadPolicies, policies } from '../data/policies.ts';
import { goTo } from '../state/route.ts';
import { Command } from '../widgets/text.tsx';
import { createCommand } from '../words/commands.ts';
import { creationConsequences } from '../words/creation.ts';
import { ArmRows } from './arm-rows.tsx';
import { Consequences, Refused } from './confirm.tsx';
import { done } from './doing.ts';
import { TextField } from './fields.tsx';
import { type ExperimentDraft, firstDraft, readExperiment } from './new-experiment.ts';
import { RewardFields } from './reward-fields.tsx';
import { OtherFields, PolicyFields } from './settings-fields.tsx';

function useCreation() {
  const [draft, setDraft] = useState<ExperimentDraft>(firstDraft);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const read = readExperiment(draft, policies.value);
  const create = async () => {
    if ('problem' in read) {
      setWrong(read.problem);
      return;
    }
    setBusy(true);
    const { key, experiment } = read.value;
    const answer = await createExperiment(key, experiment);
    setBusy(false);
    if ('trouble' in answer) {
      setWrong(answer.trouble.message);
      return;
    }
    done.value = [
      `Experiment ${key} was created. It makes its first decision when you request one.`,
    ];
    goTo({ view: 'experiment', key });
  };
  const change = (part: Partial<ExperimentDraft>) => {
    setWrong(undefined);
    setDraft({ ...draft, ...part });
  };
  return { draft, change, busy, wrong, read, create };
}

/** The new experiment in words, and the request that creates it. */
function Preview({ name, experiment }: { name: string; experiment: NewExperiment }) {
  return (
    <>
      <Consequences sentences={creationConsequences(experiment)} />
      <details class="as-command">
        <summary>Show the curl command</summary>
        <Command text={createCommand(name, experiment)} />
      </details>
    </>
  );
}

interface PartProps {
  readonly draft: ExperimentDraft;
  readonly change: (part: Partial<ExperimentDraft>) => void;
}

function WhatPanel({ draft, change }: PartProps) {
  return (
    <Panel id="what" title="Key and arms" sentence="A name, and the arms to choose from.">
      <TextField
        id="experiment-key"
        label="Experiment key"
        value={draft.key}
        change={(key) => change({ key })}
        placeholder="for example checkout-button"
      />
      <ArmRows arms={draft.arms} change={(list) => change({ arms: list })} />
    </Panel>
  );
}

function HowPanel({ draft: { settings, arms }, change }: PartProps) {
  const fields = {
    draft: settings,
    change: (part: Partial<typeof settings>) => change({ settings: { ...settings, ...part } }),
  };
  const named = arms.map(({ key }) => key.trim()).filter((key) => key !== '');
  return (
    <Panel
      id="how"
      title="Policy"
      sentence="You can keep the default: the policy auto learns how fast to forget."
    >
      <PolicyFields {...fields} armCount={arms.length} />
      <details class="more">
        <summary>More settings</summary>
        <OtherFields {...fields} arms={named.length === 0 ? [''] : named} />
      </details>
    </Panel>
  );
}

export function CreatePage() {
  const { draft, change, busy, wrong, read, create } = useCreation();
  useEffect(() => void loadPolicies(), []);
  return (
    <form
      class="create"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <header>
        <h1>New experiment</h1>
        <p class="lead">
          Your application requests an arm, uses it and reports a reward. The experiment learns
          which arm pays most and adapts when that changes.
        </p>
      </header>
      <WhatPanel draft={draft} change={change} />
      <Panel
        id="rewards"
        title="Rewards"
        sentence="The values of a reward, and the meaning of a missing one."
      >
        <RewardFields draft={draft} change={change} />
      </Panel>
      <HowPanel draft={draft} change={change} />
      {'value' in read ? (
        <Preview name={read.value.key} experiment={read.value.experiment} />
      ) : null}
      <Refused why={wrong} />
      <div class="form-buttons">
        <a class="button" href="#/">
          Cancel
        </a>
        <button class="button primary" type="submit" disabled={busy}>
          {busy ? 'Working…' : 'Create experiment'}
        </button>
      </div>
    </form>
  );
}
