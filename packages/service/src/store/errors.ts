/** What can go wrong in a store itself, whichever it is. */
import { CodedError, type ErrorCode } from '@driftline/core';

/** The exit status of a process whose store is broken: `EX_IOERR` of sysexits.h. */
export const BROKEN_STORE_EXIT = 74;

/** There is no room. Nothing was written; the store goes on as soon as there is room again. */
export class StoreFull extends CodedError {
  override readonly name = 'StoreFull';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'disk-full', options);
  }
}

/**
 * Writing failed in a way after which nobody knows what is on the disk, such as a failed fsync. The store refuses
 * everything from now on: the process has to stop acknowledging and to end with `BROKEN_STORE_EXIT`. A new process
 * reads what is really there.
 */
export class StoreBroken extends CodedError {
  override readonly name: string = 'StoreBroken';

  constructor(message: string, options?: ErrorOptions, code: ErrorCode = 'store-broken') {
    super(message, code, options);
  }
}

/**
 * The name of an open store no longer leads to its files, or its files were cut or overwritten. A commit that noticed
 * it is in the open files alone, and nothing after it may be acknowledged.
 */
export class StoreReplaced extends StoreBroken {
  override readonly name = 'StoreReplaced';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options, 'store-replaced');
  }
}

/** What was read is not what was written. It must not be used. */
export class StoreDamaged extends CodedError {
  override readonly name = 'StoreDamaged';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'store-damaged', options);
  }
}

/**
 * The store does not answer now, or has no time: its server is down, restarts, or somebody holds a lock for too long.
 * What was asked may be asked again.
 */
export class StoreUnavailable extends CodedError {
  override readonly name = 'StoreUnavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'store-not-reachable', options);
  }
}

/** Nobody knows whether what was asked is stored: the answer of the store was lost. */
export class CommitUnknown extends StoreUnavailable {}

/** A store cannot be opened, or a backup not be made; the message says what to do. */
export class StoreRefused extends CodedError {
  override readonly name = 'StoreRefused';

  constructor(message: string, code: ErrorCode = 'store-not-accepted', options?: ErrorOptions) {
    super(message, code, options);
  }
}
