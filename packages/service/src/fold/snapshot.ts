/** The state of an experiment as bytes, equal for equal states, with their SHA-256. */
import { createHash } from 'node:crypto';
import type { PolicySnapshot } from '@driftline/core';
import { NUMBERS_REVISION } from '@driftline/core/play';
import type { MemoryConfig, PolicyConfig } from '../model/configuration.ts';
import { newPolicy } from '../model/policy-options.ts';
import type { SnapshotRow } from '../model/rows.ts';
import { Course } from './course.ts';
import { ExperimentFold, type FoldFacts, sourceOf } from './experiment-fold.ts';
import { Learner } from './learner.ts';
import { Recent, type RecentState } from './recent.ts';
import { Waiting } from './waiting.ts';

/** Raised when the fold or the form of snapshots changes: older ones are not read, and the log is folded again. */
const FOLD_VERSION = '1';

const LENGTH_BYTES = 8;

/** The part that is JSON; the columns of what waits follow it. */
interface Head {
  readonly facts: FoldFacts;
  readonly generation: {
    readonly policy: PolicyConfig;
    readonly memory: MemoryConfig | null;
    readonly places: readonly number[];
    readonly from: number;
  };
  readonly policy: PolicySnapshot;
  readonly recent: RecentState;
  readonly waiting: number;
}

/** The bytes of a snapshot are not those that were written. */
export class DamagedSnapshotError extends Error {
  override readonly name = 'DamagedSnapshotError';
}

function headOf(fold: ExperimentFold): Head {
  const { source, places, from, policy } = fold.learner;
  return {
    facts: { ...fold.facts },
    generation: { policy: source.policy, memory: source.memory, places, from },
    policy: policy.snapshot(),
    recent: fold.recent.save(),
    waiting: fold.waiting.size,
  };
}

function sha256(body: Uint8Array): Uint8Array {
  return createHash('sha256').update(body).digest();
}

/** The length of the head in 8 bytes, the head, filled up to a multiple of 8 with spaces, and the columns. */
function bodyOf(fold: ExperimentFold): Uint8Array {
  const head = JSON.stringify(headOf(fold));
  const length = Math.ceil(Buffer.byteLength(head) / 8) * 8;
  const body = Buffer.alloc(LENGTH_BYTES + length + fold.waiting.bytes, ' ');
  body.writeDoubleLE(length);
  body.write(head, LENGTH_BYTES);
  fold.waiting.save(body.buffer, body.byteOffset + LENGTH_BYTES + length);
  return body;
}

/** The state after the last event that was folded. */
export function snapshotOf(fold: ExperimentFold): SnapshotRow {
  const body = bodyOf(fold);
  const { head: seq, next } = fold.facts;
  return { seq, next, numbers: NUMBERS_REVISION, version: FOLD_VERSION, hash: sha256(body), body };
}

/** SHA-256 of the state, in hexadecimal digits: equal logs have equal ones. */
export function hashOf(fold: ExperimentFold): string {
  return Buffer.from(sha256(bodyOf(fold))).toString('hex');
}

/** Whether this version can go on from a snapshot. */
export function isReadable({ numbers, version }: SnapshotRow): boolean {
  return numbers === NUMBERS_REVISION && version === FOLD_VERSION;
}

/** The state that a snapshot holds; throws `DamagedSnapshotError` where its bytes are none. */
export function restoreFold(snapshot: SnapshotRow): ExperimentFold {
  const { body, hash, seq } = snapshot;
  if (!Buffer.from(sha256(body)).equals(Buffer.from(hash))) {
    throw new DamagedSnapshotError(`the snapshot at event ${seq} was changed after it was written`);
  }
  try {
    return foldIn(body);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedSnapshotError(`the snapshot at event ${seq} cannot be read: ${detail}`, {
      cause,
    });
  }
}

function foldIn(body: Uint8Array): ExperimentFold {
  // Columns must begin at a multiple of 8, which a part of another buffer need not.
  const isAligned = body.buffer instanceof ArrayBuffer && body.byteOffset % 8 === 0;
  const { buffer, byteOffset, byteLength } = isAligned
    ? (body as Uint8Array<ArrayBuffer>)
    : new Uint8Array(body);
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const length = bytes.readDoubleLE();
  const text = bytes.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length);
  const { facts, generation, policy: saved, recent, waiting: size } = JSON.parse(text) as Head;
  const waiting = Waiting.restore(size, buffer, byteOffset + LENGTH_BYTES + length);
  const source = sourceOf(generation, facts.config);
  const policy = newPolicy(source, saved.startArmCount);
  policy.restore(saved);
  const learner = new Learner(source, generation.places, generation.from, policy);
  const course = new Course(facts.config, learner, waiting);
  return new ExperimentFold(facts, course, new Recent(recent));
}
