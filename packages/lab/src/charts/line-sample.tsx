import { styleClasses } from './policy-style.ts';

/** A policy's line as a legend shows it. */
export function LineSample({ style }: { style: number }) {
  return (
    <svg class={styleClasses(style)} width="30" height="10" aria-hidden="true">
      <line class="policy-line" x1="0" x2="30" y1="5" y2="5" />
    </svg>
  );
}
