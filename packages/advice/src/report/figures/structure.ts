/** How far means move over how many decisions, both axes logarithmic, with the slopes of two simple laws. */
import {
  type Figure,
  type FigureOptions,
  intervalMarks,
  type LineStyle,
  lineMark,
  logAxis,
  type Mark,
  policyStyle,
  SECOND_INK,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import type { Movement, Structure } from '../../contract/drift.ts';
import { shown } from './axes.ts';
import { lineChart } from './line-chart.ts';

const GUIDE: LineStyle = { colour: SECOND_INK, width: 0.75, dash: '2 3' };
const UNSEEN: LineStyle = { colour: SECOND_INK, width: 1, dash: '7 3' };

/** The least and the largest that the axis shows. */
function rangeOf({ lags }: Structure): readonly [number, number] {
  const positive = lags
    .flatMap(({ value, low, high, detectable }) => [value, low, high, detectable])
    .filter((value) => value > 0);
  const high = Math.max(...positive);
  return [Math.max(Math.min(...positive), high / 50) / 1.3, high * 1.3];
}

/** A straight line through the headline on logarithmic axes, as far as it is in view. */
function guideMark(
  { L, value }: Movement,
  slope: number,
  [first, last]: readonly [number, number],
  [low, high]: readonly [number, number],
): Mark {
  const lagAt = (height: number) => L * (height / value) ** (1 / slope);
  const [from, to] = [Math.max(first, lagAt(low)), Math.min(last, lagAt(high))];
  return lineMark(
    [from, to].map((lag) => [lag, value * (lag / L) ** slope] as const),
    GUIDE,
  );
}

/** Stretches of neighbouring distances at which movement is in view. */
function stretchesOf(lags: readonly Movement[], floor: number): Movement[][] {
  const stretches: Movement[][] = [[]];
  for (const lag of lags) {
    if (lag.value > floor) stretches[stretches.length - 1].push(lag);
    else stretches.push([]);
  }
  return stretches.filter(({ length }) => length > 1);
}

function movementMarks(lags: readonly Movement[], floor: number, style: LineStyle): Mark[] {
  const points = lags
    .filter(({ value }) => value > floor)
    .map(({ L, value, low, high }) => ({ x: L, mean: value, low: Math.max(floor, low), high }));
  // Of what may be 0 only the interval is in view.
  const bars = lags
    .filter(({ value, high }) => value <= floor && high > floor)
    .map(({ L, high }) =>
      lineMark([[L, floor] as const, [L, high] as const], { colour: style.colour, width: 1 }),
    );
  const lines = stretchesOf(lags, floor).map((stretch) =>
    lineMark(
      stretch.map(({ L, value }) => [L, value] as const),
      style,
    ),
  );
  return [...lines, ...bars, ...intervalMarks(points, style.colour)];
}

function numbersText({ lags }: Structure): string {
  return lags
    .map(
      ({ L, value, low, high }) =>
        `Over ${L} decisions: ${shown(value)}, interval ${shown(low)} to ${shown(high)}.`,
    )
    .join(' ');
}

/** Draws it; undefined where nothing is known. */
export function structureFigure(
  { drift, units }: Advice,
  options: FigureOptions,
): Figure | undefined {
  const { structure } = drift;
  if (structure === undefined || structure.lags.length === 0) return undefined;
  if (!structure.lags.some(({ detectable }) => detectable > 0)) return undefined;
  const { lags, headline } = structure;
  const range = rangeOf(structure);
  const first = lags[0].L;
  const last = Math.max(lags[lags.length - 1].L, 2 * first);
  const style = policyStyle(0);
  const told = lags[headline];
  const hasGuides = told.value > range[0];
  const end = lags[lags.length - 1];
  return lineChart(
    {
      name: 'structure',
      title: 'How far means move',
      caption: `Typical change of an arm's mean over a number of decisions (root mean square without noise), in units of '${units.reward}'. Bars are 95% intervals, cut off at the lower edge. Four of five such logs would show movement above the dashed line.${hasGuides ? ' Dotted lines show the slopes of a random walk (½) and of a steady trend (1).' : ''} If the curve falls again, means return, as in a season.`,
      numbers: numbersText(structure),
      x: logAxis('Distance in decisions', first / 1.15, last * 1.15),
      y: () => logAxis('Movement', ...range),
      marks: [
        ...(hasGuides ? [0.5, 1].map((slope) => guideMark(told, slope, [first, last], range)) : []),
        lineMark(
          lags.map(
            ({ L, detectable }) => [L, Math.min(range[1], Math.max(range[0], detectable))] as const,
          ),
          UNSEEN,
        ),
        ...movementMarks(lags, range[0], style),
      ],
      ends: [
        { name: 'movement', style, end: [end.L, Math.max(range[0], end.value)] },
        { name: 'detectable', style: UNSEEN, end: [end.L, Math.max(range[0], end.detectable)] },
      ],
    },
    options,
  );
}
