/** The figures of worst cases, drawn for a page and for a phone. */
import {
  type ComparisonResult,
  type Figure,
  type GrowthStudy,
  growthDrawings,
} from '@driftline/engine';

/** The same figures twice. */
export interface WideAndNarrow {
  readonly figures: readonly Figure[];
  readonly narrowFigures: readonly Figure[];
}

/** The means of an environment found, and every policy's regret on it. */
export async function caseFigures(comparison: ComparisonResult): Promise<WideAndNarrow> {
  // Loaded when it is first needed: most commands draw nothing.
  const { meansFigure, regretFigure } = await import('@driftline/engine/figures');
  const drawn = (width: 'full' | 'half') => [
    meansFigure(comparison.environment, { width }),
    regretFigure(comparison, { width }),
  ];
  return { figures: drawn('full'), narrowFigures: drawn('half') };
}

/** Regret against the horizon: over all environments, and over either kind alone. */
export async function growthFigures(study: GrowthStudy): Promise<WideAndNarrow> {
  const { growthFigure } = await import('@driftline/engine/figures');
  const drawn = (width: 'full' | 'half') =>
    growthDrawings(study).map((drawing) => growthFigure(drawing, { width }));
  return { figures: drawn('full'), narrowFigures: drawn('half') };
}
