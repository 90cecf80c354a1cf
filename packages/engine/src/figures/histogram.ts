/** How final regrets spread over replications: outlines of all policies over one another. */
import type { ComparisonResult } from '../result.ts';
import type { Histogram } from '../statistics.ts';
import { assemble } from './assemble.ts';
import { filledBins, finalHistograms } from './bins.ts';
import { drawChart, lineMark, type Mark, type Point, shapeMark } from './chart.ts';
import { drawLabelList } from './end-labels.ts';
import { figureLabels, layout, linearAxis, uprightTicks } from './layout.ts';
import {
  environmentName,
  environmentSummary,
  fileStem,
  replicationsSummary,
  toldSentence,
} from './names.ts';
import { regretLabels, regretSentences } from './policy-labels.ts';
import { EDGE, FILL_OPACITY, policyStyle } from './theme.ts';
import type { Figure, FigureOptions } from './types.ts';

const OUTLINE_WIDTH = 1.25;

function histogramMarks(each: Histogram, mean: number, place: number): Mark[] {
  const bins = filledBins(each);
  const style = { ...policyStyle(place), width: OUTLINE_WIDTH };
  const outline: Point[] = [
    [bins[0].from, 0],
    ...bins.flatMap(({ from, to, count }): Point[] => [
      [from, count],
      [to, count],
    ]),
    [bins[bins.length - 1].to, 0],
  ];
  const height = bins.find(({ to }) => mean < to)?.count ?? bins[bins.length - 1].count;
  const meanLine: Point[] = [
    [mean, 0],
    [mean, height],
  ];
  return [
    shapeMark(outline, style.colour, FILL_OPACITY),
    lineMark(outline, style),
    lineMark(meanLine, policyStyle(place)),
  ];
}

const LEAST_BINS = 10;

/** The edges with a bin's room on either side, wide enough that a single bin does not fill it. */
function regretRange(edges: readonly number[]): [number, number] {
  const [first, last, step] = [edges[0], edges[edges.length - 1], edges[1] - edges[0]];
  const room = Math.max(1, (LEAST_BINS - (edges.length - 1)) / 2) * step;
  return [first >= 0 ? Math.max(0, first - room) : first - room, last + room];
}

function captionOf(comparison: ComparisonResult): string {
  const { environment, replications } = comparison;
  const interval = replications > 1 ? ', ± half the 95 % interval of the mean' : '';
  return (
    `Final regrets of single replications; environment: ${environmentSummary(environment)}.` +
    `${toldSentence(environment)} ${replicationsSummary(comparison)}, in bins of equal width. Upright lines are means; ` +
    `policies are listed by them${interval}.`
  );
}

/** Replications against final regret, one outline a policy, listed in the order of their means. */
export function histogramFigure(comparison: ComparisonResult, options: FigureOptions = {}): Figure {
  const { policies, environment } = comparison;
  const means = policies.map(({ regret }) => regret.mean);
  const order = means.map((_, i) => i).sort((a, b) => means[a] - means[b] || a - b);
  const all = regretLabels(policies);
  const labels = figureLabels(
    order.map((i) => all[i]),
    options,
  );
  const histograms = finalHistograms(policies);
  const mostCount = Math.max(...histograms.flatMap(({ counts }) => counts));
  const yTicks = Math.min(mostCount, uprightTicks(labels, options));
  const y = linearAxis('Replications', 0, mostCount, yTicks);
  const xTicks = options.width === 'half' ? 3 : 6;
  const x = linearAxis('Final regret R(T)', ...regretRange(histograms[0].edges), xTicks);
  const frame = layout({ labels, y }, options);
  const marks = histograms.map((each, i) => histogramMarks(each, means[i], i));
  return assemble(
    {
      name: fileStem(comparison.name, 'histogram'),
      title: `Final regrets: ${environmentName(environment)}`,
      caption: captionOf(comparison),
      numbers: regretSentences(policies),
      frame,
      content: [
        drawChart(frame, x, y, marks.reverse().flat()),
        drawLabelList(labels, frame.width - EDGE - labels.width, frame.top),
      ],
    },
    options,
  );
}
