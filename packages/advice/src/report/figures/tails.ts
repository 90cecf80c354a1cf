/** Tails: how often a residual is at least so large, both axes logarithmic; a power law is a straight line. */
import {
  type Figure,
  type FigureOptions,
  lineMark,
  logAxis,
  policyStyle,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import type { DrawnTail, Pictures } from '../../contract/pictures.ts';
import { isRefused } from '../../contract/refusal.ts';
import type { Tails } from '../../contract/tails.ts';
import { lineChart } from './line-chart.ts';

const NAMES = { upper: 'upper tail', lower: 'lower tail' } as const;

/** A tail of a higher index is so thin that it would only make the other one hard to see. */
const THIN = 10;

function drawnSides(drawn: readonly DrawnTail[], { tails }: Tails): DrawnTail[] {
  const sides = drawn.filter(({ points }) => points.length > 1);
  const thick = sides.filter(
    ({ side }) => !tails.some((each) => each.side === side && each.index > THIN),
  );
  return thick.length === 0 ? sides : thick;
}

/** Draws it; undefined where tails were not looked at. */
export function tailsFigure(
  { tails }: Advice,
  { tails: drawn = [] }: Pictures,
  options: FigureOptions,
): Figure | undefined {
  if (isRefused(tails)) return undefined;
  const sides = drawnSides(drawn, tails);
  if (sides.length === 0) return undefined;
  const all = sides
    .flatMap(({ points }) => points)
    .filter(({ size, share }) => size > 0 && share > 0);
  const sizes = all.map(({ size }) => size);
  const shares = all.map(({ share }) => share);
  const farthest = Math.max(...sizes) * 1.1;
  return lineChart(
    {
      name: 'tails',
      title: 'Tails of rewards',
      caption:
        'Share of rewards that differ from the fitted mean by at least a given size, in units of the arm’s median difference. On these axes a power law is a straight line. A flatter line is a heavier tail.',
      numbers: tails.tails
        .map(({ side, index, low, high }) => {
          const range =
            high === undefined
              ? `at least ${low.toFixed(1)}`
              : `${index.toFixed(1)}, interval ${low.toFixed(1)} to ${high.toFixed(1)}`;
          return `${NAMES[side]}: index ${range}.`;
        })
        .join(' '),
      x: logAxis('Size of the difference', Math.min(...sizes) / 1.1, farthest),
      y: () =>
        logAxis('Share at least this large', Math.min(...shares) / 1.3, Math.max(...shares) * 1.3),
      marks: sides.map(({ points }, i) =>
        lineMark(
          points.map(({ size, share }) => [size, share] as const),
          policyStyle(i),
        ),
      ),
      // At the edge: from where lines end, at about one height, leaders would lie upon each other.
      ends: sides.map(({ side, points }, i) => ({
        name: NAMES[side],
        style: policyStyle(i),
        end: [farthest, Math.min(...points.map(({ share }) => share))] as const,
      })),
    },
    options,
  );
}
