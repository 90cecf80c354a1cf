/** Reflects a point of the line into [0, 1]. */
export function fold(x: number): number {
  const withinTwo = x - 2 * Math.floor(x / 2);
  return withinTwo > 1 ? 2 - withinTwo : withinTwo;
}
