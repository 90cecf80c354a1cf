/**
 * Commits under way. Each has experiments that no other has; what comes for these waits for its end. Where another
 * process is at work on one of them, it is committed alone, and waits for its turn while the others go on.
 */

import type { Committer, Share, ShareEnd } from './committer.ts';
import { type Entry, refuse } from './entry.ts';
import { isLight } from './experiment-batch.ts';
import { dropState } from './held.ts';
import type { Land, Lanes } from './lanes.ts';
import type { Occupancy } from './occupancy.ts';

/**
 * So often an experiment that another process has is tried again with others: its lock is there for one commit, and
 * to be alone costs a whole one. Then it waits, so that its turn comes.
 */
const TRIES_TOGETHER = 3;

/** Operations that one commit takes at most. */
export const LARGEST_BATCH = 512;

interface FlightsParts {
  readonly committer: Committer;
  readonly occupancy: Occupancy;
  readonly lanes: Lanes;
  /** Refuses an operation that has waited too long; says whether it did. */
  readonly shed: (entry: Entry) => boolean;
}

export class Flights {
  readonly #parts: FlightsParts;

  constructor(parts: FlightsParts) {
    this.#parts = parts;
  }

  /** A lane for experiments together: only with one it shows which of them are free to go. */
  lane(): Promise<Land> {
    return this.#parts.lanes.take('together');
  }

  /** Commits shares together, and answers; says how each ended. Never rejects. */
  async fly(shares: readonly Share[], land: Land): Promise<readonly ShareEnd[]> {
    for (const { held } of shares) this.#parts.occupancy.take(held);
    // All lanes at once must not wait for other processes.
    const mayWait = shares.length === 1 && this.#parts.lanes.setApart(land);
    const ends = await this.#ends(shares, mayWait);
    land();
    shares.forEach((share, i) => {
      if (ends[i] === 'busy') this.#wait(share);
      else this.#arrive(share, ends[i]);
    });
    return ends;
  }

  #wait(share: Share): void {
    const { held, entries } = share;
    this.#parts.committer.equipment.collector.foundBusy();
    held.busyTimes += 1;
    const isNext = entries.length > 0 && held.busyTimes >= TRIES_TOGETHER;
    if (isNext) void this.#flyAlone(share);
    else this.#arrive(share, 'again');
  }

  /** What has come since for the experiment goes with it: whoever waits for a lock shall not do so for little. */
  async #flyAlone(share: Share): Promise<ShareEnd> {
    const { occupancy, lanes, shed } = this.#parts;
    const { held } = share;
    const land = await lanes.take('alone');
    const entries = share.entries.filter((entry) => !shed(entry));
    let room = LARGEST_BATCH - entries.length;
    entries.push(...occupancy.unpark(held, ({ operation }) => isLight(operation) && room-- > 0));
    const all: Share = { ...share, entries };
    const isEmpty = entries.length === 0 && share.extra === undefined;
    const [end] = isEmpty ? (['done'] as const) : await this.#ends([all], true);
    land();
    this.#arrive(all, end);
    return end;
  }

  #arrive({ held, entries }: Share, end: ShareEnd): void {
    const { occupancy } = this.#parts;
    if (end === 'again') occupancy.parkFirst(entries, held);
    else held.busyTimes = 0;
    occupancy.free(held);
  }

  async #ends(shares: readonly Share[], wait: boolean): Promise<readonly ShareEnd[]> {
    const { committer } = this.#parts;
    try {
      return await committer.commit(shares, wait);
    } catch (error) {
      committer.noticed('a round of operations', error);
      // Whoever was answered already is not answered again: a promise has one answer.
      for (const { held, entries } of shares) {
        dropState(held);
        for (const entry of entries) {
          refuse(entry, 'internal', 'the service failed; see its log');
        }
      }
      return shares.map(() => 'done' as const);
    }
  }
}
