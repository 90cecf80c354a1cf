/** One thing that everything registered has to satisfy. `run` throws where it is not satisfied. */
export interface ContractCheck {
  readonly name: string;
  /** @throws ContractViolation, or whatever the policy itself throws */
  run(): void;
}

/** What a check throws; the message says what was found and what should have been. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}

/** Fails the check unless `condition` holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ContractViolation(message);
}

/** Fails the check unless both are the same plain data. */
export function demandSame(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  demand(got === wanted, `${what}: expected ${shorten(wanted)}, got ${shorten(got)}`);
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
      `${what} must be refused with ${kind.name}; got ${String(error)}`,
    );
    demand(
      error.message.includes(mention),
      `the refusal of ${what} must mention ${mention}; it says: ${error.message}`,
    );
    return;
  }
  throw new ContractViolation(`${what} must be refused, and was not`);
}

function shorten(text: string | undefined): string {
  const shown = String(text);
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
