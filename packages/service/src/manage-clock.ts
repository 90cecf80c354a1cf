/** The time of each log in a store compared with the machine's, and its correction. */
import { defaultLimits } from './model/limits.ts';
import { isHolding, logTime } from './model/log-clock.ts';
import { RequestDigests } from './model/request-digests.ts';
import type { ExperimentRow, Millis } from './model/rows.ts';
import { demandThere, openReader, openStore } from './opening/open-store.ts';
import type { Seen, Store, Writes } from './store/store.ts';
import { clockCorrection } from './work/keep-time.ts';
import { Session, type Setting } from './work/session.ts';
import { clockAt } from './writer/history.ts';
import { isDamage, recoverNow } from './writer/recover.ts';
import { RunAgain } from './writer/run-again.ts';
import { systemRandom } from './writer/system-random.ts';

/** The time of an experiment's log. Moments are milliseconds since 1970. */
export interface ShownClock {
  readonly key: string;
  /** The last event. */
  readonly last: Millis;
  /** The time of the log now. */
  readonly time: Millis;
  /** The machine's time now. */
  readonly machine: Millis;
  /** Whether the log runs at half the rate until the machine has caught up. */
  readonly isShrinking: boolean;
  /** No decision is closed before this time of the log; null if decisions close at their timeout. */
  readonly holdUntil: Millis | null;
  /** Whether a correction was appended. */
  readonly corrected: boolean;
  /** Why a correction could not be made: what is wrong with the log; null if nothing is known to be wrong. */
  readonly damage: string | null;
}

/** The time of every log. Reads only; services may run. */
export async function showClocks(
  location: string,
  now: () => Millis = Date.now,
): Promise<readonly ShownClock[]> {
  demandThere(location);
  const reader = await openReader(location);
  try {
    const found: ShownClock[] = [];
    for (const { id, key, at, head } of await reader.experiments()) {
      const clock = await clockAt(reader, id, head);
      const machine = now();
      const time = Math.max(at, logTime(clock, machine));
      found.push({
        key,
        last: at,
        time,
        machine,
        isShrinking: clock?.shrinksFrom !== undefined && time > machine,
        holdUntil: isHolding(clock, time) ? (clock?.holdUntil ?? null) : null,
        corrected: false,
        damage: null,
      });
    }
    return found;
  } finally {
    await reader.close();
  }
}

/** Appends the correction, if one is due, to a log that others may write to; returns whether it did. */
async function corrected(store: Store, row: ExperimentRow, now: () => Millis): Promise<boolean> {
  const { id, key } = row;
  const { fold } = await recoverNow(store, row);
  let isWritten = false;
  const work = (seen: Seen): Writes => {
    if (seen.tail.length > 0) throw new RunAgain('others wrote to the log');
    const session = new Session({ id, key }, fold, settingAt(now(), store), seen);
    const body = clockCorrection(fold, session.setting.now);
    if (body !== undefined) session.keepTime(body, 'driftline store clock');
    isWritten = body !== undefined;
    return session.writes();
  };
  const wanted = { numbers: [], requests: [], units: [] };
  const batch = { experiment: id, known: fold.facts.head, wanted, work };
  const [ended] = await store.commit([batch]);
  if ('error' in ended) throw ended.error;
  return isWritten;
}

/** All that a session needs, though a correction decides nothing. */
function settingAt(now: Millis, { idKeys }: Store): Setting {
  const machine = { now, isSettled: true, isAccepted: false };
  const digests = new RequestDigests(idKeys);
  return { ...machine, random: systemRandom(), limits: defaultLimits, digests };
}

/** Number of tries of a correction if services write to the log meanwhile. */
const MOST_TRIES = 20;

async function correctedAtLast(
  store: Store,
  row: ExperimentRow,
  now: () => Millis,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await corrected(store, row, now);
    } catch (error) {
      if (!(error instanceof RunAgain) || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Brings every log back to the machine's time: appends a change, and rewrites nothing. A log that is damaged stays as it
 * is. A SQLite file must not be in use; on PostgreSQL services may run.
 */
export async function correctClocks(
  location: string,
  now: () => Millis = Date.now,
): Promise<readonly ShownClock[]> {
  demandThere(location);
  const store = await openStore(location);
  const keys = new Set<string>();
  const damages = new Map<string, string>();
  try {
    for (const row of await store.experiments()) {
      try {
        if (await correctedAtLast(store, row, now)) keys.add(row.key);
      } catch (error) {
        if (!isDamage(error) || !(error instanceof Error)) throw error;
        damages.set(row.key, error.message);
      }
    }
  } finally {
    await store.close();
  }
  const shown = await showClocks(location, now);
  return shown.map((each) => ({
    ...each,
    corrected: keys.has(each.key),
    damage: damages.get(each.key) ?? null,
  }));
}
