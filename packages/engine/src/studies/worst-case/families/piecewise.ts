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
  // Breakpoints that coincide leave no slot for what would lie between them.
  const pieces = [0, ...breakpoints]
    .map((start, piece) => ({ start, levels: row(piece) }))
    .filter(({ start }, piece) => start !== breakpoints[piece]);
  const values = new Float64Array(horizon * armCount);
  pieces.forEach(({ start, levels }, i) => {
    const end = pieces[i + 1]?.start ?? horizon;
    for (let slot = start; slot < end; slot++) values.set(levels, slot * armCount);
  });
  const first = pieces[0].levels;
  const shrunk = (levels: readonly number[], scale: number) =>
    levels.map((level, arm) => first[arm] + scale * (level - first[arm]));
  return {
    values,
    anchor: first,
    parameters: (scale) => ({
      breakpoints: pieces.slice(1).map(({ start }) => start),
      ...Object.fromEntries(
        pieces.map(({ levels }, i) => [`means ${i + 1}`, shrunk(levels, scale)]),
      ),
    }),
  };
}

/** The genes of pieces that end at shares of the horizon. */
function pieceGenes(
  rows: readonly (readonly number[])[],
  armCount: number,
  ends: readonly number[],
): number[] {
  const count = rows.length - 1;
  // The gene for a number of breakpoints lies in the middle of those that name it.
  const genes = [(count - 0.5) / MOST_BREAKPOINTS];
  for (let i = 0; i < MOST_BREAKPOINTS; i++) genes.push(ends[i] ?? 1);
  for (let piece = 0; piece <= MOST_BREAKPOINTS; piece++) {
    genes.push(...(rows[piece] ?? new Array<number>(armCount).fill(0.5)));
  }
  return genes;
}

function evenPieces(rows: readonly (readonly number[])[], armCount: number): number[] {
  const ends = rows.slice(1).map((_, i) => (i + 1) / rows.length);
  return pieceGenes(rows, armCount, ends);
}

/** Another arm is the best in each piece, far above the rest. */
function takingOver({ armCount, variation }: Problem): number[] {
  const pieces = Math.min(MOST_BREAKPOINTS + 1, Math.max(2, 1 + Math.floor(variation / 0.9)));
  const rows = Array.from({ length: pieces }, (_, piece) =>
    Array.from({ length: armCount }, (_, arm) => (arm === piece % armCount ? 0.95 : 0.05)),
  );
  return evenPieces(rows, armCount);
}

/** Arms at even distances that fall one after another, the best first. */
function fallingInTurn({ armCount }: Problem): number[] {
  const pieces = Math.min(armCount, MOST_BREAKPOINTS + 1);
  const rows = Array.from({ length: pieces }, (_, piece) =>
    Array.from({ length: armCount }, (_, arm) =>
      arm < piece ? 0.02 : 0.95 * (1 - arm / armCount),
    ),
  );
  return evenPieces(rows, armCount);
}

/**
 * All arms are bad for long; one is good for a short while and then middling, while another becomes
 * the best: a policy that remembers everything has given that one up and lives on past success.
 */
function givenUp({ armCount }: Problem): number[] {
  const row = (first: number, second: number) => [
    first,
    second,
    ...new Array<number>(armCount - 2).fill(0.02),
  ];
  return pieceGenes([row(0.02, 0.02), row(0.95, 0.02), row(0.3, 0.98)], armCount, [0.16, 0.19]);
}

/** Several jumps. */
export const piecewiseFamily: Family = {
  id: 'piecewise',
  name: 'Piecewise stationary',
  summary: `means that stay between 1 to ${MOST_BREAKPOINTS} breakpoints and change abruptly there`,
  geneCount: ({ armCount }) => 1 + MOST_BREAKPOINTS + (MOST_BREAKPOINTS + 1) * armCount,
  starts: (problem) => [takingOver(problem), fallingInTurn(problem), givenUp(problem)],
  shape: piecewiseShape,
};
