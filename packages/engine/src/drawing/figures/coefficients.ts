/** Hidden parameters and their estimates over time, in the first replication: a panel for each parameter. */
import type { ComparisonResult, EnvironmentResult } from '../../play/result.ts';
import { comparisonTitle, environmentSummary, fileStem } from '../../words/names.ts';
import { policyNames } from '../../words/policy-names.ts';
import { assemble } from './assemble.ts';
import { drawChart, type Frame, lineMark, type Mark, type Point, position } from './chart.ts';
import type { EndLabel, MeasuredLabels } from './end-labels.ts';
import { endLabels, figureLabels, layout, linearAxis, slotAxis } from './layout.ts';
import { policyStyles } from './policy-labels.ts';
import { armLetter, INK } from './theme.ts';
import type { Figure, PlacedFigureOptions } from './types.ts';

const PLOT_HEIGHT = 90;
const TRUE_WIDTH = 2.6;
const TICKS = 3;

type Drawn = NonNullable<EnvironmentResult['contexts']>['drawn'];

/** A line of a panel. */
interface Line {
  readonly label: EndLabel;
  /** One row per parameter. */
  readonly values: readonly (readonly number[])[];
}

/** The truth if it is known, then the policies that have estimates. */
function linesOf({ policies }: ComparisonResult, { theta }: Drawn, places?: readonly number[]) {
  const [names, styles] = [policyNames(policies), policyStyles(policies, places)];
  const lines = policies.flatMap(({ coefficients }, i): Line[] =>
    coefficients === undefined
      ? []
      : [{ label: { name: names[i], value: '', style: styles[i] }, values: coefficients }],
  );
  const style = { colour: INK, width: TRUE_WIDTH };
  return theta === undefined
    ? lines
    : [{ label: { name: 'θ', value: '', style }, values: theta }, ...lines];
}

/** The range of all values, with some room. */
function rangeOf(lines: readonly Line[]): [number, number] {
  const all = lines.flatMap(({ values }) => values.flat());
  const low = all.reduce((least, value) => Math.min(least, value), 0);
  const high = all.reduce((most, value) => Math.max(most, value), 0);
  const room = high > low ? 0.05 * (high - low) : 0.5;
  return [low - room, high + room];
}

function panelMarks(lines: readonly Line[], { slots }: Drawn, parameter: number): Mark[] {
  const marks = lines.map(({ values, label: { style } }) => {
    const points = slots.map((slot, i): Point => [slot, values[parameter][i]]);
    return lineMark(points, style);
  });
  // The truth lies below the estimates.
  return marks;
}

/** A frame for each parameter, all of one size but for the labels of the first. */
function panelFrame(labels: MeasuredLabels, whole: Frame, isFirst: boolean): Frame {
  const height = isFirst ? Math.max(PLOT_HEIGHT, labels.height) : PLOT_HEIGHT;
  const below = whole.height - whole.bottom;
  const bottom = whole.top + height;
  return { ...whole, bottom, height: bottom + below };
}

function parameterName({ contexts, source }: EnvironmentResult, place: number): string {
  const { block, column } = contexts?.drawn.coordinates[place] ?? { block: 0, column: 0 };
  if (contexts?.form !== 'arms') return `Column ${column}`;
  const names = source.kind === 'rewards' ? source.contexts?.columns : undefined;
  const name = names?.[column] ?? (column === 0 ? 'intercept' : `column ${column}`);
  return `Arm ${armLetter(block)}, ${name}`;
}

/** The policies whose estimates mean something else, in a sentence. */
function estimatesText({ policies }: ComparisonResult): string {
  const names = policyNames(policies).filter((_name, i) => {
    const { coefficients, mark, needs } = policies[i];
    return coefficients === undefined && mark === undefined && needs === undefined;
  });
  if (names.length === 0 || policies.every(({ coefficients }) => coefficients === undefined))
    return '';
  return ` Not drawn: ${names.join(', ')}, whose models have other parameters.`;
}

/** Parameters and estimates against slots, one panel per parameter; undefined if there is nothing to draw. */
export function coefficientsFigure(
  comparison: ComparisonResult,
  options: PlacedFigureOptions = {},
): Figure | undefined {
  const { environment } = comparison;
  const drawn = environment.contexts?.drawn;
  const lines = drawn === undefined ? [] : linesOf(comparison, drawn, options.places);
  if (drawn === undefined || lines.length === 0) return undefined;
  const labels = figureLabels(
    lines.map(({ label }) => label),
    options,
  );
  const isEstimated = comparison.policies.some(({ coefficients }) => coefficients !== undefined);
  const range = rangeOf(lines);
  const whole = layout({ labels, y: linearAxis('', ...range, TICKS) }, options);
  let top = 0;
  const panels = drawn.coordinates.map((_, place) => {
    const frame = panelFrame(labels, whole, place === 0);
    const y = linearAxis(parameterName(environment, place), ...range, TICKS);
    const isLast = place === drawn.coordinates.length - 1;
    const x = slotAxis(environment.horizon, options, isLast ? 'Slot t' : '');
    const upright = position(y, frame.bottom, frame.top);
    const targets = lines.map(({ values }) => upright(values[place].at(-1) ?? 0));
    const content = [
      drawChart(frame, x, y, panelMarks(lines, drawn, place)),
      ...(place === 0 ? [endLabels(labels, targets, frame)] : []),
    ];
    const group = `<g transform="translate(0,${top})">${content.join('')}</g>`;
    top += frame.height;
    return group;
  });
  return assemble(
    {
      name: fileStem(comparison.name, 'coefficients'),
      title: `${isEstimated ? 'Parameters and estimates' : 'Parameters'}: ${comparisonTitle(comparison)}`,
      caption: `Hidden parameters${isEstimated ? ' and their estimates' : ''} in the first replication, ${drawn.coordinates.length} of them. Environment: ${environmentSummary(environment)}. ${drawn.theta === undefined ? 'The true parameters are unknown.' : 'The thick line is the truth.'}${estimatesText(comparison)}`,
      frame: { height: top },
      content: panels,
    },
    options,
  );
}
