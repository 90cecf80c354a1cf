import { SnapshotError } from '../base/errors.ts';
import type { PolicyDefinition, PolicySettings } from '../definitions/policy.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import { type KernelState, RestoringArchive } from './kernel-state.ts';
import type { PendingEntry } from './pending.ts';
import type { MassEntry } from './pending-mass.ts';
import { LARGEST_ARM_COUNT } from './policy-options.ts';
import {
  checkSeal,
  demandObject,
  demandSame,
  demandSameParams,
  madeFrom,
} from './snapshot-checks.ts';

export const SNAPSHOT_FORMAT = 'driftline-policy';
export const SNAPSHOT_VERSION = 3;
/** Like the present version, but without a digest. */
const UNSEALED_VERSION = 2;
/** Slots are counted in 31 bits. */
export const LAST_SLOT = 2 ** 31 - 1;

/** A policy's whole state as versioned plain data. */
export interface PolicySnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION | typeof UNSEALED_VERSION;
  /** The id of the definition. */
  readonly policy: string;
  /** Null where the policy was given none: JSON has no undefined. */
  readonly horizon: number | null;
  readonly params: Readonly<Record<string, number>>;
  /** Null for policies that see rewards as they are, or learn their range. */
  readonly rewardRange: readonly [number, number] | null;
  readonly ties: 'lowest' | 'random';
  readonly pendingInWidth: boolean;
  /** Arms when the policy was made. */
  readonly startArmCount: number;
  /** Arms now. */
  readonly armCount: number;
  readonly slot: number;
  /** Decisions begun and not settled. */
  readonly pending: readonly PendingEntry[];
  /** Decisions of slots before this one that wait no more may have been settled or expired; absent in version 2. */
  readonly expiredBefore?: number;
  /** What the pending decisions of arms weigh, where that fades and narrows widths; else, and in earlier ones, absent. */
  readonly pendingMass?: readonly MassEntry[];
  /** What its decisions carry; absent in version 2. */
  readonly origin?: string;
  readonly state: KernelState;
  /** Of all the rest; version 2 has none. */
  readonly digest?: string;
}

/** The part of a snapshot that has to be the same in the policy that takes it over. */
export type SnapshotIdentity = Pick<
  PolicySnapshot,
  'policy' | 'horizon' | 'params' | 'rewardRange' | 'ties' | 'pendingInWidth' | 'startArmCount'
>;

/** Whether a snapshot says that rewards were taken to lie in [0, 1]. */
export function isUnitRange(snapshot: PolicySnapshot): boolean {
  const range: unknown = snapshot?.rewardRange;
  return Array.isArray(range) && range.length === 2 && range[0] === 0 && range[1] === 1;
}

function isBelow(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < limit;
}

function isPendingEntry(entry: unknown, slots: number, arms: number): entry is PendingEntry {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [slot, arm, ticket] = entry;
  return isBelow(slot, slots) && isBelow(arm, arms) && Number.isFinite(ticket);
}

function checkPending(pending: unknown, slots: number, arms: number): void {
  if (!Array.isArray(pending)) {
    throw new SnapshotError(`pending must be an array; got ${String(pending)}`);
  }
  let before = -1;
  pending.forEach((entry: unknown, place) => {
    if (isPendingEntry(entry, slots, arms) && entry[0] > before) {
      before = entry[0];
      return;
    }
    throw new SnapshotError(
      `pending must hold triples of a slot from 0 to ${slots - 1}, each once and in order, an arm from 0 to ${arms - 1} and a ticket; got ${JSON.stringify(entry)} at place ${place}`,
    );
  });
}

function checkMass(mass: unknown, pending: readonly PendingEntry[], slots: number): void {
  if (mass === undefined) return;
  const waiting = new Map<unknown, { count: number; last: number }>();
  for (const [slot, arm] of pending) {
    waiting.set(arm, { count: (waiting.get(arm)?.count ?? 0) + 1, last: slot });
  }
  let before = -1;
  const isMass = (entry: unknown): boolean => {
    if (!Array.isArray(entry) || entry.length !== 3) return false;
    const [arm, slot, sum] = entry;
    const own = waiting.get(arm);
    if (own === undefined || arm <= before) return false;
    before = arm;
    // A decision weighs 1 at most by the slot that the sum is taken at; the rest is for rounding.
    const most = own.count * (1 + 1e-6);
    return isBelow(slot, slots) && slot >= own.last && sum >= 0 && sum <= most;
  };
  const wrong = Array.isArray(mass) ? mass.find((entry) => !isMass(entry)) : mass;
  if (wrong === undefined) return;
  throw new SnapshotError(
    `pendingMass must hold triples of an arm that has pending decisions, each once and in order, a slot not before these, and a sum of at most 1 for each; got ${JSON.stringify(wrong)}`,
  );
}

/** What pending decisions weigh; of a snapshot that does not say, summed from them. */
export function massOf(
  { pending, pendingMass, slot }: PolicySnapshot,
  kernel: Kernel,
): readonly MassEntry[] {
  if (pendingMass !== undefined) return pendingMass;
  const sums = new Map<number, number>();
  for (const [each, arm] of pending) sums.set(arm, (sums.get(arm) ?? 0) + kernel.weight(each));
  return Array.from(sums, ([arm, sum]) => [arm, slot - 1, sum]);
}

/**
 * Refuses a snapshot that is damaged, or of another format, version, policy or shape, with the reason.
 *
 * @param identity - what must be the same; where it leaves `pendingInWidth` out, the snapshot says that
 */
export function checkSnapshot(
  snapshot: PolicySnapshot,
  identity: Omit<SnapshotIdentity, 'pendingInWidth'> & Partial<SnapshotIdentity>,
  { parameters }: PolicyDefinition,
): void {
  demandObject(snapshot);
  checkSeal(snapshot, SNAPSHOT_FORMAT, SNAPSHOT_VERSION);
  const { params, ...plain } = identity;
  for (const [name, wanted] of Object.entries(plain)) demandSame(name, wanted, snapshot[name]);
  demandSameParams(params, snapshot.params, parameters);

  const { armCount, slot, pending, pendingMass, pendingInWidth } = snapshot;
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
  checkPending(pending, slot, armCount);
  checkMass(pendingMass, pending, slot);
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

/** The kernel of a snapshot that was checked; its numbers and tickets are checked here. */
export function restoredKernel(
  definition: PolicyDefinition,
  settings: PolicySettings,
  { slot, state, pending }: PolicySnapshot,
): Kernel {
  // The means of arms that joined are not known.
  if (definition.needs !== undefined) {
    demandSame('armCount', settings.startArmCount, settings.armCount);
  }
  const kernel = madeFrom(() => {
    const made = definition.kernel(settings);
    made.transfer(new RestoringArchive(state, slot));
    return made;
  });
  const wrong = pending.find(([, , ticket]) => !kernel.acceptsTicket(ticket));
  if (wrong === undefined) return kernel;
  throw new SnapshotError(
    `pending must hold tickets of ${definition.id}; got ${wrong[2]} for slot ${wrong[0]}`,
  );
}
