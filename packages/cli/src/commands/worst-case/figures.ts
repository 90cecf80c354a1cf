/** The figures of worst cases, drawn for a page and for a phone. */
import { type Figure } from '@driftline/engine/figures';
import { type ComparisonResult } from '@driftline/engine/play';
import { type GrowthStudy, growthDrawings } from '@driftline/engine/studies';

/** The same figures twice. */
interface WideAndNarrow {
  readonly figures: readonly Figure[];
  readonly narrowFigures: readonly Figure[];
}

/** The figures of each case with names of their own: 1e-5 and 1e+5 in a policy make the same stem. */
function withOwnNames(drawn: readonly WideAndNarrow[]): WideAndNarrow[] {
  const taken = new Set<string>();
  const ownName = (stem: string) => {
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}-${number}`;
    taken.add(name);
    return name;
  };
  return drawn.map(({ figures, narrowFigures }) => {
    const names = figures.map(({ name }) => ownName(name));
    const named = (some: readonly Figure[]) =>
      some.map((figure, i) => ({ ...figure, name: names[i] }));
    return { figures: named(figures), narrowFigures: named(narrowFigures) };
  });
}

/** The means of each environment found, and every policy's regret on it. */
export async function casesFigures(
  comparisons: readonly ComparisonResult[],
): Promise<WideAndNarrow[]> {
  return withOwnNames(await Promise.all(comparisons.map(caseFigures)));
}

async function caseFigures(comparison: ComparisonResult): Promise<WideAndNarrow> {
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
