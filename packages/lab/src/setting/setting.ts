/** Everything that a visitor chooses: plain data, from which a link, a file and a run are made. */
import type { Comparison, EnvironmentSource } from '@driftline/engine/play';
import {
  comparisonOf as comparisonAsked,
  type FIELDS,
  type FieldContent,
  type FieldId,
  given,
} from '@driftline/engine/request';
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

/** Fields of the table that stand beside the environment. */
type SettingField = {
  [Id in FieldId]: (typeof FIELDS)[Id]['link'] extends { readonly in: 'setting' } ? Id : never;
}[FieldId];

/** What the table of fields has beside the environment; what is absent is left to its default. */
export type OtherFields = {
  readonly [Id in Exclude<SettingField, 'policies'>]?: FieldContent<Id>;
};

export interface Setting extends OtherFields {
  readonly environment: ChosenEnvironment;
  /** What the arms are called, where a table names them. */
  readonly armNames?: readonly string[];
  readonly policies: readonly PolicyChoice[];
  readonly replications: number;
  readonly seed: number;
}

/** What is to change; what is undefined is left to its default. */
export type SettingChange = {
  readonly [Name in keyof Setting]?:
    | Setting[Name]
    | (undefined extends Setting[Name] ? undefined : never);
};

/** A volatility takes the place of a budget and a number of changes, and gives way to either. */
function replacedBy({ volatility, variation, changes }: SettingChange): SettingChange {
  if (volatility !== undefined) return { variation: undefined, changes: undefined };
  return variation !== undefined || changes !== undefined ? { volatility: undefined } : {};
}

/** A setting with some of it changed. */
export function changed(setting: Setting, change: SettingChange): Setting {
  return given({ ...setting, ...change, ...replacedBy(change) }) as Setting;
}

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
  const { environment, armNames: _, policies, ...rest } = setting;
  const specs = policies.map(({ spec }) => spec);
  return comparisonAsked({ ...rest, policies: specs }, sourceOf(environment));
}

/** The lowest place of a colour that no policy has. */
export function freeStyle(policies: readonly PolicyChoice[]): number {
  const taken = new Set(policies.map(({ style }) => style));
  let style = 0;
  while (taken.has(style)) style += 1;
  return style;
}
