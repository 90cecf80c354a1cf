/** What the regret panel shows, and which policy stands out. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { styleClasses } from '../charts/policy-style.ts';
import { type Played, played } from '../run/run.ts';
import { comparison } from '../state/store.ts';
import {
  type Bands,
  EMPTY_RANGE,
  MOST_OUTLINES,
  neededRange,
  nextRange,
  type Range,
} from './range.ts';
import { type Piece, regretSentence } from './sentence.ts';

/** The newest result, which all of the panel shows; none while no policy is chosen. */
export const latest: ReadonlySignal<Played | undefined> = computed(() =>
  comparison.value.policies.length === 0 ? undefined : played.value,
);

/** What it says, in pieces of a sentence. */
export const finding: ReadonlySignal<readonly Piece[]> = computed(() =>
  latest.value === undefined ? [] : regretSentence(latest.value.result),
);

export const bands = signal<Bands>('interval');

/** The regret axis. */
export const range = signal<Range>(EMPTY_RANGE);
effect(() => {
  const newest = latest.value;
  if (newest !== undefined) {
    range.value = nextRange(range.peek(), neededRange(newest.result, bands.value));
  }
});

/** The policy that is pointed at, and the one that was chosen, as they are written. */
export const hovered = signal<string | undefined>(undefined);
export const chosen = signal<string | undefined>(undefined);

/** The policy that stands out; undefined where all are alike. */
export const emphasised: ReadonlySignal<string | undefined> = computed(() => {
  const wanted = hovered.value ?? chosen.value;
  // It may have been taken away since.
  return wanted !== undefined && comparison.value.policies.includes(wanted) ? wanted : undefined;
});

/** Chooses a policy, or lets it go again. */
export function toggleChosen(spec: string): void {
  chosen.value = chosen.value === spec ? undefined : spec;
}

/** The classes of what belongs to a policy: its colour, and whether it stands out or back. */
export function policyClass(spec: string, style: number): string {
  const classes = [styleClasses(style)];
  const emphasis = emphasised.value;
  if (emphasis === spec) classes.push('standing-out');
  else if (emphasis !== undefined) classes.push('standing-back');
  return classes.join(' ');
}

/** Below this many replications an outline is noise. */
export const LEAST_FOR_OUTLINE = 20;

/** Whether all policies are outlined, as soon as there are replications enough. */
export const hasOutlines: ReadonlySignal<boolean> = computed(() => {
  const { replications, policies } = comparison.value;
  return replications >= LEAST_FOR_OUTLINE && policies.length <= MOST_OUTLINES;
});
