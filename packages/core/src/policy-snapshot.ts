import { SnapshotError } from './errors.ts';
import type { KernelState } from './kernel-state.ts';
import type { PendingEntry } from './pending.ts';
import { LARGEST_ARM_COUNT } from './policy-options.ts';

export const SNAPSHOT_FORMAT = 'driftline-policy';
export const SNAPSHOT_VERSION = 2;

/** A policy's whole state as versioned plain data. */
export interface PolicySnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION;
  /** The id of the definition. */
  readonly policy: string;
  /** Null where the policy was given none: JSON has no undefined. */
  readonly horizon: number | null;
  readonly params: Readonly<Record<string, number>>;
  /** Null for policies that see rewards as they are. */
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
  readonly state: KernelState;
}

/** The part of a snapshot that has to be the same in the policy that takes it over. */
export type SnapshotIdentity = Pick<
  PolicySnapshot,
  | 'format'
  | 'version'
  | 'policy'
  | 'horizon'
  | 'params'
  | 'rewardRange'
  | 'ties'
  | 'pendingInWidth'
  | 'startArmCount'
>;

function isBelow(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < limit;
}

function isPendingEntry(entry: unknown, slots: number, arms: number): boolean {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [slot, arm, ticket] = entry;
  return isBelow(slot, slots) && isBelow(arm, arms) && Number.isFinite(ticket);
}

function demandSame(name: string, wanted: unknown, got: unknown): void {
  const [here, there] = [JSON.stringify(wanted), JSON.stringify(got)];
  if (here === there) return;
  throw new SnapshotError(
    `a snapshot with ${name} ${there} can't be restored here, where ${name} is ${here}`,
    'snapshot-of-another',
  );
}

/** Refuses a snapshot of another format, version, policy or shape, with the reason. */
export function checkSnapshot(snapshot: PolicySnapshot, identity: SnapshotIdentity): void {
  if (typeof snapshot !== 'object' || snapshot === null) {
    const got = typeof snapshot === 'string' ? 'a text: read it with JSON.parse' : String(snapshot);
    throw new SnapshotError(`a snapshot must be an object; got ${got}`);
  }
  const { params, ...plain } = identity;
  const given: Readonly<Record<string, unknown>> = { ...snapshot };
  for (const [name, wanted] of Object.entries(plain)) demandSame(name, wanted, given[name]);
  const names = new Set([...Object.keys(params), ...Object.keys(snapshot.params ?? {})]);
  for (const name of names) demandSame(`params.${name}`, params[name], snapshot.params?.[name]);

  const { armCount, slot, pending, startArmCount } = snapshot;
  const isArmCount = isBelow(armCount, LARGEST_ARM_COUNT + 1) && armCount >= startArmCount;
  if (!isArmCount) {
    throw new SnapshotError(
      `armCount must be an integer from ${startArmCount} to ${LARGEST_ARM_COUNT}; got ${String(armCount)}`,
    );
  }
  if (!(Number.isSafeInteger(slot) && slot >= 0)) {
    throw new SnapshotError(`slot must be an integer >= 0; got ${String(slot)}`);
  }
  if (!Array.isArray(pending) || !pending.every((entry) => isPendingEntry(entry, slot, armCount))) {
    throw new SnapshotError('pending must hold triples of a slot, an arm and a ticket');
  }
}
