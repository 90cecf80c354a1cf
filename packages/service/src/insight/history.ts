/** An experiment's log in bins of decision numbers, and what changed on the way. */
import type { History, HistoryBin } from '@driftline/client/wire';
import type { DecisionWithOutcome, StoreReader } from '../store/store.ts';
import { Marks } from './marks.ts';
import { Moments } from './moments.ts';
import {
  allChanges,
  decisionPages,
  keptRange,
  type NumberRange,
  type Subject,
  subjectOf,
} from './pages.ts';
import { scoreOf } from './score.ts';

export const DEFAULT_BINS = 200;

/** Decisions and rewards of each arm in a piece of the range. */
class Bin {
  readonly #range: NumberRange;
  readonly #decisions: number[];
  readonly #rewards: readonly Moments[];
  #rewarded = 0;
  #start = Number.POSITIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;

  constructor(range: NumberRange, armCount: number) {
    this.#range = range;
    this.#decisions = Array<number>(armCount).fill(0);
    this.#rewards = Array.from({ length: armCount }, () => new Moments());
  }

  add({ decision: { arm, at }, outcome }: DecisionWithOutcome, score: number | undefined): void {
    this.#decisions[arm] += 1;
    if (outcome !== undefined && outcome.kind !== 'cancel') this.#rewarded += 1;
    if (score !== undefined) this.#rewards[arm].add(score);
    this.#start = Math.min(this.#start, at);
    this.#end = Math.max(this.#end, at);
  }

  /** As it travels; undefined where it holds no decision. */
  toWire(): HistoryBin | undefined {
    if (this.#start === Number.POSITIVE_INFINITY) return undefined;
    return {
      ...this.#range,
      start: new Date(this.#start).toISOString(),
      end: new Date(this.#end).toISOString(),
      rewarded: this.#rewarded,
      arms: this.#rewards.map(({ count, mean }, arm) => ({
        decisions: this.#decisions[arm],
        rewards: count,
        mean: count === 0 ? null : mean,
      })),
    };
  }
}

function emptyBins({ from, to }: NumberRange, bins: number, armCount: number) {
  const size = Math.max(1, Math.ceil((to - from) / bins));
  const made: Bin[] = [];
  for (let start = from; start < to; start += size)
    made.push(new Bin({ from: start, to: Math.min(to, start + size) }, armCount));
  return { size, made };
}

/** @param bins - at most so many pieces, of equally many decisions */
export async function history(
  reader: StoreReader,
  key: string,
  bins: number = DEFAULT_BINS,
): Promise<History> {
  const subject: Subject = await subjectOf(reader, key);
  const { row, config } = subject;
  const range = await keptRange(reader, subject);
  const { size, made } = emptyBins(range, bins, config.arms.length);
  const marks = new Marks(await allChanges(reader, row.id));
  for await (const page of decisionPages(reader, row.id, range)) {
    for (const both of page) {
      const { decision } = both;
      marks.see(decision);
      made[Math.floor((decision.number - range.from) / size)].add(both, scoreOf(both, subject));
    }
  }
  return {
    key,
    ...range,
    bins: made.flatMap((bin) => bin.toWire() ?? []),
    marks: marks.toWire(range.to),
  };
}
