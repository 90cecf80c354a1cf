/** Where the parts of the environment's chart stand. */
import { type Frame, linearScale, type Scale, slotScale } from '@driftline/page-kit/charts';

/** From the top: room, the plot, the ribbon, the slots. */
export const TOP = 8;
export const BOTTOM = TOP + 136;
export const RIBBON_TOP = BOTTOM + 6;
export const RIBBON_HEIGHT = 15;
export const RIBBON_BOTTOM = RIBBON_TOP + RIBBON_HEIGHT;
export const CHART_HEIGHT = RIBBON_BOTTOM + 24;

/** What the chart is drawn on. */
export interface EnvironmentScales {
  readonly x: Scale;
  readonly y: Scale;
}

export function environmentScales(
  frame: Frame,
  horizon: number,
  domain: readonly [number, number],
) {
  return { x: slotScale(horizon, frame), y: linearScale(domain, [BOTTOM, TOP]) };
}

/** A character of a chart's text, nearly. */
export const CHARACTER_WIDTH = 7.2;
