/** Regret over time: a line and a band for each policy; where there is room, how R(T) spreads. */
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import type { Histogram } from '../../play/statistics.ts';
import {
  comparisonTitle,
  environmentSummary,
  fileStem,
  givenSentence,
  replicationsSummary,
} from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { policyNames } from '../../words/policy-names.ts';
import { canBeNegative, regretTitle } from '../../words/reward-words.ts';
import { assemble } from './assemble.ts';
import { filledBins, finalHistograms } from './bins.ts';
import {
  drawChart,
  type Frame,
  lineMark,
  type Mark,
  type Point,
  position,
  shapeMark,
} from './chart.ts';
import { BAND_TEXT, type Bands, curveMarks, curveRange } from './curves.ts';
import { endLabels, figureLabels, layout, linearAxis, slotAxis, uprightTicks } from './layout.ts';
import { type Outlined, outlinedPolicies, outlineScales, outlineText } from './outlines.ts';
import { policyStyles, regretLabels, regretSentences } from './policy-labels.ts';
import { FILL_OPACITY, type LineStyle, THIN_WIDTH } from './theme.ts';
import type { Figure, PlacedFigureOptions } from './types.ts';

/** Below this many replications a histogram is noise; above this many policies, a thicket. */
const LEAST_FOR_HISTOGRAM = 30;
const MOST_HISTOGRAMS = 6;
const HISTOGRAM_WIDTH = 56;
const HISTOGRAM_GAP = 8;

/** The lower end of regret, which is 0 unless its benchmark can be beaten. */
function leastRegret({ environment }: ComparisonResult): number {
  return canBeNegative(environment) ? Number.NEGATIVE_INFINITY : 0;
}

/** Final regrets as outlines turned sideways, on the regret's own axis beyond the last slot. */
function sidewaysMarks(
  outlined: readonly Outlined[],
  styles: readonly LineStyle[],
  frame: Frame,
  horizon: number,
): Mark[] {
  const scales = outlineScales(outlined);
  const slotsPerPixel = horizon / (frame.right - frame.left);
  const base = horizon + HISTOGRAM_GAP * slotsPerPixel;
  return outlined.flatMap(({ place, histogram }, i) => {
    const reach = (count: number) => base + (count / scales[i]) * HISTOGRAM_WIDTH * slotsPerPixel;
    const bins = filledBins(histogram);
    const outline = [
      [base, bins[0].from] as const,
      ...bins.flatMap(({ from, to, count }): Point[] => [
        [reach(count), from],
        [reach(count), to],
      ]),
      [base, bins[bins.length - 1].to] as const,
    ];
    const { colour } = styles[place];
    return [
      shapeMark(outline, colour, FILL_OPACITY),
      lineMark([...outline, outline[0]], { colour, width: THIN_WIDTH }),
    ];
  });
}

/** The lowest and the highest regret that is drawn; 0 is always among them. */
function rangeOf(
  policies: readonly PolicyResult[],
  bands: Bands,
  outlined: readonly Outlined[],
  least: number,
): [number, number] {
  const ends = outlined.flatMap(({ histogram }) =>
    filledBins(histogram).flatMap(({ from, to }) => [from, to]),
  );
  return curveRange(
    policies.map(({ curve }) => curve),
    bands,
    least,
    ends,
  );
}

function captionOf(
  comparison: ComparisonResult,
  bands: Bands,
  outlined: readonly Outlined[],
): string {
  const { policies, environment, replications } = comparison;
  const what = `Cumulative regret of ${counted(policies.length, 'policy', 'policies')}. Environment: ${environmentSummary(environment)}.${givenSentence(environment)}`;
  if (replications === 1) {
    return `${what} Lines are ${replicationsSummary(comparison)}, so there are no bands.`;
  }
  const outlines =
    outlined.length === 0
      ? ''
      : ` Outlines at the right show the spread of the final regrets of single replications.${outlineText(policyNames(policies), outlined)}`;
  return `${what} Lines are means of ${replicationsSummary(comparison)}; ${BAND_TEXT[bands]}.${outlines} Numbers are final means ± half of the 95% interval.`;
}

/** What bands show, and which colours lines have. */
export interface RegretFigureOptions extends PlacedFigureOptions {
  readonly bands?: Bands;
  /** The policies' `finalHistograms`, where they have been made before: of many replications that takes time. */
  readonly histograms?: readonly Histogram[];
}

/** Whose final regrets are outlined; nobody's where there is no room or nothing to see. */
function outlinedOf(comparison: ComparisonResult, options: RegretFigureOptions): Outlined[] {
  const { policies, replications } = comparison;
  const hasRoom = options.width !== 'half' && policies.length <= MOST_HISTOGRAMS;
  if (!hasRoom || replications < LEAST_FOR_HISTOGRAM) return [];
  return outlinedPolicies(policies, options.histograms ?? finalHistograms(policies));
}

/** Regret against slots, one line per policy. */
export function regretFigure(
  comparison: ComparisonResult,
  options: RegretFigureOptions = {},
): Figure {
  const { policies, environment } = comparison;
  const bands = options.bands ?? 'interval';
  const outlined = outlinedOf(comparison, options);
  const aside = outlined.length > 0 ? HISTOGRAM_GAP + HISTOGRAM_WIDTH : 0;
  const styles = policyStyles(policies, options.places);
  const labels = figureLabels(regretLabels(policies, styles), options);
  const least = leastRegret(comparison);
  const range = rangeOf(policies, bands, outlined, least);
  const y = linearAxis(
    regretTitle(environment, 'Cumulative regret R(t)'),
    ...range,
    uprightTicks(labels, options),
  );
  const x = slotAxis(environment.horizon, options);
  const frame = layout({ labels, y, aside }, options);
  const upright = position(y, frame.bottom, frame.top);
  const marks = [
    ...curveMarks(
      policies.map(({ curve }) => curve),
      styles,
      bands,
      least,
    ),
    ...sidewaysMarks(outlined, styles, frame, environment.horizon),
  ];
  const targets = policies.map(({ regret }) => upright(regret.mean));
  return assemble(
    {
      name: fileStem(comparison.name, 'regret'),
      title: `${regretTitle(environment, 'Cumulative regret')}: ${comparisonTitle(comparison)}`,
      caption: captionOf(comparison, bands, outlined),
      numbers: regretSentences(policies),
      frame,
      content: [drawChart(frame, x, y, marks), endLabels(labels, targets, frame, { aside })],
    },
    options,
  );
}
