/** Changes of an experiment: what each would write, and what it does, in sentences. */
import type { ArmChange, ExperimentPatch, NewExperiment } from '@driftline/client/wire';
import { suggestion } from '@driftline/core/spec';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import type { ChangeBodies, ReviseBody } from '../model/changes.ts';
import {
  type ArmConfig,
  activePlaces,
  type ExperimentConfig,
  placeOf,
  servedDefault,
} from '../model/configuration.ts';
import { writeDuration } from '../model/durations.ts';
import type { Limits } from '../model/limits.ts';
import { ProblemError } from '../model/problems.ts';
import { patchConfiguration, readArm, readNewExperiment } from '../model/read-configuration.ts';
import type { Millis, StatusName } from '../model/rows.ts';

/** What a change writes, before its revision. */
type PlannedChange = {
  [Kind in 'config' | 'arm' | 'status']: {
    readonly kind: Kind;
    readonly body: ChangeBodies[Kind];
  };
}['config' | 'arm' | 'status'];

/** What is to be done. */
export interface Plan {
  /** Undefined where everything is so already. */
  readonly change: PlannedChange | undefined;
  /** The configuration afterwards. */
  readonly config: ExperimentConfig;
  /** Why the policy is made anew; undefined where it goes on. */
  readonly revise: ReviseBody['cause'] | undefined;
  readonly effects: readonly string[];
}

