/** What snapshots of policies, deciders and detectors have in common. */
import { ParameterError, SnapshotError } from '../base/errors.ts';
import { checkDigest } from './snapshot-digest.ts';

/** Whether something is plain data with names; what is not is refused in words that say what came. */
export function demandObject(
  snapshot: unknown,
): asserts snapshot is Readonly<Record<string, unknown>> {
  if (typeof snapshot === 'object' && snapshot !== null && !Array.isArray(snapshot)) return;
  const texts = { string: 'a string; parse it with JSON.parse', object: 'an array' } as const;
  const kind = typeof snapshot;
  const isNamed = (kind === 'string' || kind === 'object') && snapshot !== null;
  throw new SnapshotError(
    `a snapshot must be an object; got ${isNamed ? texts[kind] : String(snapshot)}`,
  );
}

/** Far deeper than any snapshot, and far from what a stack holds. */
const DEEPEST = 100;

/** Refuses what is nested so deep that reading it would overflow the stack. */
function demandShallow(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) {
    throw new SnapshotError(
      `a snapshot must be nested at most ${DEEPEST} levels deep; this one was changed or damaged; restore an earlier snapshot`,
    );
  }
  for (const inner of Object.values(value)) demandShallow(inner, depth + 1);
}

/**
 * Refuses another format or version, and what is not as it was written.
 *
 * @param hadUnsealed - whether the version before is accepted, which had no digest
 */
export function checkSeal(
  snapshot: Readonly<Record<string, unknown>>,
  format: string,
  version: number,
  hadUnsealed = true,
): void {
  demandShallow(snapshot);
  const accepted = hadUnsealed ? [version - 1, version] : [version];
  const isOurs = snapshot.format === format;
  if (!isOurs || accepted.every((each) => each !== snapshot.version)) {
    const { format: got, version: gotVersion } = snapshot;
    throw new SnapshotError(
      `a snapshot must have format ${format}, version ${accepted.join(' or ')}; got format ${String(got)}, version ${String(gotVersion)}; restore it with the version of Driftline that wrote it`,
      'snapshot-version',
    );
  }
  if (snapshot.version === version) checkDigest(snapshot);
}

/** Refuses what has another value here, with its name. */
export function demandSame(name: string, wanted: unknown, got: unknown): void {
  const [here, there] = [JSON.stringify(wanted), JSON.stringify(got)];
  if (here === there) return;
  throw new SnapshotError(
    `cannot restore a snapshot with ${name} ${there}, because ${name} is ${here} here; restore it with the settings that wrote it`,
    'snapshot-of-another',
  );
}

/**
 * Refuses parameters that are not the same, in whatever order they come. Of `parameters`, one that the snapshot
 * lacks counts as its default: the version that wrote it had no such parameter, and the default is what it did.
 */
export function demandSameParams(
  wanted: Readonly<Record<string, number>>,
  got: unknown,
  parameters: readonly { readonly id: string; readonly default?: number }[] = [],
): void {
  const given: Record<string, unknown> = { ...(got as object | undefined) };
  for (const { id, default: usual } of parameters) {
    if (id in wanted && usual !== undefined) given[id] ??= usual;
  }
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
    demandSame(`params.${name}`, wanted[name], given[name]);
  }
}

/** Makes what a snapshot asks for; where it can't be made, the snapshot is refused. */
export function madeFrom<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const isRefusal = error instanceof RangeError || error instanceof ParameterError;
    if (!isRefusal) throw error;
    throw new SnapshotError(`cannot restore the snapshot: ${error.message}`);
  }
}
