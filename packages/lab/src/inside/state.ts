/** Which replication is looked into, and how its slots pass. */

import { showingOf } from '@driftline/core/showing';
import { armLetter } from '@driftline/engine/display';
import type { Comparison } from '@driftline/engine/play';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { armLabel } from '../charts/arm-label.ts';
import { hasFixedBenchmark, isRested } from '../charts/benchmark.ts';
import { type Watched, watch, watched } from '../run/watch.ts';
import {
  builtEnvironment,
  comparison,
  held,
  isExampleEnvironment,
  policies,
  problem,
  type ShownPolicy,
  setting,
  slot,
} from '../state/store.ts';
import { rewardRangeOf, type StripKind, stripKindOf, type Totals, totalsOf } from './memory.ts';
import type { Named } from './moment.ts';
import { interestingSlot, rowDomain } from './moments.ts';
import { decimalsFor } from './sentences.ts';

/** The colour of the policy that is looked into: it stays with it when others come and go. */
const chosenStyle = signal(0);
/** Which replication, counted from 0. */
export const replication = signal(0);

/** The place of the chosen policy; the first one's where it is gone. */
export const chosenPlace: ReadonlySignal<number> = computed(() =>
  Math.max(
    0,
    setting.value.policies.findIndex(({ style }) => style === chosenStyle.value),
  ),
);

/** Looks into another policy. */
export function choose(style: number): void {
  chosenStyle.value = style;
}

/** What the page knew when it asked for a replication. */
interface Asked {
  readonly policy: ShownPolicy;
  readonly armNames: readonly string[] | undefined;
}

/** A watched replication with all that its drawing needs and that does not change with the slot. */
export interface Inside extends Named {
  readonly source: Watched;
  readonly style: number;
  readonly memory: StripKind;
  readonly rewards: ReturnType<typeof rewardRangeOf>;
  readonly domain: readonly [number, number];
  readonly decimals: number;
  /** Whether estimates have a width, in any slot. */
  readonly hasWidths: boolean;
  /** The share of slots on the best arm. */
  readonly onBest: number;
  /** An arm's name where it stands alone. */
  title(arm: number): string;
  /** What it is called in a margin. */
  label(arm: number): string;
  totals(): Totals;
}

/** Of the comparison as a whole, what one replication of one policy depends on. */
function keyOf(asked: Comparison, place: number, number: number): readonly unknown[] {
  const { environment, policies: specs, variation, changes, volatility, rewardRange, seed } = asked;
  return [environment, specs[place], variation, changes, volatility, rewardRange, seed, number];
}

function isSameKey(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((value, i) => value === b[i]);
}

/** By comparison and place. */
const askedOf = new WeakMap<Comparison, Map<number, Asked>>();

function remember(wanted: Comparison, place: number, asked: Asked): void {
  const byPlace = askedOf.get(wanted) ?? new Map<number, Asked>();
  askedOf.set(wanted, byPlace.set(place, asked));
}

function insideOf(source: Watched): Inside {
  const { watched: seen, comparison: of } = source;
  const asked = askedOf.get(of)?.get(source.place);
  const armNames = asked?.armNames;
  const memory = asked?.policy.definition.memoryKind ?? 'own';
  const shows = showingOf(asked?.policy.definition);
  const domain = rowDomain(seen);
  let totals: Totals | undefined;
  const best = seen.arms.reduce((sum, arm, at) => sum + (arm === seen.bestArms[at] ? 1 : 0), 0);
  return {
    source,
    watched: seen,
    shows,
    policy: asked?.policy.label ?? '',
    isFixed: hasFixedBenchmark(of.environment),
    isRested: isRested(of.environment),
    style: asked?.policy.style ?? 0,
    memory: stripKindOf(memory, seen),
    rewards: rewardRangeOf(seen.rewards),
    domain,
    decimals: decimalsFor(domain[1] - domain[0]),
    hasWidths: seen.widths.some((width) => !Number.isNaN(width)),
    onBest: best / seen.slots,
    arm: (arm) => armNames?.[arm] ?? `arm ${armLetter(arm)}`,
    title: (arm) => armNames?.[arm] ?? `Arm ${armLetter(arm)}`,
    label: (arm) => armLabel(arm, armNames),
    totals: () => {
      totals ??= totalsOf(seen);
      return totals;
    },
  };
}

/** The replication that is shown; undefined before there is one. */
export const inside: ReadonlySignal<Inside | undefined> = computed(() =>
  watched.value === undefined ? undefined : insideOf(watched.value),
);

const wantedKey = computed(() => keyOf(comparison.value, chosenPlace.value, replication.value));

/** Whether another replication is wanted than the one shown. */
export const isStale: ReadonlySignal<boolean> = computed(() => {
  const shown = watched.value;
  if (shown === undefined) return false;
  const key = keyOf(shown.comparison, shown.place, shown.replication);
  return !isSameKey(key, wantedKey.value);
});

/** How many slots there are. */
export const horizon: ReadonlySignal<number> = computed(() => {
  const made = builtEnvironment.value;
  return 'value' in made ? made.value.means.horizon : 1;
});

/** Goes to a slot, or to the nearest that there is. */
export function goTo(wanted: number): void {
  slot.value = Math.min(Math.max(0, Math.round(wanted)), horizon.peek() - 1);
}

/** A pause after a change of the setting, so that typing does not ask for many replications. */
const SETTLING_TIME = 100;

/** Asks for the chosen replication. */
function ask(): void {
  const wanted = comparison.peek();
  const place = chosenPlace.peek();
  const policy = policies.peek()[place];
  if (policy === undefined) return;
  remember(wanted, place, { policy, armNames: setting.peek().armNames });
  watch(wanted, place, replication.peek());
}

function askWhenSettled(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { readonly key: readonly unknown[]; readonly of: Comparison } | undefined;
  const end = effect(() => {
    const key = wantedKey.value;
    const of = comparison.value;
    clearTimeout(timer);
    if (held.value || problem.value !== undefined || policies.value.length === 0) return;
    if (last !== undefined && isSameKey(key, last.key)) return;
    // Another policy or replication of the same comparison was asked for by one click.
    const isSettled = last === undefined || last.of === of;
    timer = setTimeout(
      () => {
        last = { key, of };
        ask();
      },
      isSettled ? 0 : SETTLING_TIME,
    );
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Stands where there is something to see, on the first visit and whenever a guided example is opened. */
function standSomewhere(): () => void {
  let before: unknown;
  return effect(() => {
    const shown = inside.value;
    if (shown === undefined) return;
    const { environment: next } = shown.source.comparison;
    // Before the first replication is there, the visitor may have gone somewhere already.
    const isGuided = before === undefined ? slot.peek() === 0 : isExampleEnvironment.peek();
    if (next !== before && isGuided) goTo(interestingSlot(shown.watched));
    before = next;
  });
}

/** Keeps slot and replication among those that there are. */
function keepWithin(): () => void {
  return effect(() => {
    const last = horizon.value - 1;
    const { replications } = comparison.value;
    untracked(() => {
      if (slot.value > last) slot.value = last;
      if (replication.value >= replications) replication.value = replications - 1;
    });
  });
}

/** Watches what is chosen for as long as the page shows it. Returns how to end that. */
export function watchOnChange(): () => void {
  const ends = [askWhenSettled(), standSomewhere(), keepWithin()];
  return () => {
    for (const end of ends) end();
  };
}
