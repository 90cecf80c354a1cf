/**
 * What figures and reports are made of, for packages that draw what the engine does not know: frames, axes, marks,
 * labels, rows, and the parts of a page. Everything is text, drawn from data alone.
 *
 * @module @driftline/engine/drawing
 */
export { assemble } from '../drawing/figures/assemble.ts';
export {
  type Axis,
  bandMark,
  drawChart,
  type Frame,
  intervalMarks,
  lineMark,
  type Mark,
  type Point,
  position,
  shapeMark,
} from '../drawing/figures/chart.ts';
export {
  endLabels,
  figureLabels,
  layout,
  linearAxis,
  logAxis,
  ticksAtPoints,
  uprightTicks,
} from '../drawing/figures/layout.ts';
export { textElement } from '../drawing/figures/lettering.ts';
export {
  type ChartRow,
  dotWithInterval,
  drawRows,
  rowPlaces,
} from '../drawing/figures/row-chart.ts';
export { coordinate, polyline } from '../drawing/figures/svg.ts';
export {
  AXIS,
  BAND_OPACITY,
  FONT_SIZE,
  INK,
  LINE_HEIGHT,
  type LineStyle,
  policyStyle,
  SECOND_INK,
  THIN_WIDTH,
} from '../drawing/figures/theme.ts';
export type { Figure, FigureOptions } from '../drawing/figures/types.ts';
export { figurePart } from '../drawing/report/figure-part.ts';
export { type Content, type Html, html, NOTHING } from '../drawing/report/html.ts';
export {
  commandPart,
  howToRead,
  pagePart,
  settingsPart,
  tablePart,
} from '../drawing/report/parts.ts';
export type { EmbeddedFont } from '../drawing/report/style.ts';
