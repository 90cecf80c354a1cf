/** Which arm each policy plays, in one replication, below the best arm. */

import type { ComparisonResult } from '../../play/result.ts';
import { contextWords } from '../../words/context-words.ts';
import { comparisonTitle, environmentSummary, fileStem } from '../../words/names.ts';
import { policyNames } from '../../words/policy-names.ts';
import { bestArmRibbon, binnedStretches, drawRibbon } from './arms.ts';
import { assemble } from './assemble.ts';
import { drawAxis, position } from './chart.ts';
import { slotAxis } from './layout.ts';
import { textElement } from './lettering.ts';
import { baseline } from './svg.ts';
import { textWidth, wrapTo } from './text.ts';
import { EDGE, LINE_HEIGHT, STRONG, WIDTHS } from './theme.ts';
import type { Figure, FigureOptions } from './types.ts';

const ROW_HEIGHT = 17;
const ROW_GAP = 5;
const TRUTH_GAP = 12;
const X_AXIS_ROOM = 37;
const NAME_WIDTH = { full: 150, half: 82 } as const;
/** Two lines are as high as a ribbon; more make it higher, which a figure with many does not bear. */
const NAME_LINES = { few: 4, many: 2 } as const;
const FEW_ROWS = 9;

interface Row {
  readonly nameLines: readonly string[];
  readonly top: number;
  readonly height: number;
}

/** Rows below one another, each as high as its name needs. */
function placeRows(names: readonly string[], nameWidth: number): Row[] {
  const mostLines = NAME_LINES[names.length <= FEW_ROWS ? 'few' : 'many'];
  let next = EDGE;
  return names.map((name, i) => {
    const nameLines = wrapTo(name, nameWidth, { mostLines, weight: STRONG, breakWords: true });
    const height = Math.max(ROW_HEIGHT, nameLines.length * LINE_HEIGHT);
    const row = { nameLines, top: next, height };
    next += height + (i === 0 ? TRUTH_GAP : ROW_GAP);
    return row;
  });
}

function drawNames({ nameLines, top, height }: Row, right: number): string {
  const first = top + height / 2 - ((nameLines.length - 1) * LINE_HEIGHT) / 2;
  return nameLines
    .map((line, i) =>
      textElement(right, baseline(first + i * LINE_HEIGHT), line, {
        anchor: 'end',
        weight: STRONG,
      }),
    )
    .join('');
}

/** One ribbon per policy, the true best arm on top. */
export function ribbonFigure(comparison: ComparisonResult, options: FigureOptions = {}): Figure {
  const { policies, environment } = comparison;
  const { armCount, horizon } = environment;
  const firstRow = environment.moves === 'plays' ? 'Benchmark' : 'Best arm';
  const size = options.width ?? 'full';
  const rows = placeRows([firstRow, ...policyNames(policies)], NAME_WIDTH[size]);
  const nameWidth = Math.max(
    ...rows.flatMap(({ nameLines }) => nameLines.map((line) => textWidth(line, STRONG))),
  );
  const x = slotAxis(horizon, options);
  const lastRow = rows[rows.length - 1];
  const bottom = lastRow.top + lastRow.height + 5;
  const endRoom = textWidth(x.format(x.ticks[x.ticks.length - 1])) / 2;
  const frame = {
    width: WIDTHS[size].pixels,
    height: bottom + X_AXIS_ROOM,
    left: Math.ceil(nameWidth) + 8,
    right: Math.floor(WIDTHS[size].pixels - EDGE - endRoom),
    top: EDGE,
    bottom,
  };
  const along = position(x, frame.left, frame.right);
  const ribbons = [
    bestArmRibbon(environment),
    ...policies.map(({ ribbon }) => binnedStretches(ribbon, horizon)),
  ];
  const best = contextWords?.bestOnAverage(environment) ?? `the ${firstRow.toLowerCase()}`;
  const title = `Arms played: ${comparisonTitle(comparison)}`;
  const caption =
    `Arms that each policy plays in the first replication (seed ${comparison.seed}), below ` +
    `${best}. Environment: ${environmentSummary(environment)}. If there are too many slots ` +
    'to show, each bar has the arm played most in its slots.';
  return assemble(
    {
      name: fileStem(comparison.name, 'ribbon'),
      title,
      caption,
      frame,
      content: [
        drawAxis(frame, x),
        ...rows.flatMap((row, i) => [
          drawRibbon(ribbons[i], armCount, along, row.top, row.height),
          drawNames(row, frame.left - 7),
        ]),
      ],
    },
    options,
  );
}
