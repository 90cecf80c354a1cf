/** How often arms were taken over time, and how much of what the advice would choose was tried. */
import {
  type Figure,
  type FigureOptions,
  INK,
  type LineStyle,
  linearAxis,
  lineMark,
  policyStyle,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import type { Pictures } from '../../contract/pictures.ts';
import { shown, timeAxis } from './axes.ts';
import { lineChart } from './line-chart.ts';
import { drawnArms, drawnText } from './means.ts';

const SUPPORT: LineStyle = { colour: INK, width: 2.6 };
const PER_CENT = 100;

/** Draws it. */
export function supportFigure(
  advice: Advice,
  { courses, support }: Pictures,
  options: FigureOptions,
): Figure {
  const { times } = courses;
  const arms = drawnArms(advice).map((arm) => courses.arms[arm]);
  const last = times[times.length - 1];
  const supported = support ?? [];
  const most =
    supported.length > 0 ? PER_CENT : PER_CENT * Math.max(...arms.flatMap(({ shares }) => shares));
  return lineChart(
    {
      name: 'support',
      title: 'Shares of arms and support',
      caption: `Each arm's share of decisions over time.${supported.length === 0 ? '' : ' The thick line is support: the share of the recommended policy’s choices that were tried at about that time.'}${drawnText(advice)}`,
      numbers: arms
        .map(
          ({ key, shares }) =>
            `${key}: ${shown(PER_CENT * Math.min(...shares))}% to ${shown(PER_CENT * Math.max(...shares))}%.`,
        )
        .join(' '),
      x: timeAxis(courses.span, advice.units.time, options),
      y: (ticks) => linearAxis('Share, %', 0, Math.max(1, 1.05 * most), ticks),
      marks: [
        ...arms.map(({ shares }, i) =>
          lineMark(
            times.map((time, j) => [time, PER_CENT * shares[j]] as const),
            policyStyle(i),
          ),
        ),
        ...(supported.length === 0
          ? []
          : [
              lineMark(
                supported.map(({ time, share }) => [time, PER_CENT * share] as const),
                SUPPORT,
              ),
            ]),
      ],
      ends: [
        ...arms.map(({ key, shares }, i) => ({
          name: key,
          style: policyStyle(i),
          end: [last, PER_CENT * shares[shares.length - 1]] as const,
        })),
        ...supported.slice(-1).map(({ time, share }) => ({
          name: 'support',
          style: SUPPORT,
          end: [time, PER_CENT * share] as const,
        })),
      ],
    },
    options,
  );
}
