import { CodedError, type ErrorCode } from '@driftline/core';

/** The service can't start as it was asked to; the message says what to do. */
export class ServiceRefused extends CodedError {
  override readonly name = 'ServiceRefused';

  constructor(message: string, code: ErrorCode, options?: ErrorOptions) {
    super(message, code, options);
  }
}
