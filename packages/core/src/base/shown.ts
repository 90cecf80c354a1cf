/** Text of any value for a message: some values can't be turned into text. */
export function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return String(value);
  } catch {
    // An object without a usable toString.
    return `a value of type ${typeof value}`;
  }
}

/** The same, written as in JSON if that is possible. */
export function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return textOf(value);
  try {
    return JSON.stringify(value) ?? textOf(value);
  } catch {
    // A cycle, a bigint inside, or a toJSON that throws.
    return textOf(value);
  }
}

/** A copy of the properties that options have themselves: reading one never finds an inherited value. */
export function ownOptions<T extends object>(options: T | null | undefined): T {
  return Object.assign(Object.create(null), options);
}
