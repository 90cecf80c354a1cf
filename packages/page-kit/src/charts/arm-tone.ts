/** Arms have muted tones on one ramp; letters distinguish them. */

/** The colour of an arm, in whichever theme: its place on the ramp through three tones. */
export function armTone(arm: number, armCount: number): string {
  const place = armCount <= 3 ? arm : (arm / (armCount - 1)) * 2;
  if (place <= 0) return 'var(--arm-first)';
  if (place === 1) return 'var(--arm-middle)';
  if (place >= 2) return 'var(--arm-last)';
  const [from, to] = place < 1 ? ['first', 'middle'] : ['middle', 'last'];
  const share = Math.round(100 * (place - Math.floor(place)));
  return `color-mix(in oklab, var(--arm-${to}) ${share}%, var(--arm-${from}))`;
}
