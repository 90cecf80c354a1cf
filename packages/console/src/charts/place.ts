/** Where a chart stands in its drawing, and what all charts of the page share. */

import { textWidth } from '@driftline/engine/display';
import type { Frame, Scale } from '@driftline/page-kit/charts';
import { signal } from '@preact/signals';

export interface Place {
  readonly frame: Frame;
  readonly x: Scale;
  readonly y: Scale;
  readonly top: number;
  readonly bottom: number;
}

/** The decision that is pointed at. */
export const pointed = signal<number | undefined>(undefined);

const CHART_FONT = 13;

/** A text that fits, its end giving way. */
export function fitted(text: string, room: number, weight = 400): string {
  if (textWidth(text, weight, CHART_FONT) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, weight, CHART_FONT) > room) {
    letters.pop();
  }
  return `${letters.join('')}…`;
}
