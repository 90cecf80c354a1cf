/** All figures of a report, by the question that they belong to. */
import type { Figure, FigureOptions } from '@driftline/engine/drawing';
import type { Advice } from '../contract/advice.ts';
import type { Pictures } from '../contract/pictures.ts';
import { delaysFigure } from './figures/delays.ts';
import { meansFigure } from './figures/means.ts';
import { memoryFigure } from './figures/memory.ts';
import { structureFigure } from './figures/structure.ts';
import { supportFigure } from './figures/support.ts';
import { tailsFigure } from './figures/tails.ts';
import { valuesFigure } from './figures/values.ts';

/** Figures of each question, in order; those of the fifth are those of the third. */
export type FiguresByQuestion = readonly (readonly Figure[])[];

function some(...figures: readonly (Figure | undefined)[]): Figure[] {
  return figures.filter((figure) => figure !== undefined);
}

/** Draws all that there is to draw. */
export function adviceFigures(
  advice: Advice,
  pictures: Pictures,
  options: FigureOptions = {},
): FiguresByQuestion {
  const hasRows = pictures.courses.times.length > 1;
  return [
    some(
      hasRows ? meansFigure(advice, pictures.courses, options) : undefined,
      structureFigure(advice, options),
    ),
    some(memoryFigure(advice, options)),
    some(
      valuesFigure(advice, options),
      hasRows ? supportFigure(advice, pictures, options) : undefined,
    ),
    some(delaysFigure(advice, options), tailsFigure(advice, pictures, options)),
    [],
  ];
}
