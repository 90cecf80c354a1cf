/** The dialog that is open, if one is. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { useState } from 'preact/hooks';
import { addArm, changeArm, retireArm, setStatus } from '../api/service.ts';
import { experiment, state } from '../data/one.ts';
import {
  type ArmAction,
  armConsequences,
  newArmConsequence,
  statusConsequence,
} from '../words/consequences.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ActionDialog } from './confirm.tsx';
import { carryOut, type Doing, doing } from './doing.ts';
import { TextField } from './fields.tsx';
import { all, readKey, readPayload } from './reading.ts';

interface Subject {
  readonly shown: Experiment;
  readonly standing: ExperimentState;
}

const STATUS_WORDS = {
  pause: ['Pause', 'paused'],
  resume: ['Resume', 'resumed'],
  archive: ['Archive', 'archived'],
} as const;

function StatusDialog(props: Subject & { action: keyof typeof STATUS_WORDS }) {
  const { shown, standing, action } = props;
  const [verb, past] = STATUS_WORDS[action];
  return (
    <ActionDialog
      id="status"
      title={`${verb} experiment ${shown.key}?`}
      action={`${verb} experiment`}
      consequences={[statusConsequence(action, shown, standing)]}
      act={() => carryOut(`The experiment was ${past}.`, setStatus(shown.key, action))}
    />
  );
}

const ARM_WORDS = {
  pause: ['Pause', 'paused'],
  activate: ['Activate', 'active again'],
  retire: ['Retire', 'retired'],
} as const;

function askArm(key: string, arm: string, action: ArmAction) {
  if (action === 'retire') return retireArm(key, arm);
  return changeArm(key, arm, { state: action === 'pause' ? 'paused' : 'active' });
}

function ArmDialog({ shown, standing, action, arm }: Subject & { action: ArmAction; arm: string }) {
  const known = standing.arms.find(({ key }) => key === arm);
  if (known === undefined) return null;
  const [verb, past] = ARM_WORDS[action];
  return (
    <ActionDialog
      id="arm"
      title={`${verb} arm ${arm}?`}
      action={`${verb} arm`}
      consequences={armConsequences(action, known, shown)}
      act={() => carryOut(`Arm ${arm} is ${past}.`, askArm(shown.key, arm, action))}
    />
  );
}

function AddArmDialog({ shown }: Subject) {
  const [key, setKey] = useState('');
  const [payload, setPayload] = useState('');
  const read = all({ key: readKey('The arm', key), payload: readPayload('The payload', payload) });
  const isEmpty = key.trim() === '';
  const act = async () => {
    if ('problem' in read) return read.problem;
    const { key: arm, payload: given } = read.value;
    return carryOut(
      `Arm ${arm} was added.`,
      addArm(shown.key, arm, given === undefined ? {} : { payload: given }),
    );
  };
  return (
    <ActionDialog
      id="add-arm"
      title="Add arm"
      action="Add arm"
      consequences={[newArmConsequence(key.trim(), shown)]}
      problem={'problem' in read && !isEmpty ? read.problem : undefined}
      idle={isEmpty}
      act={act}
    >
      <TextField
        id="arm-key"
        label="Key"
        value={key}
        change={setKey}
        placeholder="for example blue"
      />
      <TextField
        id="arm-payload"
        label="Payload (optional JSON)"
        value={payload}
        change={setPayload}
        hint="The service returns it with every decision for this arm."
      />
    </ActionDialog>
  );
}

function dialogFor(what: Doing, subject: Subject) {
  switch (what.what) {
    case 'status':
      return <StatusDialog {...subject} action={what.action} />;
    case 'change':
      return <ChangeDialog experiment={subject.shown} />;
    case 'add-arm':
      return <AddArmDialog {...subject} />;
    default:
      return <ArmDialog {...subject} action={what.action} arm={what.arm} />;
  }
}

export function Dialogs() {
  const what = doing.value;
  const [shown, standing] = [experiment.value, state.value];
  if (what === undefined || shown === undefined || standing === undefined) return null;
  return dialogFor(what, { shown, standing });
}
