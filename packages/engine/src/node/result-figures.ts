/** All figures of a result. */
import type { Figure, FigureOptions } from '@driftline/engine/figures';
import type { Result } from '@driftline/engine/play';
import type { Landscape, Suite } from '@driftline/engine/studies';

/** Beyond this many policies lines and labels cannot be distinguished: a sweep's own figure can. */
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

/** Suites are drawn under these names, the figures of one after those of the other. */
function suitesOf({ written, tuned }: Landscape): [Suite, string][] {
  return [
    [written, 'default tuning'],
    ...(tuned === undefined ? [] : ([[tuned, 'equal-effort tuning']] as [Suite, string][])),
  ];
}

/**
 * Means, regret, histogram and arms of each comparison (of several players, collisions), and everything that was swept over. Where there
 * are too many policies for lines, a row each for their final regret.
 *
 * @param tuned - the names of comparisons whose policies were tuned with equal effort
 * @param landscape - drawn too, where it is given
 */
export async function resultFigures(
  result: Result,
  width: 'full' | 'half' = 'full',
  tuned: readonly string[] = [],
  landscape?: Landscape,
): Promise<Figure[]> {
  // Loaded when it is first needed: most commands draw nothing.
  const draw = await import('@driftline/engine/figures');
  const { sweepsOf } = await import('@driftline/engine/studies');
  const options: FigureOptions = { width };
  const figures = result.comparisons.flatMap((comparison, place) => {
    const drawn = [
      // Actions that differ from slot to slot have no means to draw.
      ...(comparison.environment.means.arms.length === 0
        ? []
        : [draw.meansFigure(comparison.environment, options)]),
      ...(comparison.policies.length > MOST_POLICIES
        ? [draw.finalRegretFigure(comparison, options)]
        : [
            draw.regretFigure(comparison, options),
            draw.histogramFigure(comparison, options),
            ...[draw.coefficientsFigure(comparison, options) ?? []].flat(),
            // A ribbon shows the arms of one player, which say little of several.
            ...(comparison.players !== undefined
              ? [draw.collisionsFigure(comparison, options)]
              : comparison.environment.means.arms.length === 0
                ? []
                : [draw.ribbonFigure(comparison, options)]),
          ]),
    ];
    return drawn.map((figure) => ({ ...figure, comparison: place }));
  });
  const suites = landscape === undefined ? [] : suitesOf(landscape);
  return withOwnNames([
    ...suites.flatMap(([suite, tuning]) =>
      [
        draw.landscapeFigure(suite, tuning, options) ?? [],
        draw.worstCaseFigure(suite, tuning, options),
      ]
        .flat()
        .map((figure) => ({ ...figure, suite: true as const })),
    ),
    ...figures,
    ...sweepsOf(result, tuned).sweeps.map((sweep) => draw.sweepFigure(sweep, options)),
  ]);
}
