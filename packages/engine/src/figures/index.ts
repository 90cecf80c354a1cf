/**
 * Figures as SVG text, drawn from results alone. Nothing else is needed: no document, no library.
 *
 * @packageDocumentation
 */

export { coefficientsFigure } from '../drawing/figures/coefficients.ts';
export { collisionsFigure } from '../drawing/figures/collisions.ts';
export type { Bands } from '../drawing/figures/curves.ts';
export { finalRegretFigure } from '../drawing/figures/final-regret.ts';
export { growthFigure } from '../drawing/figures/growth.ts';
export { histogramFigure } from '../drawing/figures/histogram.ts';
export { meansFigure } from '../drawing/figures/means.ts';
export { type RegretFigureOptions, regretFigure } from '../drawing/figures/regret.ts';
export { ribbonFigure } from '../drawing/figures/ribbon.ts';
export { sweepFigure } from '../drawing/figures/sweep.ts';
export { armLetter, armTones, type LineStyle, policyStyle } from '../drawing/figures/theme.ts';
export type * from '../drawing/figures/types.ts';
export type { EmbeddedFont } from '../drawing/report/style.ts';
export { delayFigure, falseAlarmFigure } from '../studies/detection/figures.ts';
export { landscapeFigure } from '../studies/landscape/figures/landscape.ts';
export { worstCaseFigure } from '../studies/landscape/figures/suite-worst-case.ts';
export { policyNames } from '../words/policy-names.ts';
