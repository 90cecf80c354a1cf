import { CodedError, type ErrorCode } from '@driftline/core';

/** Where in a file: lines and columns of cells count from 1, as editors do. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  /** The name of the column. */
  readonly column?: string;
}

/** The codes of errors in logs. */
type LogErrorCode = Extract<
  ErrorCode,
  | 'log-malformed'
  | 'log-column-missing'
  | 'log-column-unclear'
  | 'log-value-not-accepted'
  | 'log-not-accepted'
>;

/** A log that can't be read as it is: the message says where, what is accepted, what came, and what to do. */
export class LogError extends CodedError {
  override readonly name = 'LogError';
  readonly place: Place;

  constructor(message: string, code: LogErrorCode, place: Place = {}) {
    super(message, code);
    this.place = place;
  }
}
