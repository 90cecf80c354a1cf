/** All figures of a result. */
import { type Figure, type FigureOptions, type Result, sweepsOf } from '@driftline/engine';
import { createDocument } from './dom.ts';

/** Beyond this many policies lines and labels can't be told apart: a sweep's own figure can. */
const MOST_POLICIES = 16;

/**
 * Each name once: a drawing seen before is left out and stays with the comparison that had it first,
 * another of the same name gets a number.
 */
function withOwnNames(figures: readonly Figure[]): Figure[] {
  const kept = new Map<string, Figure>();
  for (const figure of figures) {
    let name = figure.name;
    for (let i = 2; kept.has(name) && kept.get(name)?.svg !== figure.svg; i++) {
      name = `${figure.name}-${i}`;
    }
    if (!kept.has(name)) kept.set(name, { ...figure, name });
  }
  return [...kept.values()];
}

/** Means, regret, histogram and arms of each comparison, and everything that was swept over. */
export async function resultFigures(
  result: Result,
  width: 'full' | 'half' = 'full',
): Promise<Figure[]> {
  // Loaded when it is first needed: most commands draw nothing.
  const { histogramFigure, meansFigure, regretFigure, ribbonFigure, sweepFigure } = await import(
    '@driftline/engine/figures'
  );
  const options: FigureOptions = { document: createDocument(), width };
  const figures = result.comparisons.flatMap((comparison, place) => {
    const drawn = [
      meansFigure(comparison.environment, options),
      ...(comparison.policies.length > MOST_POLICIES
        ? []
        : [
            regretFigure(comparison, options),
            histogramFigure(comparison, options),
            ribbonFigure(comparison, options),
          ]),
    ];
    return drawn.map((figure) => ({ ...figure, comparison: place }));
  });
  return withOwnNames([
    ...figures,
    ...sweepsOf(result).map((sweep) => sweepFigure(sweep, options)),
  ]);
}
