/** From what travels to a configuration: every rule, and a message with a JSON pointer for what breaks one. */
import type {
  Duration,
  ExperimentPatch,
  Json,
  Memory,
  NewArm,
  NewExperiment,
  PolicyChoice,
  RewardSettings,
} from '@driftline/client/wire';
import { ParameterError, Policy } from '@driftline/core';
import { LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE, suggestion } from '@driftline/core/spec';
import type {
  ArmConfig,
  ExperimentConfig,
  MemoryConfig,
  PolicyConfig,
  RewardConfig,
  RewardScale,
} from './configuration.ts';
import { DURATION_FORM, readDuration } from './durations.ts';
import type { Limits } from './limits.ts';
import { DEFAULT_POLICY, type Offered, offeredOf, offeredPolicies } from './offered.ts';
import { policyOptions } from './policy-options.ts';
import { invalid } from './problems.ts';
import type { Millis } from './rows.ts';

/** Keys of experiments and arms: `.`, `..` and `__proto__` are none. */
const KEY_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const KEY_RULE = '1 to 64 characters of A-Z, a-z, 0-9, ".", "_" and "-", a letter or a digit first';

const DEFAULT_EXPLORE = 0.02;
const DEFAULT_RETAIN: Duration = '90d';
const LEAST_MEMORY = 10;
const LARGEST_MEMORY = 1_000_000;
/** A discount takes a step for each idle slot, and at most one memory of slots is idle at once. */
const LARGEST_IDLE_DISCOUNT = 10_000;

