/** What alarms are worth: false ones against the level asked for, and delays against the change. */

import { assemble } from '../../drawing/figures/assemble.ts';
import {
  drawChart,
  intervalMarks,
  lineMark,
  type Mark,
  type Point,
  position,
} from '../../drawing/figures/chart.ts';
import type { EndLabel } from '../../drawing/figures/end-labels.ts';
import {
  endLabels,
  figureLabels,
  layout,
  logAxis,
  ticksAtPoints,
} from '../../drawing/figures/layout.ts';
import { INK, policyStyle } from '../../drawing/figures/theme.ts';
import type { Figure, FigureOptions, SweepPoint } from '../../drawing/figures/types.ts';
import { counted, formatNumber } from '../../words/numbers.ts';
import type { DetectorFindings, DetectorStudy } from './study.ts';

const BOUND_WIDTH = 1;
const NOMINAL_STYLE = { colour: INK, width: 1, dash: '1 3' };

/** One detector's values, all above 0. */
interface Line {
  readonly name: string;
  readonly points: readonly SweepPoint[];
  /** Where nothing was counted: how high the value may be. */
  readonly bounds: readonly Point[];
}

interface Drawing {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Where on the horizontal axis anything was measured. */
  readonly values: readonly number[];
  readonly lines: readonly Line[];
  /** A line that the others are compared with. */
  readonly guide?: { readonly name: string; readonly points: readonly Point[] };
}

/** Bounds of several detectors stand side by side. */
const SIDESTEP = 1.025;

function lineMarks(lines: readonly Line[], place: number, bottom: number): Mark[] {
  const { points, bounds } = lines[place];
  const style = policyStyle(place);
  const seen = points.map((point) => ({ ...point, low: Math.max(point.low, bottom) }));
  const upright = bounds.map(([x, high]) => {
    const beside = x * SIDESTEP ** (place - (lines.length - 1) / 2);
    const ends: Point[] = [
      [beside, bottom],
      [beside, high],
    ];
    return lineMark(ends, { colour: style.colour, width: BOUND_WIDTH });
  });
  return [
    lineMark(
      points.map(({ x, mean }): Point => [x, mean]),
      style,
    ),
    ...intervalMarks(seen, style.colour),
    ...upright,
  ];
}

function marksOf({ lines, guide }: Drawing, bottom: number): Mark[] {
  const drawn = lines.map((_, place) => lineMarks(lines, place, bottom));
  const compared = guide === undefined ? [] : [lineMark(guide.points, NOMINAL_STYLE)];
  return [...compared, ...drawn.reverse().flat()];
}

/** Where a line's label points: its last value or bound, or the corner where it has none. */
function endOf({ points, bounds }: Line, corner: Point): Point {
  const values = [...points.map(({ x, mean }): Point => [x, mean]), ...bounds];
  return values.reduce((last, value) => (value[0] >= last[0] ? value : last), corner);
}

/** The range of all that is drawn, its lower end open for the intervals that reach far down. */
function heightsOf({ lines, guide }: Drawing): [number, number] {
  const heights = [
    ...lines.flatMap(({ points }) => points.flatMap(({ mean, high }) => [mean, high])),
    ...lines.flatMap(({ bounds }) => bounds.map(([, high]) => high)),
    ...(guide?.points ?? []).map(([, y]) => y),
  ];
  return heights.length === 0 ? [1, 10] : [Math.min(...heights) / 2, Math.max(...heights) * 1.1];
}

