/** Shares of logs of which something holds, for long tests; and where their seeds begin. */
import { expect } from 'vitest';

/** No threshold was set on logs of these seeds. */
const FIRST_SEED = Number(process.env.DRIFTLINE_ADVISE_SEED ?? 20_001);

/** Seeds of `usual` logs, or of as many as `DRIFTLINE_ADVISE_LOGS` says. */
export function freshSeeds(usual: number): number[] {
  const count = Number(process.env.DRIFTLINE_ADVISE_LOGS ?? usual);
  return Array.from({ length: count }, (_, i) => FIRST_SEED + i);
}

/** How often something held. */
export class Share {
  readonly of: number;
  readonly held: number;

  constructor(holds: readonly boolean[]) {
    this.of = holds.length;
    this.held = holds.filter(Boolean).length;
  }

  get value(): number {
    return this.held / this.of;
  }

  /** With the number of logs that it is of, where that is not all of them. */
  text(all: number): string {
    if (this.of === 0) return 'not told';
    const share = this.value.toFixed(2).replace(/^0/, '');
    return this.of === all ? share : `${share} of ${this.of}`;
  }

  /** Where fewer logs tell, three standard errors of chance are allowed for; of very few nothing is expected. */
  expectAtLeast(expected: number): void {
    const slack = 3 * Math.sqrt((expected * (1 - expected)) / Math.max(1, this.of));
    if (this.of > 0) expect(this.value).toBeGreaterThanOrEqual(expected - slack);
  }

  expectAtMost(expected: number): void {
    const slack = 3 * Math.sqrt((expected * (1 - expected)) / Math.max(1, this.of));
    if (this.of > 0) expect(this.value).toBeLessThanOrEqual(expected + slack);
  }
}

/** Whether a range holds a truth; nothing where there is no range. */
export function covers(
  range: readonly [number, number] | undefined,
  truth: number,
): readonly boolean[] {
  return range === undefined ? [] : [range[0] <= truth && truth <= range[1]];
}
