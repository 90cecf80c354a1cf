/** How final regrets spread over replications: outlines of all policies over one another. */
import type { ComparisonResult } from '../../play/result.ts';
import {
  comparisonTitle,
  environmentSummary,
  fileStem,
  givenSentence,
  replicationsSummary,
} from '../../words/names.ts';
import { policyNames } from '../../words/policy-names.ts';
import { regretTitle } from '../../words/reward-words.ts';
import { assemble } from './assemble.ts';
import { filledBins, finalHistograms } from './bins.ts';
import { drawChart, lineMark, type Mark, type Point, shapeMark } from './chart.ts';
import { drawLabelList } from './end-labels.ts';
import { figureLabels, layout, linearAxis, uprightTicks } from './layout.ts';
import {
  type Outlined,
  onOwnScale,
  outlinedPolicies,
  outlineScales,
  outlineText,
} from './outlines.ts';
import { policyStyles, regretLabels, regretSentences } from './policy-labels.ts';
import { EDGE, FILL_OPACITY, type LineStyle } from './theme.ts';
import type { Figure, PlacedFigureOptions } from './types.ts';

const OUTLINE_WIDTH = 1.25;

/**
 * @param factor - what counts are multiplied with: 1 but for an outline on a scale of its own
 */
function histogramMarks(
  { histogram }: Outlined,
  style: LineStyle,
  mean: number,
  factor: number,
): Mark[] {
  const bins = filledBins(histogram);
  const outline: Point[] = [
    [bins[0].from, 0],
    ...bins.flatMap(({ from, to, count }): Point[] => [
      [from, count * factor],
      [to, count * factor],
    ]),
    [bins[bins.length - 1].to, 0],
  ];
  const count = bins.find(({ to }) => mean < to)?.count ?? bins[bins.length - 1].count;
  return [
    shapeMark(outline, style.colour, FILL_OPACITY),
    lineMark(outline, { ...style, width: OUTLINE_WIDTH }),
    meanMark(style, mean, count * factor),
  ];
}

function meanMark(style: LineStyle, mean: number, height: number): Mark {
  const line: Point[] = [
    [mean, 0],
    [mean, height],
  ];
  return lineMark(line, style);
}

const LEAST_BINS = 10;

/** The edges with a bin's room on either side, wide enough that a single bin does not fill it. */
function regretRange(edges: readonly number[]): [number, number] {
  const [first, last, step] = [edges[0], edges[edges.length - 1], edges[1] - edges[0]];
  const room = Math.max(1, (LEAST_BINS - (edges.length - 1)) / 2) * step;
  return [first >= 0 ? Math.max(0, first - room) : first - room, last + room];
}

/** Whose replications are outlined: all where none spreads, as there are no others to flatten. */
function outlinedOf({ policies }: ComparisonResult): Outlined[] {
  const histograms = finalHistograms(policies);
  const spread = outlinedPolicies(policies, histograms);
  return spread.length > 0 ? spread : histograms.map((histogram, place) => ({ place, histogram }));
}

function captionOf(comparison: ComparisonResult, outlined: readonly Outlined[]): string {
  const { policies, environment, replications } = comparison;
  const interval = replications > 1 ? ', ± half the 95% interval of the mean' : '';
  const axis = onOwnScale(outlined).length === 0 ? '' : ' The axis is that of the other policies.';
  return (
    `Final regrets of single replications. Environment: ${environmentSummary(environment)}.` +
    `${givenSentence(environment)} ${replicationsSummary(comparison)}, in bins of equal width.` +
    `${outlineText(policyNames(policies), outlined)}${axis} Vertical lines are means. ` +
    `Policies are sorted by their means${interval}.`
  );
}

/** Replications against final regret, one outline per policy, listed in the order of their means. */
export function histogramFigure(
  comparison: ComparisonResult,
  options: PlacedFigureOptions = {},
): Figure {
  const { policies } = comparison;
  const means = policies.map(({ regret }) => regret.mean);
  const order = means.map((_, i) => i).sort((a, b) => means[a] - means[b] || a - b);
  const styles = policyStyles(policies, options.places);
  const all = regretLabels(policies, styles);
  const labels = figureLabels(
    order.map((i) => all[i]),
    options,
  );
  const outlined = outlinedOf(comparison);
  const scales = outlineScales(outlined);
  const mostCount = Math.min(...scales);
  const yTicks = Math.min(mostCount, uprightTicks(labels, options));
  const y = linearAxis('Replications', 0, mostCount, yTicks);
  const xTicks = options.width === 'half' ? 3 : 6;
  const x = linearAxis(
    regretTitle(comparison.environment, 'Final regret R(T)'),
    ...regretRange(outlined[0].histogram.edges),
    xTicks,
  );
  const frame = layout({ labels, y }, options);
  const marks = policies.map((_, place) => {
    const i = outlined.findIndex((each) => each.place === place);
    return i < 0
      ? [meanMark(styles[place], means[place], mostCount)]
      : histogramMarks(outlined[i], styles[place], means[place], mostCount / scales[i]);
  });
  return assemble(
    {
      name: fileStem(comparison.name, 'histogram'),
      title: `${regretTitle(comparison.environment, 'Final regrets')}: ${comparisonTitle(comparison)}`,
      caption: captionOf(comparison, outlined),
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
