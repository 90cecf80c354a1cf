/** The decision service: choose, act, report. */
export { correctClocks, type ShownClock, showClocks } from './manage-clock.ts';
export {
  type Copied,
  type CopiedExperiment,
  type CopyOptions,
  type CopyProgress,
  copyStore,
} from './manage-copy.ts';
export {
  addKey,
  type KeyWish,
  listKeys,
  revokeKey,
  type ShownKey,
} from './manage-keys.ts';
export { migrateStore } from './manage-migration.ts';
export {
  backupStore,
  type CheckedExperiment,
  checkStore,
  rebuildExperiment,
} from './manage-store.ts';
export { defaultLimits, type Limits } from './model/limits.ts';
export { ProblemError } from './model/problems.ts';
export { ServiceRefused } from './model/service-refused.ts';
export { storeNotices } from './opening/notices.ts';
export {
  type LogLevel,
  logLevels,
  type RunningService,
  type ServiceOptions,
  startService,
} from './service.ts';
export { BROKEN_STORE_EXIT, StoreBroken, StoreReplaced } from './store/errors.ts';
export { isPostgres, shownLocation } from './store/location.ts';
