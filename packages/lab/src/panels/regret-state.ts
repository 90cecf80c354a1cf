/** What the regret panel shows, how often it is drawn anew, and which policy stands out. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { styleClasses } from '../charts/policy-style.ts';
import { active, type Played, played } from '../run/run.ts';
import { comparison } from '../store.ts';
import {
  type Bands,
  EMPTY_RANGE,
  MOST_OUTLINES,
  neededRange,
  nextRange,
  type Range,
} from './regret-range.ts';

/** Milliseconds between drawings while a run goes on; lines follow every result. */
const OUTLINE_PAUSE = 330;
const TABLE_PAUSE = 500;

/** The newest result; none while no policy is chosen. */
export const lines: ReadonlySignal<Played | undefined> = computed(() =>
  comparison.value.policies.length === 0 ? undefined : played.value,
);

/** Follows the lines at its own pace; at once where another comparison begins, or the run ends. */
function paced(pause: number): ReadonlySignal<Played | undefined> {
  const followed = signal(lines.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  effect(() => {
    const next = lines.value;
    clearTimeout(timer);
    const take = () => {
      last = performance.now();
      followed.value = next;
    };
    const isOther = next?.comparison !== followed.peek()?.comparison;
    const wait = active.value && !isOther ? last + pause - performance.now() : 0;
    if (wait <= 0) take();
    else timer = setTimeout(take, wait);
  });
  return followed;
}

/** What outlines and labels show. */
export const outlined = paced(OUTLINE_PAUSE);
/** What the table and the sentence show. */
export const tabled = paced(TABLE_PAUSE);

export const bands = signal<Bands>('interval');

/** The regret axis. */
export const range = signal<Range>(EMPTY_RANGE);
effect(() => {
  const shown = lines.value;
  if (shown !== undefined) {
    range.value = nextRange(range.peek(), neededRange(shown.result, bands.value));
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
