/** How an experiment that a file declares differs from the one that is there. */
import type {
  Experiment,
  ExperimentPatch,
  NewExperiment,
  PolicyChoice,
} from '@driftline/client/wire';
import { readDuration } from '../model/durations.ts';

/** What can be done about a difference. */
export interface Differences {
  /** What PATCH can change, with the declared values; undefined where nothing of it differs. */
  readonly patch: ExperimentPatch | undefined;
  readonly newArms: NewExperiment['arms'];
  readonly otherPayloads: NewExperiment['arms'];
  /** What no request can change. */
  readonly fixed: readonly string[];
  /** Names of everything that differs, for a warning. */
  readonly names: readonly string[];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

/** With the members of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/** Durations as milliseconds: 60m is 1h. */
function length(duration: string | null | undefined): number | null {
  return readDuration(duration ?? undefined) ?? null;
}

function memoryOf(memory: NewExperiment['memory'] | null): unknown {
  if (memory === undefined || memory === null) return null;
  return { ...memory, maxAge: length(memory.maxAge) };
}

const DEFAULT_POLICY: PolicyChoice = { type: 'auto' };
const DEFAULT_EXPLORE = 0.02;
const DEFAULT_RETAIN = '90d';

/** The default arm that the experiment would show: while the declared one is paused, the first active one serves. */
function expectedDefault({ defaultArm }: NewExperiment, { arms }: Experiment): string | null {
  const isPaused = arms.some(({ key, state }) => key === defaultArm && state === 'paused');
  if (defaultArm !== undefined && !isPaused) return defaultArm;
  return arms.find(({ state }) => state === 'active')?.key ?? null;
}

/** For each member that can be changed, whether it differs. */
function changeable(declared: NewExperiment, there: Experiment): Record<string, boolean> {
  const { policy = DEFAULT_POLICY, explore = DEFAULT_EXPLORE, retain = DEFAULT_RETAIN } = declared;
  const policyThere = { ...there.policy, params: there.policy.params ?? {} };
  return {
    policy: !isSame({ ...policy, params: policy.params ?? {} }, policyThere),
    memory: !isSame(memoryOf(declared.memory), memoryOf(there.memory)),
    explore: explore !== there.explore,
    'reward.timeout': length(declared.reward.timeout) !== length(there.reward.timeout),
    defaultArm: expectedDefault(declared, there) !== there.defaultArm,
    sticky: length(declared.sticky) !== length(there.sticky),
    retain: length(retain) !== length(there.retain),
  };
}

function patchOf(declared: NewExperiment, differs: Record<string, boolean>): ExperimentPatch {
  const { policy, memory, explore, defaultArm, sticky, retain, reward } = declared;
  return {
    ...(differs.policy ? { policy: policy ?? null } : {}),
    ...(differs.memory ? { memory: memory ?? null } : {}),
    ...(differs.explore ? { explore: explore ?? null } : {}),
    ...(differs['reward.timeout'] ? { reward: { timeout: reward.timeout } } : {}),
    ...(differs.defaultArm ? { defaultArm: defaultArm ?? null } : {}),
    ...(differs.sticky ? { sticky: sticky ?? null } : {}),
    ...(differs.retain ? { retain: retain ?? null } : {}),
  };
}

function fixedIn(declared: NewExperiment, there: Experiment): string[] {
  const { timeout: _one, ...rewards } = declared.reward;
  const { timeout: _other, ...rewardsThere } = there.reward;
  const strays = there.arms
    .filter(
      ({ key, state }) => state !== 'retired' && !declared.arms.some((arm) => arm.key === key),
    )
    .map(({ key }) => `the arm ${key} is not in the file; retire it with DELETE …/arms/${key}`);
  const retired = there.arms
    .filter(({ key, state }) => state === 'retired' && declared.arms.some((arm) => arm.key === key))
    .map(({ key }) => `the arm ${key} is retired permanently; use another key`);
  const reward = isSame(rewards, rewardsThere)
    ? []
    : ['the file declares other rewards, which cannot be changed; create another experiment'];
  return [...reward, ...strays, ...retired];
}

/** Compares what is declared with what is there. */
export function differencesOf(declared: NewExperiment, there: Experiment): Differences {
  const differs = changeable(declared, there);
  const names = Object.keys(differs).filter((name) => differs[name]);
  const armThere = new Map(there.arms.map((arm) => [arm.key, arm]));
  const newArms = declared.arms.filter(({ key }) => !armThere.has(key));
  const otherPayloads = declared.arms.filter(
    ({ key, payload }) => armThere.has(key) && !isSame(payload, armThere.get(key)?.payload),
  );
  const fixed = fixedIn(declared, there);
  return {
    patch: names.length === 0 ? undefined : patchOf(declared, differs),
    newArms,
    otherPayloads,
    fixed,
    names: [
      ...names,
      ...newArms.map(({ key }) => `arm ${key} is new`),
      ...otherPayloads.map(({ key }) => `payload of ${key}`),
      ...fixed,
    ],
  };
}
