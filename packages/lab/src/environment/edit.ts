/** Drawing an environment by hand. */
import { parseSpec } from '@driftline/core/spec';
import { batch, computed, effect, signal } from '@preact/signals';
import { drawnFrom, withArmCount, withKnot, withoutArm } from '../setting/drawn-means-of.ts';
import { definitionOf } from '../setting/environment-draft.ts';
import { MOST_ARMS } from '../setting/limits.ts';
import type { ChosenEnvironment, DrawnEnvironment } from '../setting/setting.ts';
import { builtEnvironment, change, held, setting } from '../state/store.ts';
import { changedArm, type History, recorded, redone, undone } from './history.ts';

const chosenArm = signal<number | undefined>(undefined);

/** What was changed when the environment was turned into a drawn one. */
export const drawNotes = signal<readonly string[]>([]);

/** The drawn environment that was chosen last, to come back to. */
let lastDrawn: DrawnEnvironment | undefined;

/** The drawn environment, and the arm whose knots are shown; undefined while nothing is drawn. */
export const drawing = computed(() => {
  const { environment } = setting.value;
  if (environment.kind === 'drawn') lastDrawn = environment;
  if (environment.kind !== 'drawn' || chosenArm.value === undefined) return undefined;
  return { environment, arm: Math.min(chosenArm.value, environment.knots.length - 1) };
});

/** The law of an environment's rewards; recorded ones have none. */
function lawOf(environment: ChosenEnvironment): string | undefined {
  if (environment.kind === 'rewards') return undefined;
  if (environment.kind !== 'named') return environment.rewards;
  return environment.rewards ?? definitionOf(parseSpec(environment.spec).id).law;
}

/** Shows the knots of the environment, which becomes a drawn one first. */
export function drawByHand(): void {
  const { environment } = setting.value;
  if (environment.kind !== 'drawn') {
    const made = builtEnvironment.value;
    if ('problem' in made) return;
    const drawn = drawnFrom(made.value, lawOf(environment));
    drawNotes.value = drawn.notes;
    change({ environment: drawn.environment });
  }
  chosenArm.value = 0;
}

/** Goes back to the environment that was drawn last, or draws the present one. */
export function chooseDrawn(): void {
  if (lastDrawn === undefined) {
    drawByHand();
    return;
  }
  change({ environment: lastDrawn, armNames: undefined });
  chosenArm.value = 0;
}

/** Shows the knots of another arm. */
export function chooseArm(arm: number): void {
  chosenArm.value = arm;
}

/** Hides the knots. */
export function endDrawing(): void {
  chosenArm.value = undefined;
  drawNotes.value = [];
}

/** Moves a knot of the arm that is drawn. */
export function moveKnot(knot: number, value: number, settled: boolean): void {
  if (drawing.value === undefined) return;
  const { environment, arm } = drawing.value;
  // A knot that is let go where it was taken changes nothing.
  if (environment.knots[arm][knot] === value) held.value = !settled;
  else change({ environment: withKnot(environment, arm, knot, value) }, settled);
}

/** Adds an arm and shows its knots. */
export function addArm(): void {
  if (drawing.value === undefined) return;
  const { environment } = drawing.value;
  if (environment.knots.length >= MOST_ARMS) return;
  change({ environment: withArmCount(environment, environment.knots.length + 1) });
  chosenArm.value = environment.knots.length;
}

/** Removes the arm that is drawn. */
export function removeArm(): void {
  if (drawing.value === undefined) return;
  const { environment, arm } = drawing.value;
  if (environment.knots.length < 2) return;
  const armNames = setting.value.armNames?.filter((_, other) => other !== arm);
  change({ environment: withoutArm(environment, arm), armNames });
  chosenArm.value = Math.max(0, arm - 1);
}

/** Drawn environments in the order in which they came to rest; undefined while the environment is not a drawn one. */
const history = signal<History | undefined>(undefined);
effect(() => {
  const { environment, armNames } = setting.value;
  // A drag is one entry, however many environments it passes through.
  if (held.value) return;
  history.value =
    environment.kind === 'drawn' ? recorded(history.peek(), { environment, armNames }) : undefined;
});

/** How many changes can be undone, and how many done again. */
export const undoable = computed(() => history.value?.past.length ?? 0);
export const redoable = computed(() => history.value?.future.length ?? 0);

function turnTo(turned: (history: History) => History | undefined): void {
  const before = history.peek();
  if (before === undefined || held.peek()) return;
  const after = turned(before);
  if (after === undefined) return;
  const { environment, armNames } = after.present;
  const arm = changedArm(before.present.environment, environment);
  batch(() => {
    history.value = after;
    change({ environment, armNames });
    // What has changed is what one wants to see.
    if (arm !== undefined) chosenArm.value = Math.min(arm, environment.knots.length - 1);
  });
}

/** Takes back the last change of the drawn environment. */
export function undo(): void {
  turnTo(undone);
}

/** Does again what was undone last. */
export function redo(): void {
  turnTo(redone);
}
