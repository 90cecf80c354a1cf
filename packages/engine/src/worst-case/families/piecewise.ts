/** Means that stay and jump several times, each arm to any level. */
import { changeSlot, type Family, type Problem, pick, type Shape } from './family.ts';

const MOST_BREAKPOINTS = 12;

function piecewiseShape(genes: readonly number[], { armCount, horizon }: Problem): Shape {
  const count = 1 + pick(genes[0], MOST_BREAKPOINTS);
  const breakpoints = genes
    .slice(1, 1 + count)
    .map((gene) => changeSlot(gene, horizon))
    .sort((a, b) => a - b);
  const row = (piece: number): readonly number[] => {
    const from = 1 + MOST_BREAKPOINTS + piece * armCount;
    return genes.slice(from, from + armCount);
  };
  const rows = Array.from({ length: count + 1 }, (_, piece) => row(piece));
  const values = new Float64Array(horizon * armCount);
  let piece = 0;
  for (let slot = 0; slot < horizon; slot++) {
    while (piece < count && slot >= breakpoints[piece]) piece++;
    values.set(rows[piece], slot * armCount);
  }
  const first = rows[0];
  return {
    values,
    anchor: first,
    parameters: (scale) => ({
      breakpoints,
      ...Object.fromEntries(
        rows.map((levels, index) => [
          `means ${index + 1}`,
          levels.map((level, arm) => first[arm] + scale * (level - first[arm])),
        ]),
      ),
    }),
  };
}

/** Several jumps. */
export const piecewiseFamily: Family = {
  id: 'piecewise',
  name: 'Piecewise stationary',
  summary: `means that stay between 1 to ${MOST_BREAKPOINTS} breakpoints and jump there`,
  geneCount: ({ armCount }) => 1 + MOST_BREAKPOINTS + (MOST_BREAKPOINTS + 1) * armCount,
  starts: () => [],
  shape: piecewiseShape,
};
