/**
 * What a policy shows of its kernel, slot by slot, and how it explains a pick.
 *
 * @module @driftline/core/showing
 */
export type {
  Choice,
  Drawn,
  KnownArm,
  Moment,
  Quantity,
  Seen,
  Showing,
  Unit,
} from '../definitions/showing.ts';
export { showingOf } from '../shell/arm-view.ts';
export { type PickView, viewPick } from '../shell/pick-view.ts';
export { lackingWords, reasonOf } from '../showing/reasons.ts';
