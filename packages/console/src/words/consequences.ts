/** The consequences of each change, shown before it is made. */
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

function pendingText(pending: number): string {
  if (pending === 0) return 'No decisions are pending.';
  return pending === 1
    ? 'The reward of the 1 pending decision still counts.'
    : `Rewards of the ${whole(pending)} pending decisions still count.`;
}

export function statusConsequence(
  action: StatusAction,
  { defaultArm, retain }: Experiment,
  { pending }: ExperimentState,
): string {
  switch (action) {
    case 'pause': {
      const answer = defaultArm === null ? 'refused' : `answered with ${defaultArm}`;
      return `Until you resume the experiment, every request is ${answer} and no decision is made. ${pendingText(pending)} You can resume at any time.`;
    }
    case 'resume':
      return 'The experiment makes decisions again and keeps everything it has learned. You can pause it again at any time.';
    default: {
      const lost =
        pending === 0
          ? ''
          : ` The ${counted(pending, 'pending decision')} will no longer accept rewards.`;
      return `Decisions and rewards are permanently refused. An archived experiment can’t be resumed.${lost} You can still export its log, which is kept for ${retain}.`;
    }
  }
}

export function newArmConsequence(key: string, { arms }: Experiment): string {
  const count = arms.filter(({ state }) => state === 'active').length + 1;
  const name = key === '' ? 'The arm' : key;
  return `${name} joins with no data. Until its first reward, at most one in ${whole(count)} pending decisions goes to it. Data on the other arms is kept. You can retire the arm later, but its key can’t be used again.`;
}

export type ArmAction = 'pause' | 'activate' | 'retire';

function armConsequence(action: ArmAction, { key, pending }: ArmKnowledge): string {
  switch (action) {
    case 'pause':
      return `${key} gets no decisions until you activate it again. Its data is kept. ${pendingText(pending)}`;
    case 'activate':
      return `${key} gets decisions again, starting with the data that the policy still remembers. You can pause it again at any time.`;
    default: {
      const lost =
        pending === 0
          ? ''
          : ` Rewards of its ${counted(pending, 'pending decision')} are stored but not counted.`;
      return `${key} never gets a decision again. This can’t be undone. The policy is rebuilt from its data on the other arms.${lost} Decisions for ${key} stay in the log.`;
    }
  }
}

/** The arm that replaces a default arm that pauses or retires: the first other active arm. */
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
  return 'at most the last million decisions';
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
    `The policy is rebuilt as ${found?.name ?? type}${remembers}. It learns again from ${learnedAgain(found, decisions)} in the log. Pending decisions are not affected. You can change it back later.`,
  ];
}

function exploreConsequence({ explore }: Experiment, patch: ExperimentPatch): string[] {
  if (patch.explore === undefined) return [];
  const next = patch.explore ?? 0.02;
  const meaning =
    next === 0
      ? 'The report can’t estimate a gain from then on, and the policy may miss a rise of a single arm.'
      : 'The report is computed from these decisions.';
  return [
    `${percent(next)} of new decisions (was ${percent(explore)}) go to an arm picked at random, all arms equally likely. ${meaning}`,
  ];
}

/** The consequences of changed settings, one text per setting. */
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
      : [
          `New decisions wait ${reward.timeout} for a reward. Earlier decisions keep their timeout.`,
        ]),
    ...(sticky === undefined
      ? []
      : [
          sticky === null
            ? 'Units get a new decision with every request.'
            : `A unit that asks again within ${sticky} gets its last decision again.`,
        ]),
    ...(defaultArm === undefined
      ? []
      : [
          `While the experiment is paused, requests are answered with ${defaultArm ?? 'the first active arm'}.`,
        ]),
    ...(retain === undefined
      ? []
      : [
          `Log rows are kept for ${retain ?? '90d'}. Older rows are deleted, which can’t be undone.`,
        ]),
  ];
}
