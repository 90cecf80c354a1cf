/** The checks that snapshots of policies with and without contexts have in common. */
import { SnapshotError } from '../base/errors.ts';
import type { PolicyParameter } from '../definitions/policy.ts';
import type { Archive } from '../portable/base/archive.ts';
import { RestoringArchive } from './kernel-state.ts';
import type { PendingEntry } from './pending.ts';
import { LARGEST_ARM_COUNT } from './policy-options.ts';
import { LAST_SLOT } from './slot-book.ts';
import { demandSame, demandSameParams, madeFrom } from './snapshot-checks.ts';

type AcceptsCodes = (codes: readonly unknown[]) => boolean;

/** Facts that must be the same in the policy that takes a snapshot over. */
interface FrameIdentity {
  readonly params: Readonly<Record<string, number>>;
  readonly startArmCount: number;
  readonly [name: string]: unknown;
}

/** Differences between kinds of policies. */
interface FrameKind {
  /** Arms of pending decisions are below this. By default below the number of arms. */
  readonly armLimit?: number | undefined;
  /** Whether these can be the codes of a pending decision. By default there are none. */
  readonly acceptsCodes?: AcceptsCodes;
}

/** Whether a value is an integer from 0 to below a limit. */
export function isBelow(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < limit;
}

function isPendingEntry(
  entry: unknown,
  slots: number,
  arms: number,
  acceptsCodes: AcceptsCodes,
): entry is PendingEntry {
  if (!Array.isArray(entry)) return false;
  const [slot, arm, ticket, ...codes] = entry;
  const isDecision = isBelow(slot, slots) && isBelow(arm, arms) && Number.isFinite(ticket);
  return isDecision && acceptsCodes(codes);
}

function checkPending(
  pending: unknown,
  slots: number,
  arms: number,
  acceptsCodes: AcceptsCodes,
): void {
  if (!Array.isArray(pending)) {
    throw new SnapshotError(`pending must be an array; got ${String(pending)}`);
  }
  let before = -1;
  pending.forEach((entry: unknown, place) => {
    if (isPendingEntry(entry, slots, arms, acceptsCodes) && entry[0] > before) {
      before = entry[0];
      return;
    }
    throw new SnapshotError(
      `pending must hold a slot from 0 to ${slots - 1}, each once and in order, an arm from 0 to ${arms - 1}, a ticket and the codes of its features; got ${JSON.stringify(entry)} at place ${place}`,
    );
  });
}

/** Refuses a snapshot of another policy or shape, with the reason. */
export function checkFrame(
  snapshot: Readonly<Record<string, unknown>>,
  identity: FrameIdentity,
  parameters: readonly PolicyParameter[],
  { armLimit, acceptsCodes = (codes) => codes.length === 0 }: FrameKind = {},
): void {
  const { params, ...plain } = identity;
  for (const [name, wanted] of Object.entries(plain)) demandSame(name, wanted, snapshot[name]);
  demandSameParams(params, snapshot.params, parameters);

  const { armCount, slot, pending, pendingInWidth } = snapshot;
  const { startArmCount } = identity;
  if (typeof pendingInWidth !== 'boolean') {
    throw new SnapshotError(`pendingInWidth must be true or false; got ${String(pendingInWidth)}`);
  }
  if (!(isBelow(armCount, LARGEST_ARM_COUNT + 1) && armCount >= startArmCount)) {
    throw new SnapshotError(
      `armCount must be an integer from ${startArmCount} to ${LARGEST_ARM_COUNT}; got ${String(armCount)}`,
    );
  }
  if (!isBelow(slot, LAST_SLOT + 1)) {
    throw new SnapshotError(`slot must be an integer from 0 to ${LAST_SLOT}; got ${String(slot)}`);
  }
  checkPending(pending, slot, armLimit ?? armCount, acceptsCodes);
  const { expiredBefore = 0, origin = '' } = snapshot;
  if (!isBelow(expiredBefore, slot + 1)) {
    throw new SnapshotError(
      `expiredBefore must be an integer from 0 to ${slot}; got ${String(expiredBefore)}`,
    );
  }
  if (typeof origin !== 'string') {
    throw new SnapshotError(`origin must be a string; got ${String(origin)}`);
  }
}

/** The part of a kernel that snapshots need. */
interface RestorableKernel {
  transfer(archive: Archive): void;
  acceptsTicket(ticket: number): boolean;
}

/** A snapshot's own numbers. */
interface KernelSnapshot {
  readonly slot: number;
  readonly state: unknown;
  readonly pending: readonly PendingEntry[];
}

/** A new kernel in the state of a snapshot whose frame was checked. */
export function restoredFrom<K extends RestorableKernel>(
  make: () => K,
  policy: string,
  { slot, state, pending }: KernelSnapshot,
): K {
  const kernel = madeFrom(() => {
    const made = make();
    made.transfer(new RestoringArchive(state, slot));
    return made;
  });
  const wrong = pending.find(([, , ticket]) => !kernel.acceptsTicket(ticket));
  if (wrong === undefined) return kernel;
  throw new SnapshotError(
    `pending must hold tickets of ${policy}; got ${wrong[2]} for slot ${wrong[0]}`,
  );
}
