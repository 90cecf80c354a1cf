/** What the page knows: the setting, what follows from it, and when it is run. */

import { type Environment, type PolicyDefinition, policyCatalogue } from '@driftline/core';
import { type PreparedPolicy } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import { armLetter, policyNames } from '@driftline/engine/display';
import { type Comparison, canPlayOn, environmentOf, policyOf } from '@driftline/engine/play';
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import * as run from '../run/run.ts';
import { type Attempt, attempt } from '../setting/attempt.ts';
import { type Example, firstVisit } from '../setting/examples.ts';
import {
  type ChosenEnvironment,
  changed,
  comparisonOf,
  type Setting,
  type SettingChange,
} from '../setting/setting.ts';

/** What the visitor has chosen. */
export const setting = signal<Setting>(firstVisit.setting);
/** The guided example that was chosen last; undefined where a link brought the setting. */
export const example = signal<Example | undefined>(firstVisit);
/** Its setting as it was loaded. */
const exampleSetting = signal<Setting | undefined>(firstVisit.setting);
/** Whether the setting is still the example's own. */
export const isExample = computed(() => setting.value === exampleSetting.value);

function isSameEnvironment(a: ChosenEnvironment, b: ChosenEnvironment): boolean {
  if (a.kind !== 'named' || b.kind !== 'named') return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the environment is still the example's own, whatever became of policies and the rest. */
export const isExampleEnvironment = computed(
  () =>
    exampleSetting.value !== undefined &&
    isSameEnvironment(setting.value.environment, exampleSetting.value.environment),
);

/** Whether a policy is one that the example is about, with its parameters as they were chosen for it. */
export function isExampleSpec(spec: string): boolean {
  return isExampleEnvironment.value && example.value?.specs.includes(spec) === true;
}

/** The comparison that the setting asks for. */
export const comparison: ReadonlySignal<Comparison> = computed(() => comparisonOf(setting.value));

/** What a built environment follows from: the chosen one and the seed, not the policies. */
interface EnvironmentKey {
  readonly environment: ChosenEnvironment | string;
  readonly seed: number;
}

function keyOf({ environment, seed }: Pick<Setting, 'environment' | 'seed'>): EnvironmentKey {
  return {
    environment: environment.kind === 'named' ? JSON.stringify(environment) : environment,
    seed,
  };
}

function sameKey(a: EnvironmentKey | undefined, b: EnvironmentKey): boolean {
  return a !== undefined && a.environment === b.environment && a.seed === b.seed;
}

let tried: { readonly key: EnvironmentKey; readonly made: Attempt<Environment> } | undefined;

/** Builds the first replication's environment of a setting, which need not be the chosen one. */
export function tryEnvironment(asked: Setting): Attempt<Environment> {
  const key = keyOf(asked);
  if (tried === undefined || !sameKey(tried.key, key)) {
    tried = { key, made: attempt(() => environmentOf(comparisonOf(asked), 0)) };
  }
  return tried.made;
}

let shownKey: EnvironmentKey | undefined;

/** The environment alone: it need not be built anew when a policy changes. */
const environmentKey = computed(() => {
  const key = keyOf(setting.value);
  if (shownKey === undefined || !sameKey(shownKey, key)) shownKey = key;
  return shownKey;
});

/** The first replication's environment. */
export const builtEnvironment: ReadonlySignal<Attempt<Environment>> = computed(() => {
  // Read for its changes only.
  environmentKey.value;
  return tryEnvironment(untracked(() => setting.value));
});

/** How much the means of the first replication vary; undefined where there is no environment. */
export const trueVariation: ReadonlySignal<number | undefined> = computed(() => {
  const made = builtEnvironment.value;
  return 'value' in made ? made.value.means.totalVariation() : undefined;
});

/** The variation that policies are given; undefined where there is no environment. */
export const givenVariation: ReadonlySignal<number | undefined> = computed(() => {
  const made = builtEnvironment.value;
  if ('problem' in made) return undefined;
  return setting.value.variation ?? made.value.statedVariation ?? trueVariation.value;
});

/** A chosen policy with everything that is known of it before it plays. */
export interface ShownPolicy {
  readonly spec: string;
  /** The place of its colour and dash. */
  readonly style: number;
  readonly definition: PolicyDefinition;
  /** Unlike that of every other policy here. */
  readonly label: string;
  readonly prepared: Attempt<PreparedPolicy>;
}

/** A policy ready to play, by the rules of the command line. */
function prepare(
  asked: Comparison,
  definition: PolicyDefinition,
  spec: string,
  environment: Environment,
): Attempt<PreparedPolicy> {
  if (!canPlayOn(definition, asked.environment.kind)) {
    return {
      problem:
        'An oracle needs the true means, which are unknown for recorded rewards. Remove the oracle or choose another environment.',
    };
  }
  return attempt(() => policyOf(asked, spec, environment));
}

/** The chosen policies, in their order. */
export const policies: ReadonlySignal<readonly ShownPolicy[]> = computed(() => {
  const made = builtEnvironment.value;
  const chosen = setting.value.policies;
  const named = chosen.map(({ spec }) => {
    const { id } = parseSpec(spec);
    return { spec, id, name: policyCatalogue.find(id).name };
  });
  const labels = policyNames(named);
  // Given once for all: finding the true variation takes a pass through the environment.
  const variation = givenVariation.value;
  const asked = variation === undefined ? comparison.value : { ...comparison.value, variation };
  return chosen.map(({ spec, style }, i) => {
    const definition = policyCatalogue.find(named[i].id);
    const prepared = 'problem' in made ? made : prepare(asked, definition, spec, made.value);
    return { spec, style, definition, label: labels[i], prepared };
  });
});

/** Why the setting can't be run; undefined where it can. */
export const problem: ReadonlySignal<string | undefined> = computed(() => {
  if ('problem' in builtEnvironment.value) return builtEnvironment.value.problem;
  const broken = policies.value.find(({ prepared }) => 'problem' in prepared);
  return broken !== undefined && 'problem' in broken.prepared ? broken.prepared.problem : undefined;
});

/** Whether what is shown belongs to another setting than the one chosen now. */
export const stale: ReadonlySignal<boolean> = computed(
  () => run.played.value !== undefined && run.played.value.comparison !== comparison.value,
);

/** What an arm is called: as its table has it, else by its letter. */
export function armName(arm: number): string {
  return setting.value.armNames?.[arm] ?? `Arm ${armLetter(arm)}`;
}

/** An arm within a sentence. */
export function armWord(arm: number): string {
  return setting.value.armNames?.[arm] ?? `arm ${armLetter(arm)}`;
}

/** The slot that the hairline stands at, counted from 0. */
export const slot = signal(0);

/** Slots of single policies that a change may start automatically; more wait for the button. */
const MOST_UNASKED = 400_000_000;

/** Whether the setting is small enough to be run at every change. */
function runsUnasked(): boolean {
  const made = builtEnvironment.value;
  if ('problem' in made || problem.value !== undefined) return false;
  const { replications, policies: specs } = comparison.value;
  const slots = replications * made.value.means.horizon * Math.max(1, specs.length);
  return slots <= MOST_UNASKED;
}

/** Plays the setting from its first replication. */
export function runNow(): void {
  if (problem.value !== undefined || comparison.value.policies.length === 0) return;
  run.start(
    comparison.value,
    setting.value.policies.map(({ style }) => style),
  );
}

/** While a hand is moving something, runs wait for it to be let go. */
export const held = signal(false);

/** Whether a change has not come to rest yet: a run may be about to start. */
export const settling = signal(false);

/**
 * Takes a new setting.
 *
 * @param settled - false while a slider or a curve is being dragged: it is drawn, but not run yet
 */
export function change(next: SettingChange, settled = true): void {
  batch(() => {
    held.value = !settled;
    setting.value = changed(setting.value, next);
  });
}

let choices = 0;

/** Says, of something that takes time to load, whether nothing else was chosen meanwhile. */
export function newestChoice(): () => boolean {
  choices += 1;
  const own = choices;
  return () => own === choices;
}

/** Why an example could not be loaded; empty where it could. */
export const exampleTrouble = signal('');

/** Takes a guided example, once what it needs has been loaded. */
export async function showExample(chosen: Example): Promise<void> {
  const isWanted = newestChoice();
  exampleTrouble.value = '';
  try {
    const loaded = typeof chosen.setting === 'function' ? await chosen.setting() : chosen.setting;
    if (isWanted()) takeChosen({ setting: loaded, example: chosen, exampleSetting: loaded });
  } catch (error) {
    if (!isWanted()) return;
    const reason = error instanceof Error ? error.message : String(error);
    exampleTrouble.value = `“${chosen.title}” could not be loaded: ${reason}. Check that the page’s server is running, then try again.`;
  }
}

/** All that makes up what was chosen, to come back to. */
export interface Chosen {
  readonly setting: Setting;
  readonly example: Example | undefined;
  readonly exampleSetting: Setting | undefined;
}

/** What is chosen now. */
export function chosenNow(): Chosen {
  return {
    setting: setting.peek(),
    example: example.peek(),
    exampleSetting: exampleSetting.peek(),
  };
}

/** Takes what was chosen before, or elsewhere. */
export function takeChosen(chosen: Chosen): void {
  // Whatever is still being loaded is not wanted any more.
  newestChoice();
  batch(() => {
    exampleTrouble.value = '';
    held.value = false;
    example.value = chosen.example;
    exampleSetting.value = chosen.exampleSetting;
    setting.value = chosen.setting;
  });
}

/** A pause before a run that nobody asked for, so that typing does not start many. */
const SETTLING_TIME = 120;

/** Runs the setting whenever it has changed and come to rest. Returns how to end that. */
export function runOnChange(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  run.prepare();
  const end = effect(() => {
    const wanted = comparison.value;
    clearTimeout(timer);
    settling.value = true;
    if (held.value) return;
    timer = setTimeout(() => {
      batch(() => {
        settling.value = false;
        if (run.asked.peek()?.comparison === wanted) return;
        if (wanted.policies.length > 0 && runsUnasked()) runNow();
        // The setting that is being played was left, and its results would not be shown as such.
        else run.stop();
      });
    }, SETTLING_TIME);
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}
