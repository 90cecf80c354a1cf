/** Labels at the ends of lines: pushed apart where they would overlap, joined by thin leaders. */
import { textElement } from './lettering.ts';
import { placeApart } from './place-apart.ts';
import { baseline, polyline } from './svg.ts';
import { textWidth, wrapTo } from './text.ts';
import { LINE_HEIGHT, type LineStyle, SECOND_INK, STRONG, THIN_WIDTH } from './theme.ts';

/** What stands at the end of a line. */
export interface EndLabel {
  readonly name: string;
  /** A number beside the name. */
  readonly value?: string;
  readonly style: LineStyle;
}

const SAMPLE_WIDTH = 26;
const GAP = 6;
const VALUE_GAP = 10;
/** A name may have this many lines, and more where there is room for those of all labels. */
const LEAST_NAME_LINES = 2;
const MOST_NAME_LINES = 6;

interface MeasuredLabel {
  readonly nameLines: readonly string[];
  readonly value: string | undefined;
  readonly style: LineStyle;
  readonly height: number;
}

/** Labels with the room that they take. */
export interface MeasuredLabels {
  readonly labels: readonly MeasuredLabel[];
  /** Of the column, with line samples. */
  readonly width: number;
  /** Of all labels on top of one another. */
  readonly height: number;
  /** Values stand below names, not beside them. */
  readonly stacked: boolean;
}

/** Room for labels. */
interface LabelRoom {
  /** Names that are wider are broken into lines. */
  readonly nameWidth: number;
  /** What there is for all labels on top of one another; they take more only where they must. */
  readonly height: number;
  /** Values stand below names, not beside them. */
  readonly stacked: boolean;
}

function nameLinesIn(name: string, width: number, mostLines: number): string[] {
  return wrapTo(name, width, { mostLines, weight: STRONG, breakWords: true });
}

/** How many lines a name may have. */
function mostNameLines(labels: readonly EndLabel[], { nameWidth, height, stacked }: LabelRoom) {
  const needed = labels.map(({ name }) => nameLinesIn(name, nameWidth, MOST_NAME_LINES).length);
  const values = stacked ? labels.filter(({ value }) => value !== undefined).length : 0;
  const fits = (most: number) => {
    const names = needed.reduce((sum, lines) => sum + Math.min(lines, most), 0);
    return (names + values) * LINE_HEIGHT <= height;
  };
  let most = LEAST_NAME_LINES;
  while (most < MOST_NAME_LINES && fits(most + 1)) most += 1;
  return most;
}

/** Measures labels within the room that there is. */
export function measureLabels(labels: readonly EndLabel[], room: LabelRoom): MeasuredLabels {
  const { nameWidth: mostNameWidth, stacked } = room;
  const mostLines = mostNameLines(labels, room);
  const measured = labels.map(({ name, value, style }): MeasuredLabel => {
    const nameLines = nameLinesIn(name, mostNameWidth, mostLines);
    const rows = nameLines.length + (stacked && value !== undefined ? 1 : 0);
    return { nameLines, value, style, height: rows * LINE_HEIGHT };
  });
  const widest = (texts: readonly string[], weight?: number) =>
    Math.max(0, ...texts.map((text) => textWidth(text, weight)));
  const nameWidth = widest(
    measured.flatMap(({ nameLines }) => nameLines),
    STRONG,
  );
  const valueWidth = widest(measured.flatMap(({ value }) => value ?? []));
  const beside = valueWidth === 0 ? nameWidth : nameWidth + VALUE_GAP + valueWidth;
  return {
    labels: measured,
    width: SAMPLE_WIDTH + GAP + (stacked ? Math.max(nameWidth, valueWidth) : beside),
    height: measured.reduce((sum, { height }) => sum + height, 0),
    stacked,
  };
}

/** Where labels are drawn. */
interface LabelPlace {
  /** Where each line ends. */
  readonly starts: readonly number[];
  /** Where leaders may begin to slant. */
  readonly elbow: number;
  /** Where the column of labels begins. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

function drawLabel(label: MeasuredLabel, measured: MeasuredLabels, left: number, centre: number) {
  const { nameLines, value, style } = label;
  const textLeft = left + SAMPLE_WIDTH + GAP;
  const first = centre - label.height / 2 + LINE_HEIGHT / 2;
  const parts = [
    polyline(
      [
        [left, first],
        [left + SAMPLE_WIDTH, first],
      ],
      style,
    ),
  ];
  nameLines.forEach((line, i) => {
    parts.push(textElement(textLeft, baseline(first + i * LINE_HEIGHT), line, { weight: STRONG }));
  });
  if (value === undefined) return parts;
  const [x, y, anchor] = measured.stacked
    ? ([textLeft, first + nameLines.length * LINE_HEIGHT, 'start'] as const)
    : ([left + measured.width, first, 'end'] as const);
  parts.push(textElement(x, baseline(y), value, { anchor, fill: SECOND_INK }));
  return parts;
}

/** Draws labels with their leaders; `targets` are the heights at which the lines end. */
export function drawEndLabels(
  measured: MeasuredLabels,
  targets: readonly number[],
  { starts, elbow, left, top, bottom }: LabelPlace,
): string {
  const heights = measured.labels.map(({ height }) => height);
  // A sample stands on the label's first line, so that line is what should meet the line's end.
  const centres = placeApart(
    targets.map((target, i) => target + (heights[i] - LINE_HEIGHT) / 2),
    heights,
    top,
    bottom,
  );
  const parts = measured.labels.flatMap((label, i) => {
    const sample = centres[i] - heights[i] / 2 + LINE_HEIGHT / 2;
    const leader = polyline(
      [
        [starts[i], targets[i]],
        [elbow, targets[i]],
        [left - 4, sample],
        [left, sample],
      ],
      { colour: label.style.colour, width: THIN_WIDTH },
    );
    return [leader, ...drawLabel(label, measured, left, centres[i])];
  });
  return `<g aria-label="labels">${parts.join('')}</g>`;
}

/** Draws labels one below the other, without leaders. */
export function drawLabelList(measured: MeasuredLabels, left: number, top: number): string {
  let next = top;
  const parts = measured.labels.flatMap((label) => {
    const drawn = drawLabel(label, measured, left, next + label.height / 2);
    next += label.height;
    return drawn;
  });
  return `<g aria-label="labels">${parts.join('')}</g>`;
}
