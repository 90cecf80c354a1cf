/** Snapshots of contextual policies. */
import { SnapshotError } from '../../base/errors.ts';
import type {
  ContextForm,
  ContextualPolicyDefinition,
  ContextualSettings,
} from '../../definitions/contextual.ts';
import type { ContextualKernel } from '../../portable/kernels/contextual-kernel.ts';
import type { KernelState } from '../kernel-state.ts';
import type { PendingEntry } from '../pending.ts';
import { checkSeal, demandObject } from '../snapshot-checks.ts';
import { checkFrame, isBelow, restoredFrom } from '../snapshot-frame.ts';
import type { Encoder } from './encoder.ts';
import { MOST_ACTIONS } from './offer.ts';

export const CONTEXTUAL_FORMAT = 'driftline-contextual-policy';
export const CONTEXTUAL_VERSION = 1;

/** A contextual policy's whole state as versioned plain data. */
export interface ContextualSnapshot {
  readonly format: typeof CONTEXTUAL_FORMAT;
  readonly version: typeof CONTEXTUAL_VERSION;
  /** The id of the definition. */
  readonly policy: string;
  readonly form: ContextForm;
  /** Columns of a feature vector. */
  readonly dimension: number;
  /** A digest of the declared features. */
  readonly schema: string;
  /** Null if the policy was given none: JSON has no undefined. */
  readonly horizon: number | null;
  readonly params: Readonly<Record<string, number>>;
  /** Null for policies that see rewards as they are. */
  readonly rewardRange: readonly [number, number] | null;
  readonly ties: 'lowest' | 'random';
  readonly pendingInWidth: boolean;
  /** Arms when the policy was made; 1 in the form `actions`. */
  readonly startArmCount: number;
  /** Arms now; 1 in the form `actions`. */
  readonly armCount: number;
  readonly slot: number;
  /** Decisions begun and not settled, with the codes of their features. */
  readonly pending: readonly PendingEntry[];
  /** Decisions of slots before this one that wait no more may have been settled or expired. */
  readonly expiredBefore: number;
  /** Decisions taken out of the widths since all that wait were last held again. */
  readonly released: number;
  /** Identifier that its decisions carry. */
  readonly origin: string;
  readonly state: KernelState;
  /** Of all the rest. */
  readonly digest: string;
}

/** The part of a snapshot that has to be the same in the policy that takes it over. */
export type ContextualIdentity = Pick<
  ContextualSnapshot,
  | 'policy'
  | 'form'
  | 'dimension'
  | 'schema'
  | 'horizon'
  | 'params'
  | 'rewardRange'
  | 'ties'
  | 'pendingInWidth'
  | 'startArmCount'
>;

/** Refuses a snapshot that is damaged, or of another format, version, policy or shape, with the reason. */
export function checkContextualSnapshot(
  snapshot: ContextualSnapshot,
  identity: ContextualIdentity,
  { parameters }: ContextualPolicyDefinition,
  encoder: Encoder,
): void {
  demandObject(snapshot);
  checkSeal(snapshot, CONTEXTUAL_FORMAT, CONTEXTUAL_VERSION, false);
  checkFrame(snapshot, { ...identity }, parameters, {
    armLimit: identity.form === 'actions' ? MOST_ACTIONS : undefined,
    acceptsCodes: (codes) => encoder.accepts(codes),
  });
  const { released, pending, armCount } = snapshot;
  if (identity.form === 'actions' && armCount !== 1) {
    throw new SnapshotError(`armCount must be 1 in the form actions; got ${armCount}`);
  }
  if (!isBelow(released, Math.max(1, pending.length))) {
    throw new SnapshotError(
      `released must be an integer from 0 to below the number of pending decisions; got ${String(released)}`,
    );
  }
}

/** The kernel of a snapshot that was checked. Its numbers and tickets are checked here. */
export function restoredContextual(
  definition: ContextualPolicyDefinition,
  settings: ContextualSettings,
  snapshot: ContextualSnapshot,
): ContextualKernel {
  return restoredFrom(() => definition.kernel(settings), definition.id, snapshot);
}
