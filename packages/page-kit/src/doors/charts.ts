/**
 * Parts of the pages' charts: scales, axes, gutters, and the colors of arms.
 *
 * @module @driftline/page-kit/charts
 */
export { armTone } from '../charts/arm-tone.ts';
export { SlotAxis, ValueAxis } from '../charts/axes.tsx';
export { type Tones, textOnArm } from '../charts/colours.ts';
export {
  type Arrangement,
  arrangement,
  bandOf,
  type Frame,
  frameOf,
  linearScale,
  pathOf,
  type Scale,
  slotScale,
  useWidth,
} from '../charts/geometry.ts';
