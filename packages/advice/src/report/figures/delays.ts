/** How late rewards come: the share that has come after so long. */
import {
  type Axis,
  type Figure,
  type FigureOptions,
  linearAxis,
  lineMark,
  type Point,
  policyStyle,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import { isRefused } from '../../contract/refusal.ts';
import { duration } from '../../words/times.ts';
import { shown } from './axes.ts';
import { lineChart } from './line-chart.ts';

const PER_CENT = 100;

/** Units of time, the largest of which several fit into a span. */
const UNITS = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1000, 'seconds'],
] as const;

function delayAxis(most: number, { units }: Advice, narrow: boolean): { axis: Axis; size: number } {
  const ticks = narrow ? 3 : 6;
  if (units.time !== 'milliseconds') {
    return { axis: linearAxis('Delay in slots', 0, most, ticks), size: 1 };
  }
  const [size, name] = UNITS.find(([each]) => most >= 3 * each) ?? UNITS[3];
  return { axis: linearAxis(`Delay in ${name}`, 0, most / size, ticks), size };
}

/** Draws it; undefined where nothing is known of delays. */
export function delaysFigure(advice: Advice, options: FigureOptions): Figure | undefined {
  const { delays, units } = advice;
  if (isRefused(delays) || delays.curve.length < 2) return undefined;
  const { curve, rewardedShare, median, ninetyNine } = delays;
  const last = curve[curve.length - 1];
  const { axis, size } = delayAxis(last.delay, advice, options.width === 'half');
  const points = curve.flatMap(({ delay, share }, i): Point[] => [
    [delay / size, PER_CENT * (i === 0 ? 0 : curve[i - 1].share)],
    [delay / size, PER_CENT * share],
  ]);
  const style = policyStyle(0);
  const quantiles = [
    ...(median === undefined
      ? []
      : [`Half of these arrive within ${duration(median, units.time)}.`]),
    ...(ninetyNine === undefined ? [] : [`99% within ${duration(ninetyNine, units.time)}.`]),
  ];
  return lineChart(
    {
      name: 'delays',
      title: 'Delays of rewards',
      caption: `Share of rewards that have arrived after a given delay, among those that arrive.${delays.how === 'arrivals' ? ' Decisions near the end of the log count for as long as they were observed.' : ''} ${quantiles.join(' ')}${rewardedShare === undefined ? '' : ` In the end, ${shown(PER_CENT * rewardedShare)}% of decisions receive a reward.`}`,
      numbers: quantiles.join(' '),
      x: axis,
      y: (ticks) => linearAxis('Arrived, %', 0, Math.max(1, 1.05 * PER_CENT * last.share), ticks),
      marks: [lineMark([[0, 0], ...points], style)],
      ends: [{ name: 'arrived', style, end: [last.delay / size, PER_CENT * last.share] }],
    },
    options,
  );
}
