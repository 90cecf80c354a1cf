/** Whose band or line it is: at the right, joined to its end. */
import { placeApart, textWidth } from '@driftline/engine/display';
import { arrangement, pathOf } from '@driftline/page-kit/charts';
import { armStroke } from './arm-style.tsx';
import { fitted, type Place } from './place.ts';
import type { DrawnArm } from './series.ts';

const HEIGHT = 17;
const SLANT = 22;
const GAP = 6;

interface EndLabel {
  readonly arm: DrawnArm;
  /** Where its line ends. */
  readonly target: number;
  readonly value: string;
}

/** Of labels that are too many for the height, the last are left out. */
export function EndLabels(props: {
  place: Place;
  labels: readonly EndLabel[];
  /** How far beyond the chart's edge leaders begin. */
  after?: number;
}) {
  const { place, labels, after = 2 } = props;
  const { frame, top, bottom } = place;
  const isNarrow = arrangement.value === 'narrow';
  const fit = Math.max(1, Math.floor((bottom - top + HEIGHT) / HEIGHT));
  const shown = labels.slice(0, fit);
  const centres = placeApart(
    shown.map(({ target }) => target),
    shown.map(() => HEIGHT),
    top - HEIGHT / 2,
    bottom + HEIGHT / 2,
  );
  const left = frame.right + (isNarrow ? 12 : SLANT) + after;
  return (
    <g>
      {shown.map(({ arm, target, value }, i) => {
        const y = centres[i];
        const room = frame.width - left - GAP - (isNarrow ? 0 : textWidth(value, 400, 13) + 10);
        return (
          <g key={arm.key} class="end-label">
            <path
              class="leader"
              style={armStroke(arm)}
              d={pathOf([
                [frame.right + after, target],
                [left - 4, y],
              ])}
            />
            <text class="ink" x={left} y={y + 4}>
              {isNarrow ? arm.letter : fitted(arm.key, room, 600)}
            </text>
            {isNarrow ? null : (
              <text x={frame.width} y={y + 4} text-anchor="end">
                {value}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
