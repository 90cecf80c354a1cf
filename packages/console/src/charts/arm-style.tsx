/** How an arm is drawn: its tone from the ramp, and a dash, so that lines differ in grey, too. */
import { armTone } from '@driftline/page-kit/charts';
import type { DrawnArm } from './series.ts';

export function armStroke({ style, of }: DrawnArm): { stroke: string } {
  return { stroke: armTone(style, of) };
}

export function armFill({ style, of }: DrawnArm): { fill: string } {
  return { fill: armTone(style, of) };
}

/** Classes that give a line its dash. */
export function armDash({ style }: DrawnArm): string {
  return `arm-line dash-${style}`;
}

/** An arm's line as a legend shows it. */
export function ArmSample({ arm }: { arm: DrawnArm }) {
  return (
    <svg class="arm-sample" width="30" height="12" aria-hidden="true">
      <rect x="0" y="0" width="12" height="12" rx="2" style={armFill(arm)} />
      <line class={armDash(arm)} style={armStroke(arm)} x1="12" x2="30" y1="6" y2="6" />
    </svg>
  );
}