function demandOpen(fold: ExperimentFold): void {
  if (fold.facts.status !== 'archived') return;
  throw new ProblemError('archived', 'the experiment is archived: nothing of it changes any more');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Leaves everything as it is. */
function nothing(fold: ExperimentFold, effect: string): Plan {
  return { change: undefined, config: fold.config, revise: undefined, effects: [effect] };
}

function lasts(millis: Millis | null): string {
  return millis === null ? 'none' : writeDuration(millis);
}

/** Effect of a change on the answers of a paused experiment. */
function defaultEffects(before: ExperimentConfig, after: ExperimentConfig): string[] {
  const effects: string[] = [];
  const [was, is] = [servedDefault(before)?.key, servedDefault(after)?.key];
  if (was !== is) {
    effects.push(
      is === undefined
        ? 'no arm is active: decisions are refused until one is, even while the experiment is paused'
        : `a paused experiment answers with ${is}${was === undefined ? '' : ` in place of ${was}`}`,
    );
  }
  const { defaultArm } = after;
  if (defaultArm !== null && defaultArm !== before.defaultArm && defaultArm !== is) {
    effects.push(`${defaultArm} is paused, and is the default arm when it is active again`);
  }
  return effects;
}

function patchEffects(before: ExperimentConfig, after: ExperimentConfig): string[] {
  const effects: string[] = [];
  const say = (changed: boolean, text: string) => changed && effects.push(text);
  say(
    before.explore !== after.explore,
    `any arm gets the share ${after.explore} of decisions, all alike, in place of ${before.explore}`,
  );
  say(
    before.reward.timeout !== after.reward.timeout,
    `new decisions wait ${lasts(after.reward.timeout)} for their reward; those made before keep their own time`,
  );
  effects.push(...defaultEffects(before, after));
  say(
    before.sticky !== after.sticky,
    after.sticky === null
      ? 'units get a new decision each time'
      : `a unit gets its last decision again for ${lasts(after.sticky)}`,
  );
  say(before.retain !== after.retain, `rows are kept for ${lasts(after.retain)}`);
  return effects;
}

/** A patch; `revision` is the one that the caller has seen. */
export function planPatch(
  fold: ExperimentFold,
  patch: ExperimentPatch,
  revision: number | undefined,
): Plan {
  demandOpen(fold);
  const current = fold.facts.revision;
  if (revision !== undefined && revision !== current) {
    throw new ProblemError(
      'revision-mismatch',
      `the experiment has revision ${current}; got ${revision}: look at it again, and send the change with that revision`,
    );
  }
  const before = fold.config;
  const after = patchConfiguration(before, patch);
  if (isSame(before, after)) return nothing(fold, 'everything was so already');
  const { policy, memory, reward, explore, defaultArm, sticky, retain } = after;
  const isRevised = !(isSame(before.policy, policy) && isSame(before.memory, memory));
  return {
    change: {
      kind: 'config',
      body: { policy, memory, reward, explore, defaultArm, sticky, retain },
    },
    config: after,
    revise: isRevised ? 'policy' : undefined,
    effects: patchEffects(before, after),
  };
}

function statusEffect(status: StatusName, config: ExperimentConfig): string {
  if (status === 'running') return 'it decides';
  if (status === 'archived') return 'it answers no more, for good; its log stays to be exported';
  const served = servedDefault(config);
  return served === undefined
    ? 'it decides nothing, and refuses requests until an arm is active; rewards still count'
    : `it answers with its default arm, ${served.key}, and decides nothing; rewards still count`;
}

export function planStatus(fold: ExperimentFold, status: StatusName): Plan {
  if (fold.facts.status === status) return nothing(fold, `it is ${status} already`);
  demandOpen(fold);
  return {
    change: { kind: 'status', body: { status } },
    config: fold.config,
    revise: undefined,
    effects: [statusEffect(status, fold.config)],
  };
}

/** A plan that changes an arm, or adds it at the next place. */
function armPlan(
  fold: ExperimentFold,
  place: number,
  arm: ArmConfig,
  effects: readonly string[],
): Plan {
  const arms = [...fold.config.arms];
  arms[place] = arm;
  const config = { ...fold.config, arms };
  return {
    change: { kind: 'arm', body: { place, arm } },
    config,
    revise: arm.state === 'retired' ? 'retire' : undefined,
    effects: [...effects, ...defaultEffects(fold.config, config)],
  };
}

function checkRoom({ arms }: ExperimentConfig, limits: Limits): void {
  const live = arms.filter(({ state }) => state !== 'retired').length;
  if (arms.length >= limits.arms) {
    throw new ProblemError(
      'conflict',
      `an experiment has at most ${limits.arms} arms in all, retired ones included: make a new experiment`,
    );
  }
  if (live >= limits.liveArms) {
    throw new ProblemError(
      'conflict',
      `at most ${limits.liveArms} arms are not retired: retire one first`,
    );
  }
}

/** A new arm; the same again changes nothing. */
export function planNewArm(
  fold: ExperimentFold,
  key: string,
  change: ArmChange,
  limits: Limits,
): Plan {
  demandOpen(fold);
  const { config } = fold;
  const { payload } = change;
  const arm = readArm(payload === undefined ? { key } : { key, payload }, '', limits);
  const place = placeOf(config, key);
  if (place === undefined) {
    checkRoom(config, limits);
    const share = activePlaces(config).length + 1;
    return armPlan(fold, config.arms.length, arm, [
      `${key} joins; until its first reward is back it gets at most 1/${share} of the decisions that wait`,
    ]);
  }
  const there = config.arms[place];
  if (there.state === 'retired') {
    throw new ProblemError(
      'conflict',
      `${key} was retired, and keys are not used again: take another`,
    );
  }
  if (isSame(there.payload, arm.payload)) return nothing(fold, `${key} was there already`);
  throw new ProblemError('conflict', `${key} has another payload: PATCH changes it`);
}

/** The arm of a key that is not retired, and its place. */
function liveArm({ config }: ExperimentFold, key: string): { place: number; arm: ArmConfig } {
  const place = placeOf(config, key);
  if (place === undefined) {
    const keys = config.arms.map((arm) => arm.key);
    throw new ProblemError('not-found', `there is no arm "${key}"; ${suggestion(key, keys)}`);
  }
  const arm = config.arms[place];
  if (arm.state !== 'retired') return { place, arm };
  throw new ProblemError('conflict', `${key} is retired, for good`);
}

function armEffects(before: ArmConfig, after: ArmConfig): string[] {
  const effects: string[] = [];
  if (!isSame(before.payload, after.payload)) {
    effects.push(`answers with ${after.key} carry the new payload`);
  }
  if (before.state === after.state) return effects;
  if (after.state === 'active') return [...effects, `${after.key} may be chosen again`];
  return [...effects, `${after.key} is not chosen; what is known of it stays, and ages`];
}

/** Another payload, or a pause. */
export function planArmChange(
  fold: ExperimentFold,
  key: string,
  change: ArmChange,
  limits: Limits,
): Plan {
  demandOpen(fold);
  const { place, arm } = liveArm(fold, key);
  const { payload } =
    change.payload === undefined ? arm : readArm({ key, payload: change.payload }, '', limits);
  const after: ArmConfig = { key, payload, state: change.state ?? arm.state };
  if (isSame(arm, after)) return nothing(fold, 'everything was so already');
  return armPlan(fold, place, after, armEffects(arm, after));
}

/** An arm goes for good. */
export function planRetirement(fold: ExperimentFold, key: string): Plan {
  demandOpen(fold);
  const { config } = fold;
  if (config.arms[placeOf(config, key) ?? -1]?.state === 'retired') {
    return nothing(fold, `${key} is retired already`);
  }
  const { place, arm } = liveArm(fold, key);
  if (config.arms.filter(({ state }) => state !== 'retired').length === 1) {
    throw new ProblemError('conflict', `${key} is the last arm: add another one first`);
  }
  if (config.defaultArm === key) {
    throw new ProblemError(
      'conflict',
      `${key} is the defaultArm: name another one first, by PATCH of the experiment`,
    );
  }
  return armPlan(fold, place, { ...arm, state: 'retired' }, [
    `${key} is not chosen any more, for good; rewards of its decisions are stored and do not count`,
  ]);
}

/** The sentence on a revision. */
export function revisionEffect({ policy, from }: ReviseBody, next: number): string {
  const count = next - from;
  if (count === 0) return `${policy.type} begins anew: there is nothing that it could go through`;
  return `revised from decision ${from}: ${policy.type} went through the last ${count} decisions again`;
}

/** Whether a request to create asks for what is there. */
export function isSameExperiment(
  fold: ExperimentFold,
  asked: NewExperiment,
  limits: Limits,
): boolean {
  const { config } = fold;
  const wanted = readNewExperiment(asked, config.created, limits);
  const shape = ({ arms, defaultArm, ...rest }: ExperimentConfig) => {
    const live = arms.filter(({ state }) => state !== 'retired');
    return {
      ...rest,
      // An arm that is paused meanwhile does not make it another experiment.
      defaultArm: defaultArm ?? live[0].key,
      arms: live.map(({ key, payload }) => ({ key, payload })),
    };
  };
  return isSame(sorted(shape(wanted)), sorted(shape(config)));
}

/** The same data with the names of objects in order, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, each]) => [name, sorted(each)]));
}
