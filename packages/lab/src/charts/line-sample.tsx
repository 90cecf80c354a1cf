/** A policy's line as a legend shows it. */
export function LineSample({ style }: { style: number }) {
  return (
    <svg class={`policy policy-${style}`} width="26" height="10" aria-hidden="true">
      <line class="policy-line" x1="0" x2="26" y1="5" y2="5" />
    </svg>
  );
}
