/** Alarms and resets on the time axis. */

import { counted } from '@driftline/engine/display';
import { ALL_ARMS, NO_ARM_YET, type WatchedReplication } from '@driftline/engine/play';
import type { Scale } from '@driftline/page-kit/charts';
import { slotNumber } from './sentences.ts';

function triangle(at: number, y: number): string {
  const x = Math.round(at * 10) / 10;
  return `M${x},${y - 9}l4.5,8h-9Z`;
}

/** Triangles nearer to one another than this, in pixels, would hide each other. */
const LEAST_DISTANCE = 10;

/** Triangles with one title each; where they are too many, thin lines with one title for all. */
function Marks(props: {
  slots: Int32Array;
  x: Scale;
  y: number;
  noun: string;
  title: (i: number) => string;
}) {
  const { slots, x, y, noun, title } = props;
  const room = x(x.domain[1]) - x(x.domain[0]);
  if (slots.length * LEAST_DISTANCE > room) {
    const path = Array.from(slots, (slot) => `M${Math.round(x(slot) * 10) / 10},${y}v-7`).join('');
    return (
      <path class="inside-many-events" d={path}>
        <title>{counted(slots.length, noun)}</title>
      </path>
    );
  }
  return (
    <>
      {Array.from(slots, (slot, i) => (
        <path key={slot} class="inside-event" d={triangle(x(slot), y)}>
          <title>{title(i)}</title>
        </path>
      ))}
    </>
  );
}

export function Events(props: {
  watched: WatchedReplication;
  x: Scale;
  y: number;
  arm: (arm: number) => string;
}) {
  const { watched, x, y, arm } = props;
  const { alarms, forgotten, resets } = watched;
  const alarmTitle = (i: number) => {
    if (forgotten[i] === NO_ARM_YET) {
      return `Alarm before slot ${slotNumber(alarms[i])}: the policy’s memory is put on trial`;
    }
    const whom = forgotten[i] === ALL_ARMS ? 'everything' : arm(forgotten[i]);
    return `Alarm before slot ${slotNumber(alarms[i])}: ${whom} is forgotten`;
  };
  const resetTitle = (i: number) => {
    const kept = watched.earliest[resets[i]];
    const what = kept < resets[i] ? `everything before slot ${slotNumber(kept)}` : 'everything';
    return `Reset before slot ${slotNumber(resets[i])}: ${what} is forgotten`;
  };
  return (
    <g>
      <Marks slots={resets} x={x} y={y} noun="reset" title={resetTitle} />
      <Marks slots={alarms} x={x} y={y} noun="alarm" title={alarmTitle} />
    </g>
  );
}
