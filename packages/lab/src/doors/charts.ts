/**
 * What charts of other pages are made of: scales, axes, gutters, and how arms are drawn.
 *
 * @module @driftline/lab/charts
 */
export { armTone } from '../charts/arm-tone.ts';
export { ValueAxis } from '../charts/axes.tsx';
export {
  arrangement,
  bandOf,
  type Frame,
  frameOf,
  linearScale,
  pathOf,
  type Scale,
  useWidth,
} from '../charts/geometry.ts';
