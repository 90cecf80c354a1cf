/** A value that a caller gave is not acceptable: the message names it, what is accepted, and what came. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/** Calls came in an order that has no meaning, such as a decision settled twice. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** A snapshot can't be restored here: another version, policy or shape. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