/** Both axes are logarithmic: levels, rates, sizes and delays span powers of ten. */
function draw(drawing: Drawing, options: FigureOptions): Figure {
  const { lines, guide, values } = drawing;
  const named: EndLabel[] = [
    ...lines.map(({ name }, place) => ({ name, style: policyStyle(place) })),
    ...(guide === undefined ? [] : [{ name: guide.name, style: NOMINAL_STYLE }]),
  ];
  const labels = figureLabels(named, options);
  const y = logAxis(drawing.yTitle, ...heightsOf(drawing));
  const frame = layout({ labels, y }, options);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = most > least ? (most / least) ** 0.03 : 2;
  const x = ticksAtPoints(logAxis(drawing.xTitle, least / pad, most * pad), values, frame);
  const corner: Point = [least, y.domain[0]];
  const ends = [...lines.map((line) => endOf(line, corner)), ...(guide?.points.slice(-1) ?? [])];
  const along = position(x, frame.left, frame.right);
  const upright = position(y, frame.bottom, frame.top);
  const targets = ends.map(([, value]) => upright(value));
  const starts = ends.map(([value]) => along(value));
  return assemble(
    {
      name: drawing.name,
      title: drawing.title,
      caption: drawing.caption,
      numbers: lines.map(sentence).join(' '),
      frame,
      content: [
        drawChart(frame, x, y, marksOf(drawing, y.domain[0])),
        endLabels(labels, targets, frame, { starts }),
      ],
    },
    options,
  );
}

function sentence({ name, points, bounds }: Line): string {
  const facts = [
    ...points.map(({ x, mean }) => `${formatNumber(mean)} at ${formatNumber(x)}`),
    ...bounds.map(([x, high]) => `none, at most ${formatNumber(high)}, at ${formatNumber(x)}`),
  ];
  return `${name}: ${facts.join(', ')}.`;
}

function falseAlarmLine({ name, falseAlarms }: DetectorFindings): Line {
  const [none, some] = [0, 1].map((sign) =>
    falseAlarms.filter(({ count }) => Math.sign(count) === sign),
  );
  return {
    name,
    points: some.map(({ level, rate, low, high }) => ({ x: level, mean: rate, low, high })),
    bounds: none.map(({ level, high }): Point => [level, high]),
  };
}

/** False alarms against the nominal level, one line per detector, with the level itself. */
export function falseAlarmFigure(study: DetectorStudy, options: FigureOptions = {}): Figure {
  const values = study.detectors.flatMap(({ falseAlarms }) => falseAlarms.map((f) => f.level));
  const ends = [Math.min(...values), Math.max(...values)];
  return draw(
    {
      name: 'detectors-false-alarms',
      title: 'False alarms of detectors',
      caption:
        `Share of ${counted(study.streams, 'stream')} of ${counted(study.horizon, 'reward')}, Bernoulli of mean 1/2, in which a detector raises an alarm, ` +
        `against the level that it was asked for; seed ${study.seed}. Upright lines are 95% intervals, without a dot where no stream raised an alarm. ` +
        `Below the dotted line a detector keeps its level. Proved: ${provedNames(study)}.`,
      xTitle: 'Nominal level',
      yTitle: 'Streams with a false alarm',
      values,
      lines: study.detectors.map(falseAlarmLine),
      guide: { name: 'nominal', points: ends.map((end): Point => [end, end]) },
    },
    options,
  );
}

function provedNames({ detectors }: DetectorStudy): string {
  const names = detectors.filter(({ proved }) => proved).map(({ name }) => name);
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Without a single stream that got as far as the change there is no delay. */
function delayLine({ name, delays }: DetectorFindings): Line {
  const points = delays
    .filter(({ mean }) => mean > 0)
    .map(({ size, mean, low, high }) => ({ x: size, mean, low, high }));
  return { name, points, bounds: [] };
}

/** Mean delays against the size of the change, one line per detector. */
export function delayFigure(study: DetectorStudy, options: FigureOptions = {}): Figure {
  return draw(
    {
      name: 'detectors-delay',
      title: 'Delays of detectors',
      caption:
        `Mean number of rewards from a change to the alarm: Bernoulli rewards, ${study.before} before the change and ${study.horizon} after it, mean 1/2 ∓ half the change; ` +
        `${counted(study.streams, 'stream')}, seed ${study.seed}; nominal level ${formatNumber(study.delayLevel)}. Upright lines are 95% intervals. ` +
        'A change that is missed counts with all the rewards after it; streams with an earlier alarm are left out. ' +
        'A detector that does not keep its level is sooner for that reason too.',
      xTitle: 'Change of the mean',
      yTitle: 'Delay in rewards',
      values: study.detectors.flatMap(({ delays }) => delays.map(({ size }) => size)),
      lines: study.detectors.map(delayLine),
    },
    options,
  );
}
