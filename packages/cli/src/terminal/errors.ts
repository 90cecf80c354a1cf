import type { ErrorCode } from '@driftline/core';

/** What a user gave can't be used: a file, a name, a place to write to. Ends with exit code 1. */
export class UserError extends Error {
  override readonly name = 'UserError';
  // Not a `CodedError`: the core is loaded only by commands that need it.
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = 'input-not-accepted') {
    super(message);
    this.code = code;
  }
}

/** The command itself is not well formed: a flag's value, or flags that exclude each other. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = 'wrong-usage') {
    super(message);
    this.code = code;
  }
}

/**
 * The user stopped the command with Ctrl-C. The message says what is kept. Exit code 130; it is not an error
 * to act on, and has no code.
 */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * What was asked for is not there yet, though nothing is wrong: a stage that other parts have to complete. Exit
 * code 3; it is not an error to act on, and has no code.
 */
export class NotThereYet extends Error {
  override readonly name = 'NotThereYet';
}

/** The exit code of a service whose store failed: `EX_IOERR` of sysexits.h. */
export const STORE_LOST_EXIT = 74;

/** The store of a service can't be written reliably any more. Exit code 74, for whoever starts it again. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
  readonly code: ErrorCode;

  constructor({ message, code }: { readonly message: string; readonly code: ErrorCode }) {
    super(message);
    this.code = code;
  }
}

/** Says of a command that keeps nothing until it is done that it was stopped. */
export function stoppedForNothing(message: string): Interrupted {
  return new Interrupted(
    `${message}; nothing is kept, and the same command starts from the beginning`,
  );
}

/** Node's code of a failed system call, such as `ENOENT`; undefined for any other error. */
function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const plainWords: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'is a directory, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
  EEXIST: 'already exists',
  ENAMETOOLONG: 'the path is too long; choose a shorter one',
};

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'file-not-found',
  ENOSPC: 'disk-full',
  EEXIST: 'file-exists',
  ENAMETOOLONG: 'input-not-accepted',
};

/** Whether a folder was to be made: that there is none is then no reason. */
function isOfMaking(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}

/** A failed system call as an error for the user; any other error comes back as it is. */
export function asUserError(name: string, error: unknown): Error {
  const code = systemCode(error);
  if (code === 'ENOENT' && isOfMaking(error)) {
    return new UserError(
      `${name}: cannot create a folder there; choose another place`,
      'folder-not-accepted',
    );
  }
  if (code !== undefined) {
    return new UserError(
      `${name}: ${plainWords[code] ?? code}`,
      codes[code] ?? 'file-not-accessible',
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}
