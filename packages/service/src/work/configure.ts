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
  throw new ProblemError(
    'archived',
    'the experiment is archived and cannot be changed; create a new one',
  );
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
        ? 'no arm is active; decisions are refused until you activate one, even while the experiment is paused'
        : `while paused, the experiment answers with ${is}${was === undefined ? '' : ` instead of ${was}`}`,
    );
  }
  const { defaultArm } = after;
  if (defaultArm !== null && defaultArm !== before.defaultArm && defaultArm !== is) {
    effects.push(`${defaultArm} is paused; it becomes the default arm when you activate it again`);
  }
  return effects;
}

function patchEffects(before: ExperimentConfig, after: ExperimentConfig): string[] {
  const effects: string[] = [];
  const say = (changed: boolean, text: string) => changed && effects.push(text);
  say(
    before.explore !== after.explore,
    `a share of ${after.explore} of new decisions (was ${before.explore}) goes to an arm picked at random, all arms equally likely`,
  );
  say(
    before.reward.timeout !== after.reward.timeout,
    `new decisions wait ${lasts(after.reward.timeout)} for their reward; earlier decisions keep their timeout`,
  );
  effects.push(...defaultEffects(before, after));
  say(
    before.sticky !== after.sticky,
    after.sticky === null
      ? 'a unit gets a new decision each time'
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
      `the experiment has revision ${current}; got ${revision}; read the experiment again and send the change with its revision`,
    );
  }
  const before = fold.config;
  const after = patchConfiguration(before, patch);
  if (isSame(before, after)) return nothing(fold, 'nothing changed; the settings were already so');
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
  if (status === 'running') return 'the experiment makes decisions';
  if (status === 'archived')
    return 'the experiment is archived permanently and refuses decisions and rewards; you can still export its data';
  const served = servedDefault(config);
  return served === undefined
    ? 'the experiment makes no decisions and refuses requests until you activate an arm; rewards still count'
    : `the experiment makes no decisions and answers with its default arm, ${served.key}; rewards still count`;
}

export function planStatus(fold: ExperimentFold, status: StatusName): Plan {
  if (fold.facts.status === status) return nothing(fold, `the experiment is already ${status}`);
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
      `an experiment can have at most ${limits.arms} arms in its lifetime, including retired ones; create a new experiment`,
    );
  }
  if (live >= limits.liveArms) {
    throw new ProblemError(
      'conflict',
      `an experiment can have at most ${limits.liveArms} arms that are not retired; retire one first`,
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
      `${key} joins without data; until its first reward arrives, it gets at most 1/${share} of pending decisions`,
    ]);
  }
  const there = config.arms[place];
  if (there.state === 'retired') {
    throw new ProblemError(
      'conflict',
      `${key} was retired, and its key cannot be used again; choose another key`,
    );
  }
  if (isSame(there.payload, arm.payload))
    return nothing(fold, `nothing changed; ${key} already existed`);
  throw new ProblemError('conflict', `${key} exists with another payload; change it with PATCH`);
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
  throw new ProblemError('conflict', `${key} is retired permanently; add an arm with another key`);
}

function armEffects(before: ArmConfig, after: ArmConfig): string[] {
  const effects: string[] = [];
  if (!isSame(before.payload, after.payload)) {
    effects.push(`decisions for ${after.key} have the new payload`);
  }
  if (before.state === after.state) return effects;
  if (after.state === 'active') return [...effects, `${after.key} can be chosen again`];
  return [...effects, `${after.key} is no longer chosen; its data is kept and ages`];
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
  if (isSame(arm, after)) return nothing(fold, 'nothing changed; the settings were already so');
  return armPlan(fold, place, after, armEffects(arm, after));
}

/** An arm goes for good. */
export function planRetirement(fold: ExperimentFold, key: string): Plan {
  demandOpen(fold);
  const { config } = fold;
  if (config.arms[placeOf(config, key) ?? -1]?.state === 'retired') {
    return nothing(fold, `${key} is already retired`);
  }
  const { place, arm } = liveArm(fold, key);
  if (config.arms.filter(({ state }) => state !== 'retired').length === 1) {
    throw new ProblemError('conflict', `${key} is the only arm; add another one first`);
  }
  if (config.defaultArm === key) {
    throw new ProblemError(
      'conflict',
      `${key} is the defaultArm; set another one first with PATCH of the experiment`,
    );
  }
  return armPlan(fold, place, { ...arm, state: 'retired' }, [
    `${key} is retired permanently; rewards of its decisions are stored but do not count`,
  ]);
}

/** The sentence on a revision. */
export function revisionEffect({ policy, from }: ReviseBody, next: number): string {
  const count = next - from;
  if (count === 0)
    return `${policy.type} starts without data, because there are no decisions to replay`;
  return `${policy.type} replayed the last ${count} decisions, from decision ${from}`;
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
