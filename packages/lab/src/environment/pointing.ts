/** A pointer over the environment's chart: it moves the hairline, and brings arms to the front. */
import type { Frame, Scale } from '@driftline/page-kit/charts';
import { batch } from '@preact/signals';
import { slot } from '../state/store.ts';
import type { DrawableMeans, EnvironmentDigest } from './digest.ts';
import { drawing } from './edit.ts';
import { frontArm, keptArm, pointedArm, toggleKept } from './front-arm.ts';
import { LABEL_HEIGHT, labelledArm, placeArmLabels } from './labels.ts';
import { BOTTOM, type EnvironmentScales, RIBBON_BOTTOM, RIBBON_TOP, TOP } from './places.ts';

/** A line is pointed at from this far, in pixels. */
const REACH = 7;

/** What can be pointed at. */
export interface Drawn {
  readonly means: DrawableMeans;
  readonly digest: EnvironmentDigest;
  readonly frame: Frame;
  readonly scales: EnvironmentScales;
}

/** Where labels stand now: the arm in front has one in any case. */
export function labelsNow(digest: EnvironmentDigest, y: Scale) {
  const room = [TOP - LABEL_HEIGHT / 2, BOTTOM + 2] as const;
  return placeArmLabels(digest, y, room, [frontArm.value, keptArm.value]);
}

/** A pointer over the chart. */
type Pointing = PointerEvent & { readonly currentTarget: SVGSVGElement };

/** What a pointer is at: an arm's label, its piece of the ribbon, or its line. */
type Pointed = { readonly arm: number; readonly at: 'label' | 'piece' | 'line' } | undefined;

/** The arm whose mean at a slot is drawn nearest to a height, if one is near. */
function lineAt(means: DrawableMeans, at: number, y: Scale, height: number): number | undefined {
  let nearest: number | undefined;
  let least = REACH;
  for (let arm = 0; arm < means.armCount; arm++) {
    const distance = Math.abs(y(means.value(at, arm)) - height);
    if (distance < least) [nearest, least] = [arm, distance];
  }
  return nearest;
}

function pointedBy(event: Pointing, drawn: Drawn): Pointed {
  const { means, digest, frame, scales } = drawn;
  const box = event.currentTarget.getBoundingClientRect();
  const [left, height] = [event.clientX - box.left, event.clientY - box.top];
  if (left > frame.right + 2) {
    const arm = labelledArm(labelsNow(digest, scales.y), height);
    return arm === undefined ? undefined : { arm, at: 'label' };
  }
  const at = slotAt(left, scales.x);
  if (height >= RIBBON_TOP && height <= RIBBON_BOTTOM) {
    const piece = digest.stretches.find(({ from, to }) => from <= at && at < to);
    return piece === undefined ? undefined : { arm: piece.arm, at: 'piece' };
  }
  const arm = lineAt(means, at, scales.y, height);
  return arm === undefined ? undefined : { arm, at: 'line' };
}

function slotAt(left: number, x: Scale): number {
  return Math.max(0, Math.min(x.domain[1] - 1, Math.floor(x.invert(left))));
}

/** Moves the hairline to the pointer, and brings the arm there to the front. */
export function follow(event: Pointing, drawn: Drawn): void {
  const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const pointed = pointedBy(event, drawn);
  // While drawing, a hand on its way to a knot crosses the lines of others.
  const isCrossing = pointed?.at === 'line' && drawing.value !== undefined;
  batch(() => {
    pointedArm.value = isCrossing ? undefined : pointed?.arm;
    if (left <= drawn.frame.right + 2) slot.value = slotAt(left, drawn.scales.x);
  });
}

/** Keeps the arm in front whose label or piece was pressed. */
export function press(event: Pointing, drawn: Drawn): void {
  const pointed = pointedBy(event, drawn);
  if (pointed !== undefined && pointed.at !== 'line') toggleKept(pointed.arm);
  follow(event, drawn);
}
