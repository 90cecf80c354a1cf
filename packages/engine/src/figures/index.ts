/**
 * Figures as SVG text, drawn from results alone. Nothing else is needed: no document, no library.
 *
 * @packageDocumentation
 */
export { delayFigure, falseAlarmFigure } from './detection.ts';
export { finalRegretFigure } from './final-regret.ts';
export { growthFigure } from './growth.ts';
export { histogramFigure } from './histogram.ts';
export { landscapeFigure } from './landscape.ts';
export { meansFigure } from './means.ts';
export { policyLabels } from './names.ts';
export { type Bands, type RegretFigureOptions, regretFigure } from './regret.ts';
export { ribbonFigure } from './ribbon.ts';
export { worstCaseFigure } from './suite-worst-case.ts';
export { sweepFigure } from './sweep.ts';
export { armLetter, armTones, type LineStyle, policyStyle } from './theme.ts';
export type * from './types.ts';
