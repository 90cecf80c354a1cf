/** Quantiles from what `/metrics` answers. */

interface Bucket {
  readonly below: number;
  readonly count: number;
}

/** The buckets of each histogram, all labels together. */
export function metricsOf(text: string): ReadonlyMap<string, readonly Bucket[]> {
  const sums = new Map<string, Map<number, number>>();
  for (const line of text.split('\n')) {
    const found = /^(\w+)_bucket\{(?:.*,)?le="([^"]+)".*\} (\S+)$/.exec(line);
    if (found === null) continue;
    const [, name, le, value] = found;
    const below = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    const buckets = sums.get(name) ?? new Map<number, number>();
    sums.set(name, buckets);
    buckets.set(below, (buckets.get(below) ?? 0) + Number(value));
  }
  return new Map(
    Array.from(sums, ([name, buckets]) => [
      name,
      Array.from(buckets, ([below, count]) => ({ below, count })).sort((a, b) => a.below - b.below),
    ]),
  );
}

/** A quantile that the service states itself; NaN where it does not. */
export function statedQuantile(text: string, name: string, share: number): number {
  const found = new RegExp(`^${name}\\{quantile="${share}"\\} (\\S+)$`, 'm').exec(text);
  return found === null ? Number.NaN : Number(found[1]);
}

/** The upper end of the bucket that a quantile falls into; NaN where nothing was observed. */
export function quantileOf(
  metrics: ReadonlyMap<string, readonly Bucket[]>,
  name: string,
  share: number,
): number {
  const buckets = metrics.get(name) ?? [];
  const all = buckets.at(-1)?.count ?? 0;
  if (all === 0) return Number.NaN;
  return buckets.find(({ count }) => count >= share * all)?.below ?? Number.NaN;
}

/** A number that stands alone, all labels together; 0 where there is none. */
export function totalOf(text: string, name: string): number {
  const found = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...found].reduce((sum, [, value]) => sum + Number(value), 0);
}
