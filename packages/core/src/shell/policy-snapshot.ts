import { SnapshotError } from '../base/errors.ts';
import type { PolicyDefinition, PolicySettings } from '../definitions/policy.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { KernelState } from './kernel-state.ts';
import type { PendingEntry } from './pending.ts';
import type { MassEntry } from './pending-mass.ts';
import { checkSeal, demandObject, demandSame } from './snapshot-checks.ts';
import { checkFrame, isBelow, restoredFrom } from './snapshot-frame.ts';

export const SNAPSHOT_FORMAT = 'driftline-policy';
export const SNAPSHOT_VERSION = 3;
/** Like the present version, but without a digest. */
const UNSEALED_VERSION = 2;

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
  checkFrame(snapshot, identity, parameters);
  checkMass(snapshot.pendingMass, snapshot.pending, snapshot.slot);
}

/** The kernel of a snapshot that was checked; its numbers and tickets are checked here. */
export function restoredKernel(
  definition: PolicyDefinition,
  settings: PolicySettings,
  snapshot: PolicySnapshot,
): Kernel {
  // The means of arms that joined are not known.
  if (definition.needs !== undefined) {
    demandSame('armCount', settings.startArmCount, settings.armCount);
  }
  return restoredFrom(() => definition.kernel(settings), definition.id, snapshot);
}
