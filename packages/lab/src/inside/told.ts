/** What a policy tells in words of its own. */
import type { WatchedReplication } from '@driftline/engine/play';

/** Where a policy tells its own facts. */
type Facts = Pick<
  WatchedReplication,
  'slotWords' | 'slotFacts' | 'armWords' | 'armFacts' | 'armCount'
>;

/** What it told of a slot; NaN where it did not. */
export function slotFact({ slotWords, slotFacts }: Facts, slot: number, word: string): number {
  const place = slotWords.indexOf(word);
  return place < 0 ? Number.NaN : slotFacts[slot * slotWords.length + place];
}

/** What it told of an arm; NaN where it did not. */
export function armFact(told: Facts, slot: number, arm: number, word: string): number {
  const { armWords, armFacts, armCount } = told;
  const place = armWords.indexOf(word);
  return place < 0 ? Number.NaN : armFacts[(slot * armCount + arm) * armWords.length + place];
}

/** All that it told of a slot under names with one beginning, as the rest of the name and the value. */
export function slotSeries(told: Facts, slot: number, beginning: string): [string, number][] {
  const { slotWords, slotFacts } = told;
  return slotWords.flatMap((word, place) =>
    word.startsWith(beginning)
      ? [[word.slice(beginning.length), slotFacts[slot * slotWords.length + place]]]
      : [],
  );
}

/** How many of the slots before one each part of the weight of all guesses reaches back, the longest first. */
export function reachesAt(told: Facts, slot: number): readonly number[] {
  return slotSeries(told, slot, 'reach:').map(([, length]) => length);
}

/** The stretches of slots in which an arm is evicted, each with its first slot and the one after its last. */
export function evictedStretches(
  told: Facts & Pick<WatchedReplication, 'slots'>,
  arm: number,
): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  if (!told.armWords.includes('evicted')) return stretches;
  let from = -1;
  for (let slot = 0; slot <= told.slots; slot++) {
    const isOut = slot < told.slots && isEvicted(told, slot, arm);
    if (isOut && from < 0) from = slot;
    if (!isOut && from >= 0) {
      stretches.push([from, slot]);
      from = -1;
    }
  }
  return stretches;
}

/** Whether an arm is evicted at a slot. */
export function isEvicted(told: Facts, slot: number, arm: number): boolean {
  return armFact(told, slot, arm, 'evicted') === 1;
}
