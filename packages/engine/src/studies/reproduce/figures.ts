/** All figures of a reproduction, drawn from its result alone. */
import { histogramFigure } from '../../drawing/figures/histogram.ts';
import { meansFigure } from '../../drawing/figures/means.ts';
import { regretFigure } from '../../drawing/figures/regret.ts';
import { ribbonFigure } from '../../drawing/figures/ribbon.ts';
import { sweepFigure } from '../../drawing/figures/sweep.ts';
import type { Figure, FigureOptions } from '../../drawing/figures/types.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { NAMES } from './plan.ts';
import { Finder, reproductionSweeps } from './sweeps.ts';

/** Figures by what they show; the file name is the same. */
export type ReproductionFigures = ReadonlyMap<string, Figure>;

const PANELS = [
  [NAMES.environment1, 'environment 1'],
  [NAMES.environment2, 'environment 2'],
  [NAMES.heavy, 'the heavy-tailed environment'],
] as const;

/** A figure under the report's own name and title. */
function renamed(figure: Figure, name: string, title: string): Figure {
  // An environment's name begins with a capital, which the middle of a sentence does not bear.
  const caption = figure.caption.replaceAll("The paper's", "the paper's");
  return { ...figure, name, title, caption };
}

/** Draws every figure once. */
export function reproductionFigures(
  comparisons: readonly ComparisonResult[],
  options: FigureOptions = {},
): ReproductionFigures {
  const finder = new Finder(comparisons);
  const figures: Figure[] = [];
  for (const [name, words] of PANELS) {
    const comparison = finder.comparison(name);
    figures.push(
      renamed(regretFigure(comparison, options), `${name}-regret`, `Regret in ${words}`),
      renamed(meansFigure(comparison.environment, options), `${name}-means`, `Means of ${words}`),
      renamed(
        histogramFigure(comparison, options),
        `${name}-histogram`,
        `Final regrets in ${words}`,
      ),
    );
  }
  const second = finder.comparison(NAMES.environment2);
  const knots = finder.comparison(NAMES.knots).environment;
  figures.push(
    renamed(ribbonFigure(second, options), `${second.name}-arms`, 'Arms played in environment 2'),
    renamed(
      meansFigure(knots, options),
      `${NAMES.knots}-means`,
      'Environment 1 with a path that bends every 50 slots',
    ),
    ...reproductionSweeps(comparisons).map((sweep) => sweepFigure(sweep, options)),
  );
  return new Map(figures.map((figure) => [figure.name, figure]));
}
