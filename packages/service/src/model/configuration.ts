/** What an experiment is set to: checked, complete, durations in milliseconds. */
import type { ArmState, Json } from '@driftline/client/wire';
import type { Millis } from './rows.ts';

export interface ArmConfig {
  readonly key: string;
  readonly payload: Json;
  readonly state: ArmState;
}

export interface PolicyConfig {
  readonly type: string;
  readonly params: Readonly<Record<string, number>>;
}

export interface MemoryConfig {
  readonly decisions: number;
  readonly maxAge: Millis | null;
}

/** Range of rewards: refused outside it, of any size around a center, or of any size, learned by the policy. */
export type RewardScale =
  | { readonly learned: true }
  | { readonly min: number; readonly max: number }
  | { readonly center: number; readonly scale: number };

export interface RewardConfig {
  readonly values: RewardScale;
  /** Of new decisions; each keeps its own deadline. */
  readonly timeout: Millis;
  /** What silence is worth; null where it counts as nothing. */
  readonly missing: number | null;
  /** Whether rewards count when they come although silence is worth something. */
  readonly early: boolean;
}

export interface ExperimentConfig {
  readonly created: Millis;
  /** All arms that there ever were; a place in this list is what rows name. */
  readonly arms: readonly ArmConfig[];
  readonly policy: PolicyConfig;
  readonly memory: MemoryConfig | null;
  readonly reward: RewardConfig;
  readonly explore: number;
  /** Null for the first arm that is active. */
  readonly defaultArm: string | null;
  readonly sticky: Millis | null;
  readonly retain: Millis;
}

/** Whether a reward counts when it comes; else it is held until its decision is closed. */
export function countsOnArrival({ reward }: ExperimentConfig): boolean {
  return reward.missing === null || reward.early;
}

const activeOf = new WeakMap<ExperimentConfig, readonly number[]>();

/** The places of the arms that may be chosen; made once per configuration. */
export function activePlaces(config: ExperimentConfig): readonly number[] {
  const known = activeOf.get(config);
  if (known !== undefined) return known;
  const places = config.arms.flatMap(({ state }, place) => (state === 'active' ? [place] : []));
  activeOf.set(config, places);
  return places;
}

/** The place of an arm; undefined where there is none of this key. */
export function placeOf({ arms }: ExperimentConfig, key: string): number | undefined {
  const place = arms.findIndex((arm) => arm.key === key);
  return place < 0 ? undefined : place;
}

/** The place of the arm that a paused experiment answers with: that of `defaultArm` if it is there, else the first. */
export function defaultAmong(
  { arms, defaultArm }: ExperimentConfig,
  places: readonly number[],
): number {
  return places.find((place) => arms[place].key === defaultArm) ?? places[0];
}

/** The arm that a paused experiment answers with if every active arm is allowed; undefined if no arm is active. */
export function servedDefault(config: ExperimentConfig): ArmConfig | undefined {
  const active = activePlaces(config);
  return active.length === 0 ? undefined : config.arms[defaultAmong(config, active)];
}
