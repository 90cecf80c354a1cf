/** A new experiment as it stands in a form. */
import type { NewArm, NewExperiment, OfferedPolicy, RewardSettings } from '@driftline/client/wire';
import { all, type Read, readKey, readNumber, readPayload } from './reading.ts';
import { readSettings, type Settings, type SettingsDraft, usualSettings } from './settings.ts';

export interface ArmDraft {
  /** Tells rows apart whose keys are still empty. */
  readonly id: number;
  readonly key: string;
  readonly payload: string;
}

export type RewardKind = 'yes-no' | 'range' | 'any';
/** What silence is: counted as nothing, or as a value. */
export type Silence = 'nothing' | 'value';

export interface ExperimentDraft {
  readonly key: string;
  readonly arms: readonly ArmDraft[];
  readonly rewards: RewardKind;
  readonly min: string;
  readonly max: string;
  readonly center: string;
  readonly scale: string;
  readonly silence: Silence;
  readonly missing: string;
  readonly early: boolean;
  readonly settings: SettingsDraft;
}

export const firstDraft: ExperimentDraft = {
  key: '',
  arms: [
    { id: 0, key: '', payload: '' },
    { id: 1, key: '', payload: '' },
  ],
  rewards: 'yes-no',
  min: '0',
  max: '1',
  center: '0',
  scale: '1',
  silence: 'value',
  missing: '0',
  early: false,
  settings: usualSettings,
};

function readArms(arms: readonly ArmDraft[]): Read<readonly NewArm[]> {
  const list: NewArm[] = [];
  for (const [i, { key, payload }] of arms.entries()) {
    const name = `Arm ${i + 1}`;
    const read = all({
      key: readKey(name, key),
      payload: readPayload(`${name}’s payload`, payload),
    });
    if ('problem' in read) return read;
    const { key: own, payload: given } = read.value;
    if (list.some((other) => other.key === own)) return { problem: `Two arms are called ${own}.` };
    list.push(given === undefined ? { key: own } : { key: own, payload: given });
  }
  return { value: list };
}

type Unit = Omit<RewardSettings, 'timeout' | 'missing' | 'early'>;

function readUnit(draft: ExperimentDraft): Read<Unit> {
  if (draft.rewards === 'yes-no') return { value: { min: 0, max: 1 } };
  if (draft.rewards === 'any') {
    const read = all<{ center: number; scale: number }>({
      center: readNumber('The typical value', draft.center),
      scale: readNumber('The typical spread', draft.scale),
    });
    if ('value' in read && !(read.value.scale > 0))
      return { problem: 'The typical spread must be above 0.' };
    return read;
  }
  const read = all<{ min: number; max: number }>({
    min: readNumber('The minimum reward', draft.min),
    max: readNumber('The maximum reward', draft.max),
  });
  if ('value' in read && !(read.value.min < read.value.max)) {
    return { problem: 'The maximum reward must be above the minimum.' };
  }
  return read;
}

function readSilence({ silence, missing, early }: ExperimentDraft): Read<Partial<RewardSettings>> {
  if (silence === 'nothing') return { value: {} };
  const read = readNumber('The value of a missing reward', missing);
  if ('problem' in read) return read;
  return { value: { missing: read.value, ...(early ? { early } : {}) } };
}

interface Named {
  readonly key: string;
  readonly experiment: NewExperiment;
}

/** Leaves out defaults: the service knows them. */
function bodyOf(
  draft: ExperimentDraft,
  arms: readonly NewArm[],
  reward: RewardSettings,
  settings: Settings,
): NewExperiment {
  const { policy, memory, explore, sticky, retain } = settings;
  const { defaultArm } = draft.settings;
  return {
    arms,
    ...(policy === usualSettings.policy ? {} : { policy: { type: policy } }),
    ...(memory === undefined ? {} : { memory }),
    reward,
    ...(explore === 0.02 ? {} : { explore }),
    ...(defaultArm === '' || defaultArm === arms[0].key ? {} : { defaultArm }),
    ...(sticky === undefined ? {} : { sticky }),
    ...(retain === usualSettings.retain ? {} : { retain }),
  };
}

export function readExperiment(
  draft: ExperimentDraft,
  offered: readonly OfferedPolicy[],
): Read<Named> {
  const read = all<{
    key: string;
    arms: readonly NewArm[];
    unit: Unit;
    silence: Partial<RewardSettings>;
    settings: Settings;
  }>({
    key: readKey('The experiment', draft.key),
    arms: readArms(draft.arms),
    unit: readUnit(draft),
    silence: readSilence(draft),
    settings: readSettings(draft.settings, offered),
  });
  if ('problem' in read) return read;
  const { key, arms, unit, silence, settings } = read.value;
  const reward = { ...unit, timeout: settings.timeout, ...silence };
  return { value: { key, experiment: bodyOf(draft, arms, reward, settings) } };
}