/** What came, cut to a length that fits a message. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a pointer points at, as people write it. */
function named(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

/** Refuses a key of an experiment or arm that is none. */
export function checkKey(key: string, pointer: string): void {
  if (!KEY_FORM.test(key)) invalid(pointer, `a key must be ${KEY_RULE}; got ${shown(key)}`);
}

function duration(text: Duration, pointer: string): Millis {
  return (
    readDuration(text) ??
    invalid(pointer, `${named(pointer)} must be ${DURATION_FORM}; got ${shown(text)}`)
  );
}

function isSized(value: number | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= LARGEST_MAGNITUDE;
}

function readPayload(payload: Json | undefined, pointer: string, limits: Limits): Json {
  if (payload === undefined) return null;
  const bytes = Buffer.byteLength(JSON.stringify(payload));
  if (bytes <= limits.payloadBytes) return payload;
  return invalid(
    pointer,
    `a payload must be at most ${limits.payloadBytes} bytes of JSON; got ${bytes}`,
  );
}

/** An arm that joins, active. */
export function readArm(arm: NewArm, pointer: string, limits: Limits): ArmConfig {
  checkKey(arm.key, `${pointer}/key`);
  const payload = readPayload(arm.payload, `${pointer}/payload`, limits);
  return { key: arm.key, payload, state: 'active' };
}

function readArms(arms: readonly NewArm[], limits: Limits): ArmConfig[] {
  if (arms.length === 0 || arms.length > limits.liveArms) {
    invalid('/arms', `there must be 1 to ${limits.liveArms} arms; got ${arms.length}`);
  }
  const keys = new Set<string>();
  return arms.map((arm, place) => {
    const read = readArm(arm, `/arms/${place}`, limits);
    if (keys.has(read.key)) {
      invalid(`/arms/${place}/key`, `each arm must have its own key; got "${read.key}" twice`);
    }
    keys.add(read.key);
    return read;
  });
}

function readRange(min: number | undefined, max: number | undefined): RewardScale {
  if (isSized(min) && isSized(max) && max - min >= SMALLEST_MAGNITUDE) return { min, max };
  return invalid(
    '/reward',
    `min and max must be given, as numbers of at most ${LARGEST_MAGNITUDE} in size, min below max; got min ${shown(min)} and max ${shown(max)}`,
  );
}

function readCenter(center: number | undefined, scale: number | undefined): RewardScale {
  const isScale = isSized(scale) && scale >= SMALLEST_MAGNITUDE;
  if (isSized(center) && isScale) return { center, scale };
  return invalid(
    '/reward',
    `center and scale must be given, as numbers of at most ${LARGEST_MAGNITUDE} in size, scale above 0; got center ${shown(center)} and scale ${shown(scale)}`,
  );
}

function readScale({ min, max, center, scale }: RewardSettings): RewardScale {
  const hasRange = min !== undefined || max !== undefined;
  const hasCenter = center !== undefined || scale !== undefined;
  if (hasRange && hasCenter) {
    invalid(
      '/reward',
      'reward must have either min and max, or center and scale; got some of both',
    );
  }
  if (!hasRange && !hasCenter) return { learned: true };
  return hasCenter ? readCenter(center, scale) : readRange(min, max);
}

function readMissing({ missing }: RewardSettings, values: RewardScale): number | null {
  if (missing === undefined) return null;
  if (!isSized(missing)) {
    invalid(
      '/reward/missing',
      `reward.missing must be a number of at most ${LARGEST_MAGNITUDE} in size; got ${shown(missing)}`,
    );
  }
  if ('min' in values && (missing < values.min || missing > values.max)) {
    invalid(
      '/reward/missing',
      `reward.missing must be in the range of rewards, from ${values.min} to ${values.max}; got ${missing}`,
    );
  }
  // There is one zero.
  return missing === 0 ? 0 : missing;
}

function readReward(reward: RewardSettings): RewardConfig {
  const values = readScale(reward);
  const missing = readMissing(reward, values);
  if (reward.early !== undefined && missing === null) {
    invalid(
      '/reward/early',
      'reward.early can only be used with reward.missing; set reward.missing as well',
    );
  }
  return {
    values,
    timeout: duration(reward.timeout, '/reward/timeout'),
    missing,
    early: reward.early ?? false,
  };
}

function readMemory(memory: Memory | null | undefined): MemoryConfig | null {
  if (memory === undefined || memory === null) return null;
  const { decisions, maxAge } = memory;
  const isCount = Number.isInteger(decisions);
  if (!(isCount && decisions >= LEAST_MEMORY && decisions <= LARGEST_MEMORY)) {
    invalid(
      '/memory/decisions',
      `memory.decisions must be an integer from ${LEAST_MEMORY} to ${LARGEST_MEMORY}; got ${shown(decisions)}`,
    );
  }
  return {
    decisions,
    maxAge: maxAge === undefined ? null : duration(maxAge, '/memory/maxAge'),
  };
}

function readPolicy(choice: PolicyChoice | null | undefined): PolicyConfig {
  const { type, params = {} } = choice ?? { type: DEFAULT_POLICY };
  const offered = offeredPolicies.get(type);
  if (offered === undefined) {
    invalid(
      '/policy/type',
      `there is no policy "${type}"; ${suggestion(type, [...offeredPolicies.keys()])}`,
    );
  }
  for (const name of Object.keys(params)) {
    if (!offered.params.includes(name)) {
      invalid(
        '/policy/params',
        `${type} has no parameter "${name}"; ${suggestion(name, offered.params)}`,
      );
    }
  }
  return { type, params: { ...params } };
}

function checkMemory(offered: Offered, memory: MemoryConfig | null): void {
  const { type } = offered;
  if (offered.memory === 'required' && memory === null) {
    invalid('/memory', `${type} needs memory, such as {"decisions": 2000}; got none`);
  }
  if (offered.memory === 'refused' && memory !== null) {
    invalid('/memory', `${type} controls its memory itself; leave memory out, or send null`);
  }
}

/** Refuses a memory that would make every idle time expensive. */
function checkIdle({ policy, memory }: ExperimentConfig): void {
  const { type, definition } = offeredOf(policy.type);
  if (definition.memoryKind !== 'discounted' || memory === null || memory.maxAge === null) return;
  if (memory.decisions <= LARGEST_IDLE_DISCOUNT) return;
  invalid(
    '/memory/decisions',
    `memory.decisions must be at most ${LARGEST_IDLE_DISCOUNT} for ${type} with memory.maxAge; got ${memory.decisions}; use fewer, leave maxAge out, or use a policy with a window, such as sw-ucb`,
  );
}

function checkScale(offered: Offered, { values }: RewardConfig): void {
  const { type, rewards, definition } = offered;
  if ('learned' in values && definition.learnsRange !== true) {
    const needed = rewards === 'range' ? 'min and max' : 'center and scale';
    invalid('/reward', `${type} needs ${needed} of rewards; got none (only auto learns them)`);
  }
  if (rewards === 'center-and-scale' && 'min' in values) {
    invalid('/reward', `${type} needs center and scale of rewards; got min and max`);
  }
  if (rewards === 'range' && 'center' in values) {
    invalid('/reward', `${type} needs min and max of rewards; got center and scale`);
  }
}

function checkParams(config: ExperimentConfig): void {
  const { definition } = offeredOf(config.policy.type);
  try {
    new Policy(definition, policyOptions(config, 1));
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    invalid('/policy/params', error.message);
  }
}

function checkTimes({ reward, sticky, retain }: ExperimentConfig): void {
  if (sticky !== null && sticky > reward.timeout) {
    invalid(
      '/sticky',
      'sticky must not be longer than reward.timeout, because a repeated decision must still be open',
    );
  }
  if (retain < reward.timeout) {
    invalid(
      '/retain',
      'retain must be at least reward.timeout, because pending decisions must be kept',
    );
  }
}

/** Refuses what does not fit together. */
function checkWhole(config: ExperimentConfig): ExperimentConfig {
  const offered = offeredOf(config.policy.type);
  checkMemory(offered, config.memory);
  checkScale(offered, config.reward);
  checkParams(config);
  checkTimes(config);
  const { defaultArm, arms, explore } = config;
  if (!(explore >= 0 && explore <= 1)) {
    invalid('/explore', `explore must be a number from 0 to 1; got ${shown(explore)}`);
  }
  if (defaultArm !== null) {
    const live = arms.filter(({ state }) => state !== 'retired').map(({ key }) => key);
    if (!live.includes(defaultArm)) {
      invalid('/defaultArm', `there is no arm "${defaultArm}"; ${suggestion(defaultArm, live)}`);
    }
  }
  return config;
}

/** The configuration of a new experiment. */
export function readNewExperiment(
  asked: NewExperiment,
  created: Millis,
  limits: Limits,
): ExperimentConfig {
  const config = checkWhole({
    created,
    arms: readArms(asked.arms, limits),
    policy: readPolicy(asked.policy),
    memory: readMemory(asked.memory),
    reward: readReward(asked.reward),
    explore: asked.explore ?? DEFAULT_EXPLORE,
    defaultArm: asked.defaultArm ?? null,
    sticky: asked.sticky === undefined ? null : duration(asked.sticky, '/sticky'),
    retain: duration(asked.retain ?? DEFAULT_RETAIN, '/retain'),
  });
  checkIdle(config);
  return config;
}

/** The configuration after a patch, of which `undefined` leaves things as they are and `null` takes them back. */
export function patchConfiguration(
  config: ExperimentConfig,
  patch: ExperimentPatch,
): ExperimentConfig {
  const { policy, memory, explore, reward, defaultArm, sticky, retain } = patch;
  const patched = checkWhole({
    ...config,
    reward:
      reward === undefined
        ? config.reward
        : { ...config.reward, timeout: duration(reward.timeout, '/reward/timeout') },
    policy: policy === undefined ? config.policy : readPolicy(policy),
    memory: memory === undefined ? config.memory : readMemory(memory),
    explore: explore === undefined ? config.explore : (explore ?? DEFAULT_EXPLORE),
    defaultArm: defaultArm === undefined ? config.defaultArm : defaultArm,
    sticky: patchedSticky(config, sticky),
    retain: retain === undefined ? config.retain : duration(retain ?? DEFAULT_RETAIN, '/retain'),
  });
  // An experiment that has such a memory keeps it until its policy or memory changes.
  if (policy !== undefined || memory !== undefined) checkIdle(patched);
  return patched;
}

function patchedSticky(
  config: ExperimentConfig,
  sticky: Duration | null | undefined,
): Millis | null {
  if (sticky === undefined) return config.sticky;
  return sticky === null ? null : duration(sticky, '/sticky');
}
