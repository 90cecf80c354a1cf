/** What each change will do, said before it is done. */
import type {
  ArmKnowledge,
  Experiment,
  ExperimentPatch,
  ExperimentState,
  OfferedPolicy,
} from '@driftline/client/wire';
import { counted } from '@driftline/engine/display';
import { percent, whole } from './numbers.ts';

type StatusAction = 'pause' | 'resume' | 'archive';

function waiting(pending: number): string {
  if (pending === 0) return 'No decision waits for a reward.';
  const verb = pending === 1 ? 'waits' : 'wait';
  return `${counted(pending, 'decision')} ${verb} for a reward, which still counts.`;
}

export function statusConsequence(
  action: StatusAction,
  { defaultArm, retain }: Experiment,
  { pending }: ExperimentState,
): string {
  switch (action) {
    case 'pause': {
      const answer = defaultArm === null ? 'refused' : `answered with ${defaultArm}`;
      return `From now on every request is ${answer}, and no decision is made. ${waiting(pending)} It can be resumed at any time.`;
    }
    case 'resume':
      return 'From now on requests are decided again, with all that was learned.';
    default: {
      const lost =
        pending === 0
          ? ''
          : ` The ${counted(pending, 'decision')} that wait get no reward any more.`;
      return `Decisions and rewards are refused from now on, for ever: an archived experiment can’t be resumed.${lost} Its log can still be exported, and is kept for ${retain}.`;
    }
  }
}

export function newArmConsequence(key: string, { arms }: Experiment): string {
  const count = arms.filter(({ state }) => state === 'active').length + 1;
  const name = key === '' ? 'The arm' : key;
  return `${name} joins with nothing known of it: until its first reward it gets at most one in ${whole(count)} of the decisions that wait. What is known of the others stays. A key can’t be used twice, not even after the arm is retired.`;
}

export type ArmAction = 'pause' | 'activate' | 'retire';

function armConsequence(action: ArmAction, { key, pending }: ArmKnowledge): string {
  switch (action) {
    case 'pause':
      return `${key} gets no more decisions until it is activated. What is known of it stays. ${waiting(pending)}`;
    case 'activate':
      return `${key} gets decisions again, with what is still remembered of it.`;
    default: {
      const lost =
        pending === 0
          ? ''
          : ` Rewards of its ${counted(pending, 'decision')} that wait are stored, and not counted.`;
      return `${key} never gets a decision again, and this can’t be undone. The policy is made anew, from what it remembers of the other arms.${lost} Its decisions stay in the log.`;
    }
  }
}

/** Who answers for the default arm when that pauses or retires: the first active arm of the others. */
function nextDefault(action: ArmAction, key: string, { arms, defaultArm }: Experiment): string[] {
  if (action === 'activate' || key !== defaultArm) return [];
  const next = arms.find((arm) => arm.state === 'active' && arm.key !== key);
  const answer = next === undefined ? 'refused' : `answered with ${next.key} instead of ${key}`;
  return [`While the experiment is paused, requests are ${answer}.`];
}

export function armConsequences(
  action: ArmAction,
  arm: ArmKnowledge,
  experiment: Experiment,
): string[] {
  return [armConsequence(action, arm), ...nextDefault(action, arm.key, experiment)];
}

/** How far back a new policy learns again. */
function learnedAgain(policy: OfferedPolicy | undefined, memory: number | undefined): string {
  if (policy?.memory === 'required' && memory !== undefined) {
    return policy.type.startsWith('d')
      ? `the last ${whole(36 * memory)} decisions`
      : `the last ${whole(memory)} decisions`;
  }
  return 'the last million decisions at most';
}

function policyConsequence(
  { policy, memory }: Experiment,
  patch: ExperimentPatch,
  offered: readonly OfferedPolicy[],
): string[] {
  if (patch.policy === undefined && patch.memory === undefined) return [];
  const type = patch.policy === undefined ? policy.type : (patch.policy?.type ?? 'auto');
  const decisions = (patch.memory === undefined ? memory : patch.memory)?.decisions;
  const found = offered.find((each) => each.type === type);
  const remembers =
    decisions === undefined ? '' : `, which remembers ${whole(decisions)} decisions`;
  return [
    `The policy is made anew as ${found?.name ?? type}${remembers}, and learns again from ${learnedAgain(found, decisions)}, as far as they are kept. What waits stays waiting.`,
  ];
}

function exploreConsequence({ explore }: Experiment, patch: ExperimentPatch): string[] {
  if (patch.explore === undefined) return [];
  const next = patch.explore ?? 0.02;
  const meaning =
    next === 0
      ? 'No gain can be reported from then on, and an arm that rises alone may not be noticed.'
      : 'These are what the report is made from.';
  return [
    `Of new decisions ${percent(next)} instead of ${percent(explore)} go to any arm, all alike. ${meaning}`,
  ];
}

/** What a change of the configuration will do, a sentence for each part. */
export function changeConsequences(
  experiment: Experiment,
  patch: ExperimentPatch,
  offered: readonly OfferedPolicy[],
): string[] {
  const { reward, sticky, defaultArm, retain } = patch;
  return [
    ...policyConsequence(experiment, patch, offered),
    ...exploreConsequence(experiment, patch),
    ...(reward?.timeout === undefined
      ? []
      : [`New decisions wait ${reward.timeout} for a reward; those made already keep their time.`]),
    ...(sticky === undefined
      ? []
      : [
          sticky === null
            ? 'Units get a new decision each time they ask.'
            : `A unit that asks again within ${sticky} gets its last decision again.`,
        ]),
    ...(defaultArm === undefined
      ? []
      : [
          `While the experiment is paused, requests are answered with ${defaultArm ?? 'the first active arm'}.`,
        ]),
    ...(retain === undefined
      ? []
      : [`Rows are kept for ${retain ?? '90d'}, older ones are deleted.`]),
  ];
}
