/** A slot of a watched replication, put in words by the policy that was watched. */
import { lackingWords, type Moment, reasonOf, type Showing } from '@driftline/core/showing';
import { counted, formatFixed, listed } from '@driftline/engine/display';
import { type WatchedReplication, WatchedSlot } from '@driftline/engine/play';

/** Whose replication it is, and what arms are called within a sentence. */
export interface Named {
  readonly watched: WatchedReplication;
  /** What the policy shows, and how it explains it. */
  readonly shows: Showing;
  readonly policy: string;
  /** Whether regret compares with one arm throughout: that which pays most over all. */
  readonly isFixed: boolean;
  /** True if means move with plays, so that the best arm is the benchmark’s. */
  readonly isRested: boolean;
  arm(arm: number): string;
}

/** What a policy's own sentences are made with. */
class WordedSlot extends WatchedSlot implements Moment {
  readonly #named: Named;
  readonly #decimals: number;

  constructor(named: Named, slot: number, decimals: number) {
    super(named.watched, slot);
    this.#named = named;
    this.#decimals = decimals;
  }

  arm(arm: number): string {
    return this.#named.arm(arm);
  }

  value(value: number): string {
    return formatFixed(value, this.#decimals);
  }

  number(value: number, decimals = 0): string {
    return formatFixed(value, decimals);
  }

  counted(count: number, noun: string): string {
    return counted(count, noun);
  }

  listed(items: readonly string[]): string {
    return listed(items);
  }
}

/** Why the arm of a slot was picked, as the end of a sentence that names it. */
export function reasonAt(named: Named, slot: number, decimals: number): string {
  return reasonOf(named.shows, new WordedSlot(named, slot, decimals));
}

/** Whether there is more to say of a policy than what it knows of arms. */
export function hasAside({ shows }: Named): boolean {
  return shows.explains?.aside !== undefined;
}

/** What a policy of several parts or phases is doing; empty for others. */
export function asideSentence(named: Named, slot: number, decimals: number): string {
  if (slot >= named.watched.slots) return '';
  return named.shows.explains?.aside?.(new WordedSlot(named, slot, decimals)) ?? '';
}

/** What a policy does not have, so that nobody looks for it. */
export function lacking({ shows }: Named): string {
  return lackingWords(shows);
}

/** How an arm stands, where arms can be out of play; empty elsewhere. */
export function standingAt(named: Named, slot: number, arm: number, isBrief: boolean): string {
  const { armStanding } = named.shows.explains ?? {};
  return armStanding?.words(new WordedSlot(named, slot, 0), arm, isBrief) ?? '';
}

/** What an arm that is out of play is called; undefined where none ever is. */
export function outWord({ shows }: Named): string | undefined {
  return shows.explains?.armStanding?.out;
}

/** The stretches of slots in which an arm is out of play, each with its first slot and the one after its last. */
export function outStretches(
  { shows, watched }: Pick<Named, 'shows' | 'watched'>,
  arm: number,
): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  const { armStanding } = shows.explains ?? {};
  if (armStanding === undefined) return stretches;
  let from = -1;
  for (let slot = 0; slot <= watched.slots; slot++) {
    const isOut = slot < watched.slots && armStanding.isOut(new WatchedSlot(watched, slot), arm);
    if (isOut && from < 0) from = slot;
    if (!isOut && from >= 0) {
      stretches.push([from, slot]);
      from = -1;
    }
  }
  return stretches;
}
