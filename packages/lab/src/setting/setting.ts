/** Everything that a visitor chooses: plain data, from which a link, a file and a run are made. */
import type { Comparison, EnvironmentSource } from '@driftline/engine/play';
import { drawnMeans } from './drawn-means.ts';

/** Means drawn by hand: for each arm its values at equally spaced knots, the first at the first slot. */
export interface DrawnEnvironment {
  readonly kind: 'drawn';
  readonly knots: readonly (readonly number[])[];
  readonly horizon: number;
  /** The law of rewards. */
  readonly rewards: string;
}

/** How the means move and how rewards fall. */
export type ChosenEnvironment = EnvironmentSource | DrawnEnvironment;

/** A policy as written, and the place of its colour, which stays when others go. */
export interface PolicyChoice {
  readonly spec: string;
  readonly style: number;
}

export interface Setting {
  readonly environment: ChosenEnvironment;
  /** What the arms are called, where a table names them. */
  readonly armNames?: readonly string[];
  readonly policies: readonly PolicyChoice[];
  /** The budget that policies are given; what the environment states, else the true one, if absent. */
  readonly variation?: number;
  /** The number of changes that policies are given. */
  readonly changes?: number;
  /** Where rewards lie, for policies made for [0, 1]. */
  readonly rewardRange?: readonly [number, number];
  readonly replications: number;
  readonly seed: number;
}

/** What is to change; what is undefined is left to its default. */
export type SettingChange = {
  readonly [Name in keyof Setting]?:
    | Setting[Name]
    | (undefined extends Setting[Name] ? undefined : never);
};

/** What policies are given, where it is not left to the environment. */
type Told = Pick<Setting, 'variation' | 'changes' | 'rewardRange'>;

function toldOf({ variation, changes, rewardRange }: Pick<SettingChange, keyof Told>): Told {
  return {
    ...(variation === undefined ? {} : { variation }),
    ...(changes === undefined ? {} : { changes }),
    ...(rewardRange === undefined ? {} : { rewardRange }),
  };
}

/** A setting with some of it changed. */
export function changed(setting: Setting, change: SettingChange): Setting {
  const merged = { ...setting, ...change };
  const { environment, armNames, policies, replications, seed } = merged;
  return {
    environment,
    ...(armNames === undefined ? {} : { armNames }),
    policies,
    ...toldOf(merged),
    replications,
    seed,
  };
}

/** As on the command line. */
const CHECKPOINTS = { count: 100, spacing: 'linear' } as const;

/** Names a comparison of means drawn by hand, and the table that goes with it. */
const DRAWN_NAME = 'drawn by hand';

/** Tables that were made of drawn environments: the same environment gives the same table, not one like it. */
const tables = new WeakMap<DrawnEnvironment, EnvironmentSource>();

/** The environment as the engine takes it. */
function sourceOf(environment: ChosenEnvironment): EnvironmentSource {
  if (environment.kind !== 'drawn') return environment;
  const made = tables.get(environment) ?? tableOf(environment);
  tables.set(environment, made);
  return made;
}

function tableOf({ knots, horizon, rewards }: DrawnEnvironment): EnvironmentSource {
  return {
    kind: 'means',
    name: DRAWN_NAME,
    values: Array.from(drawnMeans(knots, horizon)),
    armCount: knots.length,
    rewards,
  };
}

/** What the command line would play for the same setting. */
export function comparisonOf(setting: Setting): Comparison {
  const { policies, replications, seed } = setting;
  const environment = sourceOf(setting.environment);
  return {
    name: environment.kind === 'named' ? environment.spec : environment.name,
    environment,
    policies: policies.map(({ spec }) => spec),
    ...toldOf(setting),
    replications,
    seed,
    checkpoints: CHECKPOINTS,
  };
}

/** The lowest place of a colour that no policy has. */
export function freeStyle(policies: readonly PolicyChoice[]): number {
  const taken = new Set(policies.map(({ style }) => style));
  let style = 0;
  while (taken.has(style)) style += 1;
  return style;
}
