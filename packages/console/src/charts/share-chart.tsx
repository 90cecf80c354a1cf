/** Which share of decisions each arm got. */
import type { ExperimentState, History } from '@driftline/client/wire';
import { bandOf, ValueAxis } from '@driftline/page-kit/charts';
import type { ComponentChildren } from 'preact';
import { percent } from '../words/numbers.ts';
import { armFill } from './arm-style.tsx';
import { EndLabels } from './end-labels.tsx';
import type { Place } from './place.ts';
import { type DrawnArm, type ShareBands, shareBands } from './series.ts';

/** A letter stands in its band where there is room for it. */
const LETTER_HEIGHT = 18;

function Band(props: { arm: DrawnArm | undefined; bands: ShareBands; at: number; place: Place }) {
  const { arm, bands, at, place } = props;
  const { x, y } = place;
  const { low, high } = bands.bands[at];
  const path = bandOf(bands.xs.map(x), low.map(y), high.map(y));
  return (
    <path
      class={arm === undefined ? 'share-band others' : 'share-band'}
      {...(arm === undefined ? {} : { style: armFill(arm) })}
      d={path}
    />
  );
}

/** The middle of the longest stretch in which a band is nearly as high as it ever is. */
function middleOfHighest(heights: readonly number[]): number {
  const enough = 0.8 * Math.max(...heights);
  let [best, length, start] = [0, 0, 0];
  heights.forEach((height, i) => {
    if (height < enough) start = i + 1;
    else if (i + 1 - start > length) [best, length] = [Math.floor((start + i) / 2), i + 1 - start];
  });
  return best;
}

/** Letters where bands are highest, so that they can be distinguished without colour. */
function Letters({
  arms,
  bands,
  place,
}: {
  arms: readonly DrawnArm[];
  bands: ShareBands;
  place: Place;
}) {
  const { x, y } = place;
  return (
    <g>
      {arms.map((arm, i) => {
        const { low, high } = bands.bands[i];
        const heights = low.map((edge, k) => y(edge) - y(high[k]));
        const best = middleOfHighest(heights);
        if (heights[best] < LETTER_HEIGHT) return null;
        const [left, middle] = [x(bands.xs[best]), (y(low[best]) + y(high[best])) / 2];
        return (
          <g key={arm.key}>
            <circle class="letter-ground" cx={left} cy={middle} r="9" />
            <text class="letter" x={left} y={middle + 4} text-anchor="middle">
              {arm.letter}
            </text>
          </g>
        );
      })}
    </g>
  );
}

export function ShareChart(props: {
  history: History;
  state: ExperimentState;
  arms: readonly DrawnArm[];
  place: Place;
  /** What lies over the bands, and below the letters. */
  children: ComponentChildren;
}) {
  const { history, state, arms, place, children } = props;
  const bands = shareBands(history, arms);
  const last = bands.xs.length - 1;
  const labels = arms.flatMap((arm, i) => {
    const { low, high } = bands.bands[i];
    const share = state.arms[arm.place]?.share ?? 0;
    return arm.retired
      ? []
      : [{ arm, target: place.y((low[last] + high[last]) / 2), value: percent(share) }];
  });
  return (
    <g>
      <ValueAxis y={place.y} frame={place.frame} count={2} />
      {bands.bands.map((_, i) => (
        <Band key={arms[i]?.key ?? ''} arm={arms[i]} bands={bands} at={i} place={place} />
      ))}
      {children}
      {last < 0 ? null : <Letters arms={arms} bands={bands} place={place} />}
      {last < 0 ? null : <EndLabels place={place} labels={labels} />}
    </g>
  );
}
