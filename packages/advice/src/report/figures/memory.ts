/** Score over memory length, one line per policy, with the range that is as good as the best. */
import {
  type Figure,
  type FigureOptions,
  intervalMarks,
  type LineStyle,
  linearAxis,
  lineMark,
  logAxis,
  type Mark,
  policyStyle,
  SECOND_INK,
  shapeMark,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import type { BestOfKind, Choice, Scored } from '../../contract/choice.ts';
import { isRefused } from '../../contract/refusal.ts';
import { shown } from './axes.ts';
import { lineChart } from './line-chart.ts';

const LEVEL: LineStyle = { colour: SECOND_INK, width: 1, dash: '1 3' };
const PER_CENT = 100;

/** The memory of a candidate, in decisions; undefined where it has none to set. */
function memoryOf({ params }: Scored): number | undefined {
  if (params.window !== undefined) return params.window;
  return params.discount === undefined || params.discount >= 1
    ? undefined
    : 1 / (1 - params.discount);
}

interface Point {
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Curve {
  readonly policy: string;
  readonly points: readonly Point[];
}

/** For each policy with a memory, the best score of each length. */
function curvesOf({ candidates }: Choice): Curve[] {
  const policies = [...new Set(candidates.map(({ policy }) => policy))];
  return policies.flatMap((policy) => {
    const best = new Map<number, Scored>();
    for (const candidate of candidates) {
      const memory = candidate.policy === policy ? memoryOf(candidate) : undefined;
      if (memory === undefined) continue;
      const key = Math.round(memory);
      const known = best.get(key);
      if (known === undefined || candidate.score < known.score) best.set(key, candidate);
    }
    const points = [...best]
      .sort(([a], [b]) => a - b)
      .map(([x, { score, error }]) => ({
        x,
        mean: PER_CENT * score,
        low: PER_CENT * (score - 1.96 * error),
        high: PER_CENT * (score + 1.96 * error),
      }));
    return points.length > 1 ? [{ policy, points }] : [];
  });
}

/** Policies with nothing to set: levels to compare with. */
function levelsOf({ candidates }: Choice): Scored[] {
  const without = candidates.filter((candidate) => memoryOf(candidate) === undefined);
  return without.slice(0, 3);
}

function rangeMark({ range }: BestOfKind, [low, high]: readonly [number, number]): Mark {
  return shapeMark(
    [
      [range.least, low],
      [range.least, high],
      [range.most, high],
      [range.most, low],
    ],
    SECOND_INK,
    0.12,
  );
}

function numbersText(curves: readonly Curve[], levels: readonly Scored[]): string {
  const lines = curves.map(({ policy, points }) => {
    const best = points.reduce((least, point) => (point.mean < least.mean ? point : least));
    return `${policy}: ${shown(best.mean)}% with a memory of ${best.x}, ${shown(points[0].mean)}% with ${points[0].x}, ${shown(points[points.length - 1].mean)}% with ${points[points.length - 1].x}.`;
  });
  return [
    ...lines,
    ...levels.map(({ spec, score }) => `${spec}: ${shown(PER_CENT * score)}%.`),
  ].join(' ');
}

/** Draws it; undefined where no memory was tried. */
export function memoryFigure({ advice }: Advice, options: FigureOptions): Figure | undefined {
  if (isRefused(advice)) return undefined;
  const curves = curvesOf(advice);
  if (curves.length === 0) return undefined;
  const levels = levelsOf(advice);
  const all = [
    ...curves.flatMap(({ points }) => points.map(({ mean }) => mean)),
    ...levels.map(({ score }) => PER_CENT * score),
  ];
  const range = [0, Math.min(110, 1.08 * Math.max(...all))] as const;
  const memories = curves.flatMap(({ points }) => points.map(({ x }) => x));
  const domain = [Math.min(...memories) / 1.15, Math.max(...memories) * 1.15] as const;
  const shaded = advice.for.find((kind): kind is BestOfKind => !isRefused(kind));
  return lineChart(
    {
      name: 'memory',
      title: 'Relative regret by memory length',
      caption: `Regret divided by that of uniform random choice, in ${advice.simulations} simulations based on the log. Each memory length is shown with its best scale. Bars are 95% intervals over simulations. Dotted lines are policies without a memory setting.${shaded === undefined ? '' : ` The shaded memory lengths of ${shaded.policy} have at most 1.1 times its lowest regret.`}`,
      numbers: numbersText(curves, levels),
      x: logAxis('Memory in decisions', ...domain),
      y: (ticks) => ({ ...linearAxis('Relative regret, %', ...range, ticks) }),
      marks: [
        ...(shaded === undefined ? [] : [rangeMark(shaded, range)]),
        ...levels.map(({ score }) =>
          lineMark(
            domain.map((x) => [x, PER_CENT * score] as const),
            LEVEL,
          ),
        ),
        ...curves.flatMap(({ points }, i) => [
          lineMark(
            points.map(({ x, mean }) => [x, mean] as const),
            policyStyle(i),
          ),
          ...intervalMarks(
            points.map((point) => ({
              ...point,
              low: Math.max(0, point.low),
              high: Math.min(range[1], point.high),
            })),
            policyStyle(i).colour,
          ),
        ]),
      ],
      ends: [
        ...curves.map(({ policy, points }, i) => {
          const last = points[points.length - 1];
          return { name: policy, style: policyStyle(i), end: [last.x, last.mean] as const };
        }),
        ...levels.map(({ spec, score }) => ({
          name: spec,
          style: LEVEL,
          end: [domain[1], PER_CENT * score] as const,
        })),
      ],
    },
    options,
  );
}
