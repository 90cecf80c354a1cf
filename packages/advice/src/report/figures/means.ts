/** Means over time: what was seen, what was fitted, steps, and the pending end. */
import {
  AXIS,
  BAND_OPACITY,
  bandMark,
  type Figure,
  type FigureOptions,
  type LineStyle,
  linearAxis,
  lineMark,
  type Mark,
  policyStyle,
  shapeMark,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import type { ArmCourse, Courses } from '../../contract/pictures.ts';
import { around, shown, timeAxis } from './axes.ts';
import { lineChart } from './line-chart.ts';

/** More lines could not be told apart. */
const MOST_ARMS = 8;

/** The arms that are drawn: those with most rows, in the log's order; with their places. */
export function drawnArms({ log }: Advice): number[] {
  return log.arms
    .map((_, arm) => arm)
    .toSorted((a, b) => log.arms[b].rows - log.arms[a].rows || a - b)
    .slice(0, MOST_ARMS)
    .toSorted((a, b) => a - b);
}

/** What is said where not all arms are drawn. */
export function drawnText({ log }: Advice): string {
  return log.arms.length > MOST_ARMS
    ? ` The figure shows the ${MOST_ARMS} arms with the most decisions, of ${log.arms.length}.`
    : '';
}

function armMarks({ fitted, seen }: ArmCourse, style: LineStyle): Mark[] {
  const band = seen.map(({ time, low, high }) => ({ x: time, low, high }));
  return [
    ...(band.length > 1 ? [bandMark(band, style.colour, BAND_OPACITY)] : []),
    lineMark(
      fitted.map(({ time, mean }) => [time, mean] as const),
      style,
    ),
  ];
}

/** Steps as upright lines over the arm's own stretch. */
function stepMarks(
  { drift }: Advice,
  styles: ReadonlyMap<string, LineStyle>,
  [low, high]: readonly [number, number],
): Mark[] {
  if (drift.verdict !== 'drifting' && drift.verdict !== 'signs') return [];
  return (drift.kind?.steps ?? []).flatMap(({ arm, time }) => {
    const style = styles.get(arm);
    if (style === undefined) return [];
    const line = [
      [time, low],
      [time, high],
    ] as const;
    return [lineMark(line, { colour: style.colour, width: 0.75, dash: '2 3' })];
  });
}

/** The end that is left out, in grey. */
function unripeMarks(
  { span, pendingFrom }: Courses,
  [low, high]: readonly [number, number],
): Mark[] {
  if (pendingFrom === undefined) return [];
  return [
    shapeMark(
      [
        [pendingFrom, low],
        [pendingFrom, high],
        [span[1], high],
        [span[1], low],
      ],
      AXIS,
      0.3,
    ),
  ];
}

function numbersText(arms: readonly ArmCourse[]): string {
  return arms
    .map(({ key, fitted }) => {
      const means = fitted.map(({ mean }) => mean);
      return `${key}: from ${shown(means[0])} at the beginning to ${shown(means[means.length - 1])} at the end, range ${shown(Math.min(...means))} to ${shown(Math.max(...means))}.`;
    })
    .join(' ');
}

/** Draws it. */
export function meansFigure(advice: Advice, courses: Courses, options: FigureOptions): Figure {
  const arms = drawnArms(advice).map((arm) => courses.arms[arm]);
  const styles = arms.map((_, i) => policyStyle(i));
  const named = new Map(arms.map(({ key }, i) => [key, styles[i]]));
  const range = around(
    arms.flatMap(({ fitted, seen }) => [
      ...fitted.map(({ mean }) => mean),
      ...seen.flatMap(({ low, high }) => [low, high]),
    ]),
  );
  const { pendingFrom } = courses;
  const last = Math.max(...arms.flatMap(({ fitted }) => fitted.map(({ time }) => time)));
  return lineChart(
    {
      name: 'means',
      title: 'Means over time',
      caption: `Mean of '${advice.units.reward}' per decision for each arm. Lines show the fitted means, bands 95% intervals of averages over periods with equal numbers of decisions.${(advice.drift.kind?.steps.length ?? 0) > 0 ? ' Vertical lines are abrupt changes.' : ''}${pendingFrom === undefined ? '' : ' The gray end is left out, because its rewards may not have arrived yet.'}${drawnText(advice)}`,
      numbers: numbersText(arms),
      x: timeAxis(courses.span, advice.units.time, options),
      y: (ticks) => linearAxis(`Mean of '${advice.units.reward}'`, ...range, ticks),
      marks: [
        ...unripeMarks(courses, range),
        ...stepMarks(advice, named, range),
        ...arms.flatMap((arm, i) => armMarks(arm, styles[i])).reverse(),
      ],
      ends: arms.map(({ key, fitted }, i) => ({
        name: key,
        style: styles[i],
        end: [last, fitted[fitted.length - 1].mean],
      })),
    },
    options,
  );
}
