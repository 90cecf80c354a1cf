/** Settings that can be changed later, as they stand in a form. */
import type { Experiment, ExperimentPatch, Memory, OfferedPolicy } from '@driftline/client/wire';
import { all, type Read, readDuration, readPercent, readWhole } from './reading.ts';

/** What a service accepts as memory. */
const MEMORY_RANGE = [10, 1_000_000] as const;

/** Everything as text: what is typed may be wrong. */
export interface SettingsDraft {
  readonly policy: string;
  readonly memory: string;
  readonly maxAge: string;
  readonly explore: string;
  readonly timeout: string;
  readonly defaultArm: string;
  readonly sticky: string;
  readonly retain: string;
}

/** The service's defaults. */
export const usualSettings: SettingsDraft = {
  policy: 'auto',
  memory: '',
  maxAge: '',
  explore: '2',
  timeout: '30m',
  defaultArm: '',
  sticky: '',
  retain: '90d',
};

export function draftOf({
  policy,
  memory,
  explore,
  reward,
  defaultArm,
  sticky,
  retain,
}: Experiment): SettingsDraft {
  return {
    policy: policy.type,
    memory: memory === null ? '' : String(memory.decisions),
    maxAge: memory?.maxAge ?? '',
    explore: String(Number((100 * explore).toPrecision(6))),
    timeout: reward.timeout,
    defaultArm: defaultArm ?? '',
    sticky: sticky ?? '',
    retain,
  };
}

/** If the policy is not in the list, or the list is not available, the experiment's memory is kept. */
export function needsMemory(draft: SettingsDraft, offered: readonly OfferedPolicy[]): boolean {
  const found = offered.find(({ type }) => type === draft.policy);
  return found === undefined ? draft.memory !== '' : found.memory === 'required';
}

/** Nothing typed is undefined. */
function optionalDuration(name: string, text: string): Read<string | undefined> {
  return text.trim() === '' ? { value: undefined } : readDuration(name, text);
}

export interface Settings {
  readonly policy: string;
  readonly memory: Memory | undefined;
  readonly explore: number;
  readonly timeout: string;
  readonly sticky: string | undefined;
  readonly retain: string;
}

function readMemory({ memory, maxAge }: SettingsDraft): Read<Memory> {
  const read = all<{ decisions: number; maxAge: string | undefined }>({
    decisions: readWhole('Memory', memory, MEMORY_RANGE),
    maxAge: optionalDuration('The maximum age', maxAge),
  });
  if ('problem' in read) return read;
  const { decisions, maxAge: age } = read.value;
  return { value: { decisions, ...(age === undefined ? {} : { maxAge: age }) } };
}

export function readSettings(
  draft: SettingsDraft,
  offered: readonly OfferedPolicy[],
): Read<Settings> {
  const memory: Read<Memory | undefined> = needsMemory(draft, offered)
    ? readMemory(draft)
    : { value: undefined };
  return all<{ [K in keyof Settings]: Settings[K] }>({
    policy: { value: draft.policy },
    memory,
    explore: readPercent('Exploration', draft.explore),
    timeout: readDuration('The reward timeout', draft.timeout),
    sticky: optionalDuration('The time that a unit keeps its arm', draft.sticky),
    retain: readDuration('The log retention', draft.retain),
  });
}

function sameMemory(a: Memory | null, b: Memory | undefined): boolean {
  return a?.decisions === b?.decisions && a?.maxAge === b?.maxAge;
}

/** What differs from the experiment as it is; an empty patch where nothing does. */
export function patchOf(
  experiment: Experiment,
  draft: SettingsDraft,
  offered: readonly OfferedPolicy[],
): Read<ExperimentPatch> {
  const read = readSettings(draft, offered);
  if ('problem' in read) return read;
  const { policy, memory, explore, timeout, sticky, retain } = read.value;
  const isOtherPolicy = policy !== experiment.policy.type;
  return {
    value: {
      ...(isOtherPolicy ? { policy: { type: policy } } : {}),
      ...(sameMemory(experiment.memory, memory) ? {} : { memory: memory ?? null }),
      ...(Math.abs(explore - experiment.explore) < 1e-12 ? {} : { explore }),
      ...(timeout === experiment.reward.timeout ? {} : { reward: { timeout } }),
      ...(draft.defaultArm === (experiment.defaultArm ?? '')
        ? {}
        : { defaultArm: draft.defaultArm }),
      ...(sticky === (experiment.sticky ?? undefined) ? {} : { sticky: sticky ?? null }),
      ...(retain === experiment.retain ? {} : { retain }),
    },
  };
}
