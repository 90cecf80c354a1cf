import { CodedError } from '../base/errors.ts';

/** One thing that everything registered has to satisfy. `run` throws where it is not satisfied. */
export interface ContractCheck {
  readonly name: string;
  /** Set where the checks that follow mean nothing unless this one is satisfied. */
  readonly first?: true;
  /** @throws ContractViolation, or whatever the policy itself throws */
  run(): void;
}

/** What a check throws; the message says what was found and what should have been. */
export class ContractViolation extends CodedError {
  override readonly name = 'ContractViolation';

  constructor(message: string) {
    super(message, 'contract-violated');
  }
}

/** Arrays of up to this many elements are shown whole. */
const SHORT_ARRAY = 10;
/** Texts of up to this many characters are shown whole. */
const SHORT_TEXT = 200;

/** Fails the check unless `condition` holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ContractViolation(message);
}

/**
 * Fails the check unless both are the same plain data. Of much data, the message shows where it first
 * differs.
 *
 * @param place - what the elements of an array are counted by
 */
export function demandSame(
  actual: unknown,
  expected: unknown,
  what: string,
  place = 'place',
): void {
  const [got, wanted] = [textOf(actual), textOf(expected)];
  if (got === wanted) return;
  if (Array.isArray(actual) && Array.isArray(expected) && expected.length > SHORT_ARRAY) {
    throw new ContractViolation(`${what}: ${arrayDifference(actual, expected, place)}`);
  }
  const [shownWanted, shownGot] = excerpts(wanted, got);
  throw new ContractViolation(`${what}: expected ${shownWanted}, got ${shownGot}`);
}

/** Fails the check unless `act` throws an error of this class that mentions `mention`. */
export function demandRefusal(
  act: () => void,
  kind: abstract new (...args: never[]) => Error,
  mention: string,
  what: string,
): void {
  try {
    act();
  } catch (error) {
    demand(
      error instanceof kind,
      `${what} must be rejected with ${kind.name}; got ${String(error)}`,
    );
    demand(
      error.message.includes(mention),
      `the error for ${what} must mention ${mention}; its message is: ${error.message}`,
    );
    return;
  }
  throw new ContractViolation(`${what} must be rejected, but was accepted`);
}

/** Plain data as text; states come as text already. */
function textOf(data: unknown): string {
  return typeof data === 'string' ? data : String(JSON.stringify(data));
}

function arrayDifference(
  actual: readonly unknown[],
  expected: readonly unknown[],
  place: string,
): string {
  if (actual.length !== expected.length) {
    return `expected ${expected.length} elements, got ${actual.length}`;
  }
  const [got, wanted] = [actual, expected].map((all) => all.map(textOf));
  const first = wanted.findIndex((one, i) => one !== got[i]);
  const [before, then] = excerpts(wanted[first], got[first]);
  return `first differs at ${place} ${first}: ${before}, then ${then}`;
}

/** Two texts that differ, cut down to where they begin to. */
function excerpts(wanted: string, got: string): [string, string] {
  if (Math.max(wanted.length, got.length) <= SHORT_TEXT) return [wanted, got];
  let same = 0;
  while (same < wanted.length && wanted[same] === got[same]) same++;
  const from = Math.max(0, same - 40);
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, same + 40)}${text.length > same + 40 ? '…' : ''}`;
  return [cut(wanted), cut(got)];
}
