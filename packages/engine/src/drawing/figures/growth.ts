/** Regret against the horizon, both logarithmic: its slope is the exponent of T. */

import { fileStem } from '../../words/names.ts';
import { formatFixed } from '../../words/numbers.ts';
import { assemble } from './assemble.ts';
import { drawChart, intervalMarks, lineMark, type Mark, position } from './chart.ts';
import type { EndLabel } from './end-labels.ts';
import { endLabels, figureLabels, layout, logAxis, ticksAtPoints } from './layout.ts';
import { INK, policyStyle } from './theme.ts';
import type { Figure, FigureOptions, Growth } from './types.ts';

const THEORY_STYLE = { colour: INK, width: 1, dash: '1 3' };

type GrowthLine = Growth['lines'][number];

/** On a logarithmic axis nothing is at or below 0. */
function drawable({ points }: GrowthLine) {
  const shown = points.filter(({ mean }) => mean > 0);
  return shown.map(({ horizon, mean, low, high }) => ({
    x: horizon,
    mean,
    low: low > 0 ? low : mean,
    high,
  }));
}

/** The fitted line: it has the fitted slope and runs through the mean of the logarithms. */
function fittedLine(line: GrowthLine): (horizon: number) => number {
  const points = drawable(line);
  const meanOf = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + Math.log(pick(point)), 0) / Math.max(1, points.length);
  const [atX, atY] = [meanOf(({ x }) => x), meanOf(({ mean }) => mean)];
  return (horizon) => Math.exp(atY + line.slope.value * (Math.log(horizon) - atX));
}

interface Extent {
  readonly horizons: readonly [number, number];
  readonly regrets: readonly [number, number];
}

function extentOf(lines: readonly GrowthLine[]): Extent {
  const points = lines.flatMap(drawable);
  if (points.length === 0) return { horizons: [1, 10], regrets: [1, 10] };
  const horizons = points.map(({ x }) => x);
  const regrets = points.flatMap(({ low, high }) => [low, high]);
  return {
    horizons: [Math.min(...horizons), Math.max(...horizons)],
    regrets: [Math.min(...regrets), Math.max(...regrets)],
  };
}

function growthMarks(
  lines: readonly GrowthLine[],
  theory: (horizon: number) => number,
  [first, last]: readonly [number, number],
): Mark[] {
  const ends = (curve: (horizon: number) => number) =>
    [first, last].map((horizon) => [horizon, curve(horizon)] as const);
  const fitted = lines.map((line, i) =>
    drawable(line).length === 0
      ? []
      : [
          lineMark(ends(fittedLine(line)), policyStyle(i)),
          ...intervalMarks(drawable(line), policyStyle(i).colour),
        ],
  );
  return [lineMark(ends(theory), THEORY_STYLE), ...fitted.reverse().flat()];
}

function slopeText({ slope }: GrowthLine): string {
  const { value, low, high } = slope;
  const lopsided = Math.abs(high + low - 2 * value) >= 0.01;
  if (!lopsided) return `slope ${formatFixed(value, 2)} ± ${formatFixed((high - low) / 2, 2)}`;
  return `slope ${formatFixed(value, 2)} [${formatFixed(low, 2)}, ${formatFixed(high, 2)}]`;
}

function theorySlope(slope: number): string {
  return `slope ${Math.abs(slope - 2 / 3) < 1e-9 ? '2/3' : formatFixed(slope, 2)}`;
}

/** A line of the theory's slope a little below all others, so that it crosses none without need. */
function guideOf(
  curves: readonly ((horizon: number) => number)[],
  slope: number,
  { horizons, regrets }: Extent,
): (horizon: number) => number {
  const growth = (horizon: number) => (horizon / horizons[0]) ** slope;
  const starts = curves.flatMap((curve) =>
    horizons.map((horizon) => curve(horizon) / growth(horizon)),
  );
  const start = 0.6 * Math.min(regrets[0], ...starts);
  return (horizon) => start * growth(horizon);
}

function labelsOf({ lines, theory }: Growth): EndLabel[] {
  return [
    ...lines.map((line, i) => ({
      name: line.label,
      value: slopeText(line),
      style: policyStyle(i),
    })),
    { name: theory.label, value: theorySlope(theory.slope), style: THEORY_STYLE },
  ];
}

/** Regret against the horizon, one line per policy, with a line of the theory's slope to compare. */
export function growthFigure(growth: Growth, options: FigureOptions = {}): Figure {
  const { name, title, caption, lines, theory } = growth;
  const extent = extentOf(lines);
  const [first, last] = extent.horizons;
  const curves = lines.filter((line) => drawable(line).length > 0).map(fittedLine);
  const guide = guideOf(curves, theory.slope, extent);
  const regrets = [...extent.regrets, ...[guide, ...curves].flatMap((f) => [f(first), f(last)])];
  const y = logAxis('Final regret R(T)', Math.min(...regrets) / 1.1, Math.max(...regrets) * 1.1);
  const widened = last > first ? 1.06 : 2;
  const labels = figureLabels(labelsOf(growth), options);
  const frame = layout({ labels, y }, options);
  const x = ticksAtPoints(
    logAxis('Horizon T', first / widened, last * widened),
    lines.flatMap(drawable).map((point) => point.x),
    frame,
  );
  const upright = position(y, frame.bottom, frame.top);
  const lineEnd = position(x, frame.left, frame.right)(last);
  const targets = [
    // A line without a logarithm is not drawn; its label stands at the bottom.
    ...lines.map((line) =>
      drawable(line).length === 0 ? frame.bottom : upright(fittedLine(line)(last)),
    ),
    upright(guide(last)),
  ];
  return assemble(
    {
      name: fileStem(name),
      title,
      caption,
      numbers: `Slopes: ${lines.map((line) => `${line.label} ${slopeText(line)}`).join('; ')}.`,
      frame,
      content: [
        drawChart(frame, x, y, growthMarks(lines, guide, extent.horizons)),
        endLabels(labels, targets, frame, { starts: targets.map(() => lineEnd) }),
      ],
    },
    options,
  );
}
