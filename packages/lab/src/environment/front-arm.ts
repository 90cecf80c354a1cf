/** Which arm stands out where arms are drawn: tones alone cannot distinguish more than a few of them. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { example, setting } from '../state/store.ts';
import { drawing } from './edit.ts';
import { shownMeans } from './shown.ts';

/** The arm that a pointer or the focus is at. */
export const pointedArm = signal<number | undefined>(undefined);
/** The arm that was chosen to stay in front. */
export const keptArm = signal<number | undefined>(undefined);

/** Up to this many arms, the one drawn by hand is recognised by its knots alone. */
const FEW_ARMS = 3;

const armCount = computed(() => shownMeans.value?.armCount ?? 0);
const environmentKind = computed(() => setting.value.environment.kind);

effect(() => {
  // Read for their changes only: an arm of another environment is another arm.
  example.value;
  armCount.value;
  environmentKind.value;
  pointedArm.value = undefined;
  keptArm.value = undefined;
});

/** The arm that is drawn by hand, where there are so many that it has to stand out. */
const drawnArm = computed(() => (armCount.value > FEW_ARMS ? drawing.value?.arm : undefined));

/** The arm in front; undefined where all are alike. */
export const frontArm: ReadonlySignal<number | undefined> = computed(
  () => pointedArm.value ?? (drawing.value === undefined ? keptArm.value : drawnArm.value),
);

/** Whether the arm is in front only because it is being drawn: what it does to others must be seen. */
export const isDrawnFront = computed(
  () => pointedArm.value === undefined && drawnArm.value !== undefined,
);

/** Keeps an arm in front, or lets it go again. */
export function toggleKept(arm: number): void {
  keptArm.value = keptArm.value === arm ? undefined : arm;
}

/** How something of an arm stands while one is in front. */
export function armClass(arm: number): string {
  const front = frontArm.value;
  if (front === undefined) return '';
  if (front === arm) return 'standing-out';
  return isDrawnFront.value ? '' : 'standing-back';
}
