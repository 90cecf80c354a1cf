/**
 * A provider for OpenFeature's server SDK: flags are decisions of a Driftline decision service.
 *
 * @module @driftline/openfeature/server
 */
export type { ConnectionOptions } from '../shared/connection.ts';
export { DriftlineProvider, type DriftlineProviderOptions } from './provider.ts';
