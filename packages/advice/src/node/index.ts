/**
 * The parts of advice that need Node: reading logs from files.
 *
 * @packageDocumentation
 */
export { LogError } from '@driftline/advice';
