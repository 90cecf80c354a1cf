/** `count` numbers at equal distances from `first` to `last`; the middle when there is only one. */
export function spread(count: number, first: number, last: number): number[] {
  if (count === 1) return [(first + last) / 2];
  return Array.from({ length: count }, (_, i) => first + ((last - first) * i) / (count - 1));
}
