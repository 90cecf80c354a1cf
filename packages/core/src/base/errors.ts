import type { ErrorCode } from './error-codes.ts';

/** An error with a code that stays the same while messages may change. */
export abstract class CodedError extends Error {
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A value that a caller gave is not acceptable: the message names it, what is accepted, and what came. */
export class ParameterError extends CodedError {
  override readonly name = 'ParameterError';

  constructor(message: string, code: ErrorCode = 'parameter-out-of-range', options?: ErrorOptions) {
    super(message, code, options);
  }
}

/** Calls came in an order that has no meaning, such as a decision settled twice. */
export class ContractError extends CodedError {
  override readonly name = 'ContractError';

  constructor(message: string, code: ErrorCode = 'contract-broken', options?: ErrorOptions) {
    super(message, code, options);
  }
}

/** A snapshot can't be restored here: damaged, or of another version, policy or shape. */
export class SnapshotError extends CodedError {
  override readonly name = 'SnapshotError';

  constructor(message: string, code: ErrorCode = 'snapshot-damaged', options?: ErrorOptions) {
    super(message, code, options);
  }
}
