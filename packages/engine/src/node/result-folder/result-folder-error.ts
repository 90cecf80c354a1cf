import { CodedError, type ErrorCode } from '@driftline/core';

/** A folder can't be used as it is asked for; the message says what to do. */
export class ResultFolderError extends CodedError {
  override readonly name: string = 'ResultFolderError';

  constructor(message: string, code: ErrorCode = 'folder-not-accepted', options?: ErrorOptions) {
    super(message, code, options);
  }
}

/** The folder is no longer the one that a run was given: nothing more is written there. */
export class FolderLost extends ResultFolderError {
  override readonly name = 'FolderLost';

  constructor(message: string) {
    super(message, 'folder-lost');
  }
}
