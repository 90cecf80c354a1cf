/** Drawing a world by hand. */
import { parseSpec } from '@driftline/core/spec';
import { batch, computed, effect, signal } from '@preact/signals';
import { drawnFrom, withArmCount, withKnot, withoutArm } from '../setting/drawn-means-of.ts';
import { definitionOf } from '../setting/environment-draft.ts';
import { MOST_ARMS } from '../setting/limits.ts';
import type { DrawnWorld, World } from '../setting/setting.ts';
import { change, environment, held, setting } from '../state/store.ts';
import { changedArm, type History, recorded, redone, undone } from './history.ts';

const chosenArm = signal<number | undefined>(undefined);

/** What was changed when the world was turned into a drawn one. */
export const drawNotes = signal<readonly string[]>([]);

/** The drawn world that was chosen last, to come back to. */
let lastDrawn: DrawnWorld | undefined;

/** The drawn world, and the arm whose knots are shown; undefined while nothing is drawn. */
export const drawing = computed(() => {
  const { world } = setting.value;
  if (world.kind === 'drawn') lastDrawn = world;
  if (world.kind !== 'drawn' || chosenArm.value === undefined) return undefined;
  return { world, arm: Math.min(chosenArm.value, world.knots.length - 1) };
});

/** The law of a world's rewards; recorded ones have none. */
function lawOf(world: World): string | undefined {
  if (world.kind === 'rewards') return undefined;
  if (world.kind !== 'named') return world.rewards;
  return world.rewards ?? definitionOf(parseSpec(world.spec).id).law;
}

/** Shows the knots of the world, which becomes a drawn one first. */
export function drawByHand(): void {
  const { world } = setting.value;
  if (world.kind !== 'drawn') {
    const made = environment.value;
    if ('problem' in made) return;
    const drawn = drawnFrom(made.value, lawOf(world));
    drawNotes.value = drawn.notes;
    change({ world: drawn.world });
  }
  chosenArm.value = 0;
}

/** Goes back to the world that was drawn last, or draws the present one. */
export function chooseDrawn(): void {
  if (lastDrawn === undefined) {
    drawByHand();
    return;
  }
  change({ world: lastDrawn, armNames: undefined });
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
  const { world, arm } = drawing.value;
  // A knot that is let go where it was taken changes nothing.
  if (world.knots[arm][knot] === value) held.value = !settled;
  else change({ world: withKnot(world, arm, knot, value) }, settled);
}

/** Adds an arm and shows its knots. */
export function addArm(): void {
  if (drawing.value === undefined) return;
  const { world } = drawing.value;
  if (world.knots.length >= MOST_ARMS) return;
  change({ world: withArmCount(world, world.knots.length + 1) });
  chosenArm.value = world.knots.length;
}

/** Removes the arm that is drawn. */
export function removeArm(): void {
  if (drawing.value === undefined) return;
  const { world, arm } = drawing.value;
  if (world.knots.length < 2) return;
  const armNames = setting.value.armNames?.filter((_, other) => other !== arm);
  change({ world: withoutArm(world, arm), armNames });
  chosenArm.value = Math.max(0, arm - 1);
}

/** Drawn worlds in the order in which they came to rest; undefined while the world is not a drawn one. */
const history = signal<History | undefined>(undefined);
effect(() => {
  const { world, armNames } = setting.value;
  // A drag is one entry, however many worlds it passes through.
  if (held.value) return;
  history.value =
    world.kind === 'drawn' ? recorded(history.peek(), { world, armNames }) : undefined;
});

/** How many changes can be undone, and how many done again. */
export const undoable = computed(() => history.value?.past.length ?? 0);
export const redoable = computed(() => history.value?.future.length ?? 0);

function turnTo(turned: (history: History) => History | undefined): void {
  const before = history.peek();
  if (before === undefined || held.peek()) return;
  const after = turned(before);
  if (after === undefined) return;
  const { world, armNames } = after.present;
  const arm = changedArm(before.present.world, world);
  batch(() => {
    history.value = after;
    change({ world, armNames });
    // What has changed is what one wants to see.
    if (arm !== undefined) chosenArm.value = Math.min(arm, world.knots.length - 1);
  });
}

/** Takes back the last change of the drawn world. */
export function undo(): void {
  turnTo(undone);
}

/** Does again what was undone last. */
export function redo(): void {
  turnTo(redone);
}
