/**
 * A provider for OpenFeature's web SDK, which evaluates without waiting: a listed set of flags is decided in advance,
 * and what was not shown is cancelled.
 *
 * @module @driftline/openfeature/web
 */
export type { ConnectionOptions } from '../shared/connection.ts';
export { DriftlineWebProvider, type DriftlineWebProviderOptions } from './provider.ts';
